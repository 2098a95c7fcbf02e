import { z } from 'zod';
import { call, id, idParams, text, timestamp } from './call.ts';

/** A key of the merchant's server. The key itself is answered once, at its creation. */
const apiKey = z.strictObject({
  id,
  name: z.string(),
  created_at: timestamp,
  /** Null while it is in force. */
  revoked_at: timestamp.nullable(),
});

export const listApiKeys = call({
  method: 'GET',
  path: '/apikeys/',
  summary: 'Ключи API мерчанта, новые сверху',
  roles: ['merchant'],
  ok: 200,
  response: z.strictObject({ count: z.number().int(), results: z.array(apiKey) }),
});

export const createApiKey = call({
  method: 'POST',
  path: '/apikeys/',
  summary: 'Создать ключ API: он показывается один раз',
  roles: ['merchant'],
  body: z.strictObject({ name: text(100) }),
  ok: 201,
  response: apiKey.extend({ key: z.string() }),
});

/** From then on within five seconds no server lets it in; a second time changes nothing. */
export const revokeApiKey = call({
  method: 'POST',
  path: '/apikeys/:id/revoke/',
  summary: 'Отозвать ключ API',
  roles: ['merchant'],
  params: idParams,
  ok: 200,
  response: apiKey,
});
