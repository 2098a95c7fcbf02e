import { z } from 'zod';
import { MAX_LENGTH } from '../plain/limits.ts';
import * as routes from '../plain/routes.ts';
import { FOUND_KINDS } from '../plain/search.ts';
import { ROLES } from '../plain/rights.ts';
import { call, id, text, timestamp } from './call.ts';
import { rub, usdt } from './money.ts';

const found = z.strictObject({
  kind: z.enum(FOUND_KINDS),
  id,
  /** The shop's own number, for whom it is shown. */
  number: z.string().nullable(),
  /** As screens call it: a requisite, who sent the money, a wallet, a phone, an account. */
  name: z.string().nullable(),
  amount_rub: rub.nullable(),
  amount_usdt: usdt.nullable(),
  /** One of its kind's. */
  status: z.string().nullable(),
  created_at: timestamp,
  /** The names of the accounts whose it is; only for the platform's people. */
  whose: z.string().nullable(),
  /** Of an account, and of a person: where they stand. */
  account: z.strictObject({ id, role: z.enum(ROLES) }).nullable(),
});

/** Beyond the specification. */
export const search = call({
  ...routes.search,
  summary:
    'Поиск по точному ключу: id, номер магазина, сумма, последние 4 цифры, отправитель, хеш, адрес; новые первыми',
  query: z.strictObject({ text: text(MAX_LENGTH.externalId) }),
  ok: 200,
  response: z.strictObject({ results: z.array(found) }),
});
