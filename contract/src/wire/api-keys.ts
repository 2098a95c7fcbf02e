import { z } from 'zod';
import * as routes from '../plain/routes.ts';
import { MAX_LENGTH } from '../plain/limits.ts';
import { call, id, idParams, text, timestamp } from './call.ts';

/** A key of the merchant's server. The key itself is answered once, at its creation. */
const apiKey = z.strictObject({
  id,
  name: z.string(),
  created_at: timestamp,
  /** Null while it is in force. */
  revoked_at: timestamp.nullable(),
  /** What ended it: the merchant, a new password, or a block; null: it is in force, or ended before reasons were kept. */
  end_reason: z.enum(['revoked', 'password', 'blocked']).nullable(),
});

export const listApiKeys = call({
  ...routes.listApiKeys,
  summary: 'Ключи API мерчанта, новые сверху',
  ok: 200,
  response: z.strictObject({ count: z.number().int(), results: z.array(apiKey) }),
});

export const createApiKey = call({
  ...routes.createApiKey,
  summary: 'Создать ключ API: он показывается один раз',
  body: z.strictObject({ name: text(MAX_LENGTH.name) }),
  ok: 201,
  response: apiKey.extend({ key: z.string() }),
});

/** From then on within five seconds no server lets it in; a second time changes nothing. */
export const revokeApiKey = call({
  ...routes.revokeApiKey,
  summary: 'Отозвать ключ API',
  params: idParams,
  ok: 200,
  response: apiKey,
});
