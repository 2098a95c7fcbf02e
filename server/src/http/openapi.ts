import { SCOPE_MISSING } from '@kantor/contract/plain/api-keys.ts';
import type { Call } from '@kantor/contract/wire/call.ts';
import { problem } from '@kantor/contract/wire/call.ts';
import { z } from 'zod';

const MONEY = { type: 'string', pattern: '^\\d+(\\.\\d+)?$' };

/** JSON Schema of what a client sends or sees; codecs are described by their wire side. */
const jsonSchema = (schema: z.ZodType): z.core.JSONSchema.JSONSchema => {
  const { $schema: _dialect, ...rest } = z.toJSONSchema(schema, {
    io: 'input',
    unrepresentable: 'any',
    override: ({ jsonSchema: out }) => {
      // Money: a number is accepted, but a string is what is answered and what is exact.
      const members = out.anyOf?.map((member) => typeof member === 'object' && member.type);
      if (members?.length === 2 && members.includes('string') && members.includes('number')) {
        delete out.anyOf;
        Object.assign(out, MONEY);
      }
      // The bounds of every integer say nothing, and would be the example.
      if (out.minimum === Number.MIN_SAFE_INTEGER) delete out.minimum;
      if (out.maximum === Number.MAX_SAFE_INTEGER) delete out.maximum;
      // The format says it to people; the pattern behind it is longer than the rest of the description.
      if (out.format !== undefined) delete out.pattern;
    },
  });
  return rest;
};

const json = (description: string, schema: z.ZodType, type = 'application/json') => ({
  description,
  content: { [type]: { schema: jsonSchema(schema) } },
});

const idempotencyKey = {
  name: 'Idempotency-Key',
  in: 'header',
  required: true,
  description: 'Повтор с тем же ключом получает первый ответ; другой запрос с ним — 422; ещё не законченный — 409',
  schema: { type: 'string', minLength: 1, maxLength: 255 },
};

/** Parameters of the address: ids of the path, and the fields of the query. */
function parameters({ path, query }: Call) {
  const ids = [...path.matchAll(/:(\w+)/g)].map(([, name]) => ({
    name,
    in: 'path',
    required: true,
    schema: { type: 'string', format: 'uuid' },
  }));
  const sent = query instanceof z.ZodPipe ? query.in : query;
  const fields = sent instanceof z.ZodObject ? Object.entries(sent.shape) : [];
  const queries = fields.map(([name, schema]) => {
    const { description, ...rest } = jsonSchema(schema);
    return { name, in: 'query', ...(description !== undefined && { description }), schema: rest };
  });
  return [...ids, ...queries];
}

const FILE = { type: 'string', contentMediaType: 'application/octet-stream' };

function requestBody({ body, upload }: Call) {
  if (upload === undefined) {
    return body && { required: true, content: { 'application/json': { schema: jsonSchema(body) } } };
  }
  const fields: z.core.JSONSchema.JSONSchema = body ? jsonSchema(body) : { type: 'object' };
  const schema = {
    ...fields,
    properties: { ...fields.properties, [upload]: FILE },
    required: [...(fields.required ?? []), upload],
  };
  return { required: true, content: { 'multipart/form-data': { schema } } };
}

/** Refusals of every call alike, by their codes: of the connection and of the server as a whole. */
const EVERYWHERE: Record<number, string> = {
  400: 'malformed',
  408: 'timeout',
  429: 'rate_limited',
  431: 'headers_too_large',
  500: 'internal',
  503: 'unavailable',
};
const OF_WRITES: Record<number, string> = { 413: 'too_large', 415: 'media_type' };

const refusal = (codes: readonly string[]) =>
  json(`Отказ: ${codes.map((code) => `\`${code}\``).join(', ')}`, problem, 'application/problem+json');

/** The refusals that many calls share are described once. */
const sharedRefusals = Object.fromEntries(
  Object.entries({ ...EVERYWHERE, ...OF_WRITES }).map(([status, code]) => [status, refusal([code])]),
);

/** The refusals that a call may meet: those of its kind, and its own by their codes. */
function refusals(call: Call) {
  const isWrite = call.method !== 'GET';
  const shared = { ...EVERYWHERE, ...(isWrite && OF_WRITES) };
  const codes: Record<number, string[]> = { 401: ['bad_api_key', 'api_key_expired'], 403: ['address_refused'] };
  const add = (status: number, code: string) => (codes[status] ??= []).push(code);
  if (call.scope !== 'any') add(403, SCOPE_MISSING);
  if (isWrite || call.query !== undefined) add(400, 'invalid');
  if (call.path.includes(':')) add(404, 'not_found');
  if (isWrite) {
    add(409, 'idempotency_running');
    add(422, 'idempotency_mismatch');
  }
  if (call.upload !== undefined) add(503, 'busy');
  for (const [code, status] of Object.entries(call.refusals ?? {})) add(status, code);
  const own = Object.entries(codes).map(([status, names]) => {
    const too = shared[Number(status)];
    return [status, refusal(too === undefined ? names : [...new Set([...names, too])])];
  });
  const others = Object.keys(shared).map((status) => [status, { $ref: `#/components/responses/${status}` }]);
  return Object.fromEntries([...others, ...own]);
}

function operation(call: Call) {
  const body = requestBody(call);
  return {
    summary: call.summary,
    tags: [call.path.split('/')[1]],
    parameters: [...parameters(call), ...(call.method === 'GET' ? [] : [idempotencyKey])],
    ...(body && { requestBody: body }),
    responses: { [call.ok]: json('Успех', call.response), ...refusals(call) },
  };
}

/** A message that we send, by the Standard Webhooks convention. */
interface Webhook {
  name: string;
  summary: string;
  body: z.ZodType;
}

const SIGNATURE_HEADERS = {
  'webhook-id': 'Номер сообщения: один у всех попыток',
  'webhook-timestamp': 'Время попытки, секунды',
  'webhook-signature': 'Подписи через пробел: v1,<base64>',
};

const webhookOperation = ({ summary, body }: Webhook) => ({
  summary,
  tags: ['webhooks'],
  parameters: Object.entries(SIGNATURE_HEADERS).map(([name, description]) => ({
    name,
    in: 'header',
    required: true,
    description,
    schema: { type: 'string' },
  })),
  security: [],
  requestBody: { required: true, content: { 'application/json': { schema: jsonSchema(body) } } },
  responses: { '2XX': { description: 'Принято' } },
});

interface Description {
  title: string;
  /** Markdown. */
  description: string;
  base: string;
  calls: readonly Call[];
  webhooks: readonly Webhook[];
}

/** The OpenAPI 3.1 description of calls and webhooks, made from their contract. */
export function openApi({ title, description, base, calls, webhooks }: Description) {
  const paths: Record<string, Record<string, unknown>> = {};
  for (const call of calls) {
    const path = call.path.replaceAll(/:(\w+)/g, '{$1}');
    (paths[path] ??= {})[call.method.toLowerCase()] = operation(call);
  }
  return {
    openapi: '3.1.0',
    info: { title, version: '1', description },
    servers: [{ url: base }],
    security: [{ apiKey: [] }],
    components: { securitySchemes: { apiKey: { type: 'http', scheme: 'bearer' } }, responses: sharedRefusals },
    paths,
    webhooks: Object.fromEntries(webhooks.map((webhook) => [webhook.name, { post: webhookOperation(webhook) }])),
  };
}
