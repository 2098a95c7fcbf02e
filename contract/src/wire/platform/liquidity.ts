import { z } from 'zod';
import { GATES } from '../../plain/gates.ts';
import { MAX_BANK_ID } from '../../plain/limits.ts';
import * as routes from '../../plain/platform-routes.ts';
import { ORDER_METHODS } from '../../plain/statuses.ts';
import { call, timestamp } from '../call.ts';
import { positiveRub, rate, rub, usdt } from '../money.ts';

export const getLiquidity = call({
  ...routes.getLiquidity,
  summary: 'Ликвидность: сколько реквизитов получил бы ордер каждой суммы и что останавливает остальные',
  query: z.strictObject({
    method: z.enum(ORDER_METHODS).default('sbp'),
    /** Any bank when absent. */
    bank: z.coerce.number<number>().int().min(1).max(MAX_BANK_ID).optional(),
    /** A sum of one's own beside the usual ones. */
    amount: positiveRub.optional(),
  }),
  ok: 200,
  response: z.strictObject({
    at: timestamp,
    rate,
    /** No order is issued at such a rate, whatever the figures say. */
    is_rate_stale: z.boolean(),
    /** Requisites outside the archive: what each level's figures add up to. */
    requisites: z.number().int(),
    levels: z.array(
      z.strictObject({
        amount: rub,
        amount_usdt: usdt,
        /** Requisites that pass every gate. */
        available: z.number().int(),
        /** The others, by the first gate that stops them. */
        stopped: z.partialRecord(z.enum(GATES), z.number().int()),
      }),
    ),
  }),
});
