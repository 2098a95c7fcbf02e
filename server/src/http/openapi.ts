import type { Call } from '@kantor/contract/call.ts';
import { problem } from '@kantor/contract/call.ts';
import { z } from 'zod';

const MONEY = { type: 'string', pattern: '^\\d+(\\.\\d+)?$', examples: ['1500.00'] };

/** JSON Schema of what a client sends or sees; codecs are described by their wire side. */
const jsonSchema = (schema: z.ZodType) => {
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

function operation(call: Call) {
  const isWrite = call.method !== 'GET';
  const ids = [...call.path.matchAll(/:(\w+)/g)].map(([, name]) => ({
    name,
    in: 'path',
    required: true,
    schema: { type: 'string', format: 'uuid' },
  }));
  const refusals = isWrite ? [400, 401, 404, 409, 422] : [401, 404];
  return {
    summary: call.summary,
    parameters: [...ids, ...(isWrite ? [idempotencyKey] : [])],
    ...(call.body && {
      requestBody: { required: true, content: { 'application/json': { schema: jsonSchema(call.body) } } },
    }),
    responses: {
      [call.ok]: json('Успех', call.response),
      ...Object.fromEntries(refusals.map((status) => [status, json('Отказ', problem, 'application/problem+json')])),
    },
  };
}

/** The OpenAPI 3.1 description of calls, made from their contract. */
export function openApi(title: string, base: string, calls: readonly Call[]) {
  const paths: Record<string, Record<string, unknown>> = {};
  for (const call of calls) {
    const path = call.path.replaceAll(/:(\w+)/g, '{$1}');
    (paths[path] ??= {})[call.method.toLowerCase()] = operation(call);
  }
  return {
    openapi: '3.1.0',
    info: { title, version: '1' },
    servers: [{ url: base }],
    security: [{ apiKey: [] }],
    components: { securitySchemes: { apiKey: { type: 'http', scheme: 'bearer' } } },
    paths,
  };
}
