import { z } from 'zod';
import { listApiRequests as route } from '../plain/account-routes.ts';
import { REQUEST_RESULTS } from '../plain/api-requests.ts';
import { MAX_LENGTH } from '../plain/limits.ts';
import { call, id, page, pageQuery, text, timestamp } from './call.ts';
import { before, rest } from './platform/objects.ts';

const MAX_CALL_LENGTH = 120;

export const listApiRequests = call({
  ...route,
  summary: 'Запросы к API мерчанта, новые сверху',
  query: pageQuery(30, {
    result: z.enum(REQUEST_RESULTS).optional(),
    /** The id of a request (`X-Request-Id`) or the merchant's own number, whole. */
    search: text(MAX_LENGTH.externalId, 0).optional(),
    /** The id of a key of the merchant's. */
    key: id.optional(),
    /** As the description of the API has it: `POST /orders/:id/cancel`. */
    call: z
      .string()
      .max(MAX_CALL_LENGTH)
      .regex(/^[A-Z]{1,10} \/\S*$/, 'Укажите метод и путь, например POST /orders')
      .optional(),
    /** Answered from this moment on. */
    from: timestamp.optional(),
    /** Answered before this one. */
    to: timestamp.optional(),
    /** Of a former answer's `rest`. */
    before: before.optional(),
  }),
  ok: 200,
  response: page(
    z.strictObject({
      id,
      /** When it was answered. */
      at: timestamp,
      method: z.string(),
      /** As the description of the API has it; null: there is no such call. */
      route: z.string().nullable(),
      /** What the address named; null also where it was refused as none of theirs. */
      object_id: id.nullable(),
      external_id: z.string().nullable(),
      status: z.number().int(),
      /** Of the refusal. */
      code: z.string().nullable(),
      duration_ms: z.number().int(),
      request_id: z.string(),
      key: z.strictObject({ id, name: z.string() }),
      is_test: z.boolean(),
      /** Null: a proxy has told none. */
      address: z.string().nullable(),
      /** The kept answer of the same `Idempotency-Key`. */
      is_replayed: z.boolean(),
    }),
  ).extend({ rest: rest.nullable() }),
});
