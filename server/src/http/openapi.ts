import type { Call } from '@kantor/contract/wire/call.ts';
import { problem } from '@kantor/contract/wire/call.ts';
import { refusalsOf } from '@kantor/contract/wire/refusals.ts';
import { createSchemas, type Json } from './openapi-schemas.ts';
import { z } from 'zod';

// The OpenAPI 3.1 description of an API, made of its contract: nothing in it is written twice.

/** A call under the name that its description and the clients made from it have. */
export interface NamedCall {
  /** `createOrder` */
  name: string;
  tag: string;
  call: Call;
}

/** A message that we send, by the Standard Webhooks convention. */
interface Webhook {
  name: string;
  summary: string;
  description: string;
  body: z.ZodType;
}

interface Description {
  info: Json;
  base: string;
  tags: readonly { name: string; description: string }[];
  calls: readonly NamedCall[];
  webhooks: readonly Webhook[];
}

const WEBHOOKS_TAG = 'Вебхуки';

const idempotencyKey = {
  name: 'Idempotency-Key',
  in: 'header',
  required: true,
  description:
    'Свой у каждого действия. Повтор с тем же ключом получает первый ответ; другой запрос с ним — 422; ещё не законченный — 409',
  schema: { type: 'string', minLength: 1, maxLength: 255, pattern: '^[\\x21-\\x7e]+$' },
};

const REQUEST_ID = { $ref: '#/components/headers/RequestId' };
const HEADERS = {
  RequestId: {
    description: 'Код обращения: назовите его оператору. Он же в `request_id` отказа',
    schema: { type: 'string' },
  },
  IdempotentReplayed: {
    description: '`true`: это ответ на прежний запрос с тем же ключом, действие второй раз не выполнялось',
    schema: { type: 'string', enum: ['true'] },
  },
  RetryAfter: { description: 'Через сколько секунд повторить', schema: { type: 'string' } },
};

const SIGNATURE_HEADERS = {
  'webhook-id': 'Номер сообщения: один у всех попыток',
  'webhook-timestamp': 'Время попытки, секунды',
  'webhook-signature': 'Подписи через пробел: v1,<base64>',
};

const FILE = { type: 'string', contentMediaType: 'application/octet-stream' };

const reference = (name: string) => ({ $ref: `#/components/schemas/${name}` });

const REFUSAL_WORDS: Record<number, string> = {
  400: 'Запрос не так составлен',
  401: 'Ключ не подходит',
  403: 'Ключу или мерчанту это не разрешено',
  404: 'Такого нет',
  408: 'Запрос пришёл слишком медленно',
  409: 'Сейчас нельзя',
  413: 'Слишком большой запрос',
  415: 'Не тот вид данных',
  422: 'Ключ повтора уже у другого запроса',
  429: 'Слишком часто',
  431: 'Слишком большие заголовки',
  500: 'Наша ошибка',
  503: 'Временно недоступно',
};

/** The refusals of a call, by their statuses: one answer for each set of codes, whichever calls share it. */
function createRefusals() {
  const shared: Record<string, Json> = {};
  const nameOf = (status: string, codes: readonly string[]) => {
    const name = [status, ...codes].join('.');
    shared[name] ??= {
      description: `${REFUSAL_WORDS[Number(status)] ?? 'Отказ'}: ${codes.map((code) => `\`${code}\``).join(', ')}`,
      headers: {
        'x-request-id': REQUEST_ID,
        ...((status === '429' || status === '503') && { 'retry-after': { $ref: '#/components/headers/RetryAfter' } }),
      },
      content: {
        'application/problem+json': {
          schema: {
            allOf: [reference('Problem'), { type: 'object', properties: { code: { type: 'string', enum: codes } } }],
          },
        },
      },
    };
    return name;
  };
  const of = (call: Call) => {
    const byStatus = Map.groupBy(Object.entries(refusalsOf(call)), ([, status]) => String(status));
    return Object.fromEntries(
      [...byStatus].map(([status, codes]) => {
        const name = nameOf(
          status,
          codes.map(([code]) => code),
        );
        return [status, { $ref: `#/components/responses/${name}` }];
      }),
    );
  };
  return { of, shared };
}

/** The description of calls and webhooks. */
export function openApi({ info, base, tags, calls, webhooks }: Description) {
  const schemas = createSchemas();
  const refusals = createRefusals();
  schemas.ofAnswer(problem);

  /** Parameters of the address: ids of the path, and the fields of the query. */
  const parameters = ({ path, query }: Call) => {
    const ids = [...path.matchAll(/:(\w+)/g)].map(([, name]) => ({
      name,
      in: 'path',
      required: true,
      schema: { type: 'string', format: 'uuid' },
    }));
    const fields = query instanceof z.ZodObject ? Object.entries(query.shape) : [];
    const queries = fields.map(([name, field]) => {
      const { description, ...schema } = schemas.ofRequest(field);
      return {
        name,
        in: 'query',
        ...(description !== undefined && { description }),
        ...(schema['type'] === 'array' && { style: 'form', explode: false }),
        schema,
      };
    });
    return [...ids, ...queries];
  };

  const requestBody = ({ body, upload }: Call) => {
    if (upload === undefined) {
      return body && { required: true, content: { 'application/json': { schema: schemas.ofRequest(body) } } };
    }
    const fields: Json = body ? schemas.ofRequest(body) : { type: 'object' };
    const schema = {
      ...fields,
      properties: { ...(fields['properties'] as Json | undefined), [upload]: FILE },
      required: [...((fields['required'] as string[] | undefined) ?? []), upload],
    };
    return { required: true, content: { 'multipart/form-data': { schema } } };
  };

  const operation = ({ name, tag, call }: NamedCall) => {
    const body = requestBody(call);
    const isWrite = call.method !== 'GET';
    return {
      operationId: name,
      summary: call.summary,
      description: call.description ?? call.summary,
      tags: [tag],
      parameters: [...parameters(call), ...(isWrite ? [idempotencyKey] : [])],
      ...(body && { requestBody: body }),
      responses: {
        [call.ok]: {
          description: 'Успех',
          headers: {
            'x-request-id': REQUEST_ID,
            ...(isWrite && { 'idempotent-replayed': { $ref: '#/components/headers/IdempotentReplayed' } }),
          },
          content:
            call.type === undefined
              ? { 'application/json': { schema: schemas.ofAnswer(call.response) } }
              : { [call.type]: { schema: FILE } },
        },
        ...refusals.of(call),
      },
    };
  };

  const webhookOperation = ({ name, summary, description, body }: Webhook) => ({
    operationId: `hear${name[0]?.toUpperCase()}${name.slice(1)}`,
    summary,
    description,
    tags: [WEBHOOKS_TAG],
    parameters: Object.entries(SIGNATURE_HEADERS).map(([header, what]) => ({
      name: header,
      in: 'header',
      required: true,
      description: what,
      schema: { type: 'string' },
    })),
    security: [],
    requestBody: { required: true, content: { 'application/json': { schema: schemas.ofAnswer(body) } } },
    responses: {
      '2XX': { description: 'Принято' },
      '4XX': { description: 'Не принято: сообщение придёт ещё раз; 410 — больше не присылать' },
    },
  });

  const paths: Record<string, Json> = {};
  for (const named of calls) {
    const path = named.call.path.replaceAll(/:(\w+)/g, '{$1}');
    (paths[path] ??= {})[named.call.method.toLowerCase()] = operation(named);
  }
  const messages = Object.fromEntries(webhooks.map((webhook) => [webhook.name, { post: webhookOperation(webhook) }]));
  return {
    openapi: '3.1.0',
    info,
    servers: [{ url: base }],
    security: [{ apiKey: [] }],
    tags: [...tags, { name: WEBHOOKS_TAG, description: 'Сообщения, которые мы шлём вашему серверу' }],
    paths,
    webhooks: messages,
    components: {
      securitySchemes: {
        apiKey: { type: 'http', scheme: 'bearer', description: 'Ключ из раздела «Разработчику» кабинета' },
      },
      headers: HEADERS,
      responses: refusals.shared,
      schemas: schemas.named,
    },
  };
}
