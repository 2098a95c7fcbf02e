import { z } from 'zod';
import { call, ROLES, timestamp } from './call.ts';
import { rate } from './money.ts';

export const getRate = call({
  method: 'GET',
  path: '/info/rates/',
  summary: 'Текущий курс: рублей за 1 USDT',
  roles: ROLES,
  ok: 200,
  response: z.strictObject({ rate, updated_at: timestamp }),
});

export const listBanks = call({
  method: 'GET',
  path: '/info/bank_types/',
  summary: 'Банки',
  roles: ROLES,
  ok: 200,
  response: z.array(z.strictObject({ id: z.number().int(), name: z.string() })),
});
