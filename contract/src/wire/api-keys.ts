import { z } from 'zod';
import { KEY_SCOPES, MAX_KEY_ADDRESSES, USUAL_SCOPES } from '../plain/api-keys.ts';
import * as accountRoutes from '../plain/account-routes.ts';
import * as routes from '../plain/routes.ts';
import { MAX_LENGTH } from '../plain/limits.ts';
import { call, id, idParams, text, timestamp } from './call.ts';

/** A key of the merchant's server. The key itself is answered once, at its creation. */
const apiKey = z.strictObject({
  id,
  name: z.string(),
  scopes: z.array(z.enum(KEY_SCOPES)),
  /** Networks that it may be used from; empty: any. */
  addresses: z.array(z.string()),
  /** It lives in the test world. */
  is_test: z.boolean(),
  created_at: timestamp,
  /** Null: it does not run out. */
  expires_at: timestamp.nullable(),
  /** To a minute; null: never. */
  last_used_at: timestamp.nullable(),
  /** Null while nothing but its time ends it. */
  revoked_at: timestamp.nullable(),
  /** What ended it: the merchant, a new password, or a block; null: it is in force, has run out, or ended before reasons were kept. */
  end_reason: z.enum(['revoked', 'password', 'blocked']).nullable(),
});

export const listApiKeys = call({
  ...routes.listApiKeys,
  summary: 'Ключи API мерчанта, новые сверху',
  ok: 200,
  response: z.strictObject({ count: z.number().int(), results: z.array(apiKey) }),
});

/** An address stands for a network of itself. */
const network = z.union([z.ipv4(), z.cidrv4(), z.ipv6(), z.cidrv6()]);

const networks = z
  .array(z.string().trim().max(MAX_LENGTH.network, 'Слишком длинный адрес'))
  .max(MAX_KEY_ADDRESSES, `Не больше ${MAX_KEY_ADDRESSES} адресов`)
  .superRefine((all, context) => {
    const wrong = all.find((each) => !network.safeParse(each).success);
    if (wrong !== undefined)
      context.addIssue(`«${wrong}» — не адрес и не сеть. Нужно так: 203.0.113.7, 203.0.113.0/24, 2001:db8::/32`);
  });

export const createApiKey = call({
  ...routes.createApiKey,
  summary: 'Создать ключ API: он показывается один раз',
  body: z
    .strictObject({
      name: text(MAX_LENGTH.name),
      scopes: z
        .array(z.enum(KEY_SCOPES, { error: 'Такого права нет' }))
        .min(1, 'Выберите хотя бы одно право')
        .default([...USUAL_SCOPES]),
      addresses: networks.default([]),
      expires_at: timestamp.nullable().default(null),
      is_test: z.boolean().default(false),
    })
    .refine(({ scopes, is_test: isTest }) => !isTest || !scopes.includes('withdrawals'), {
      path: ['scopes'],
      message: 'В тестовом режиме выводов нет: уберите право на выводы',
    }),
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

const serverWithdrawals = z.strictObject({ is_on: z.boolean() });

export const getServerWithdrawals = call({
  ...accountRoutes.getServerWithdrawals,
  summary: 'Вывод по API: включён ли',
  ok: 200,
  response: serverWithdrawals,
});

/** Off, no key withdraws any more: at once. */
export const setServerWithdrawals = call({
  ...accountRoutes.setServerWithdrawals,
  summary: 'Вывод по API: включить или выключить',
  body: serverWithdrawals,
  ok: 200,
  response: serverWithdrawals,
});
