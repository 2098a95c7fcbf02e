import { z } from 'zod';
import * as routes from '../plain/routes.ts';
import { call, timestamp } from './call.ts';
import { rate } from './money.ts';

export const getRate = call({
  ...routes.getRate,
  summary: 'Текущий курс: рублей за 1 USDT',
  ok: 200,
  response: z.strictObject({
    rate,
    /** The moment at which its source last confirmed it. */
    updated_at: timestamp,
    /** Too old: no orders are issued and no payouts made at it. */
    is_stale: z.boolean(),
  }),
});

/** A bank that requisites can be of. */
export const bank = z.strictObject({ id: z.number().int(), name: z.string() }).meta({ id: 'Bank' });

export const listBanks = call({
  ...routes.listBanks,
  summary: 'Банки',
  ok: 200,
  response: z.array(bank),
});

/** A member of СБП (plain/sbp-members.ts). */
export const sbpMember = z
  .strictObject({ id: z.string().describe('Идентификатор участника СБП'), name: z.string() })
  .meta({ id: 'SbpMember' });
