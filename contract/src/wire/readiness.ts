import { z } from 'zod';
import { GATES } from '../plain/gates.ts';
import { MAX_BANK_ID } from '../plain/limits.ts';
import * as routes from '../plain/routes.ts';
import { ORDER_METHODS } from '../plain/statuses.ts';
import { call, id, timestamp } from './call.ts';
import { positiveRub, rub, usdt } from './money.ts';

/** A requisite at the gates of issuing, with the numbers that they judge. */
const atGates = z.strictObject({
  id,
  /** The gates that stop it, in the order in which they are judged; none: it takes an order now. */
  stopped: z.array(z.enum(GATES)),
  /** The sums that it would take, as far as its limits and the balance go; null: no limit. */
  amount_from: rub,
  amount_to: rub.nullable(),
  active_orders: z.number().int(),
  /** 0: no limit. */
  max_current_deals: z.number().int(),
  current_deals_count: z.number().int(),
  max_deals: z.number().int(),
  /** When the interval since its last order ends; null without one. */
  interval_until: timestamp.nullable(),
  /** When its schedule switches it next; null without one. */
  switch_at: timestamp.nullable(),
  cabinet: z.strictObject({ id, device_name: z.string() }).nullable(),
  /** The last heartbeat of its phone. */
  last_heard_at: timestamp.nullable(),
});

/** The same conditions decide when an order is issued. */
export const getReadiness = call({
  ...routes.getReadiness,
  summary: 'Какие реквизиты трейдера приняли бы заказ сейчас и что останавливает остальные',
  query: z.strictObject({
    /** The smallest sum that each requisite takes when absent. */
    amount: positiveRub.optional(),
    /** Any method of the requisite when absent. */
    method: z.enum(ORDER_METHODS).optional(),
    /** Any bank when absent. */
    bank: z.coerce.number<number>().int().min(1).max(MAX_BANK_ID).optional(),
  }),
  ok: 200,
  response: z.strictObject({
    at: timestamp,
    /** No order is issued to anybody: there is no rate, or it is too old. */
    no_rate: z.enum(['none', 'stale']).nullable(),
    /** Requisites that take an order now, of how many outside the archive. */
    ready: z.number().int(),
    total: z.number().int(),
    /** The sums that those take together; null where there is none, or no limit. */
    amount_from: rub.nullable(),
    amount_to: rub.nullable(),
    /** The free USDT, and the sum of one order that it is enough for. Null for whoever sees no balance. */
    free: z.strictObject({ usdt, rub }).nullable(),
    requisites: z.array(atGates),
  }),
});

/** The last 24 hours, in whole hours. */
export const getDemand = call({
  ...routes.getDemand,
  summary: 'Сколько заказов просили магазины за сутки и сколько из них подошло бы трейдеру',
  ok: 200,
  response: z.strictObject({
    since: timestamp,
    /** Orders that a requisite was looked for, found or not. */
    asked: z.number().int(),
    /** Of these, those whose method, bank and sum one of the trader's requisites takes, as they are set now. */
    suitable: z.number().int(),
    /** Orders issued to the trader. */
    issued: z.number().int(),
  }),
});
