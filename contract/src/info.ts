import { z } from 'zod';
import { call, ROLES, timestamp } from './call.ts';
import { rate } from './money.ts';

export const getRate = call({
  method: 'GET',
  path: '/info/rates/',
  summary: 'Текущий курс: рублей за 1 USDT',
  roles: ROLES,
  ok: 200,
  response: z.strictObject({
    rate,
    /** When its source last said so. */
    updated_at: timestamp,
    /** Too old: no orders are issued and no payouts made at it. */
    is_stale: z.boolean(),
  }),
});

export const listBanks = call({
  method: 'GET',
  path: '/info/bank_types/',
  summary: 'Банки',
  roles: ROLES,
  ok: 200,
  response: z.array(z.strictObject({ id: z.number().int(), name: z.string() })),
});
