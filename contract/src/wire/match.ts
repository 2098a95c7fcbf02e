import { z } from 'zod';
import { MAX_LENGTH } from '../plain/limits.ts';
import { DISMISSALS, OTHER_SUM_WAYS } from '../plain/match.ts';
import * as routes from '../plain/match-routes.ts';
import { NOTIFICATION_OUTCOMES, ORDER_STATUSES } from '../plain/statuses.ts';
import { call, empty, id, idParams, page, pageQuery, text, timestamp } from './call.ts';
import { otherSums } from './limits.ts';
import { rub } from './money.ts';

/** An order that a message may be about. */
const matchCandidate = z.strictObject({
  id,
  short_name: z.string(),
  amount: rub,
  bank_detail: z.strictObject({ short_name: z.string() }),
  created_at: timestamp,
  expires_at: timestamp,
  status: z.enum(ORDER_STATUSES),
  human_status: z.string(),
  /** Kopecks are in it: the message's sum without the order's; null where the message's was not read. */
  difference: rub.nullable(),
  /** The bank's own balance says that it is this one. Not by which figures: whoever sees no balance is told as much. */
  balance_fits: z.boolean(),
  /** It may be confirmed for its own sum. */
  can_confirm: z.boolean(),
  /** What is done for the message's sum where that is another, or the order is cancelled; null where nothing can be. */
  for_sum: z.enum(OTHER_SUM_WAYS).nullable(),
});

const messageToSort = z.strictObject({
  id,
  heard_at: timestamp,
  created_at: timestamp,
  cabinet: z.strictObject({ device_name: z.string() }),
  application: z.string(),
  bank: z.string().nullable(),
  amount: rub.nullable(),
  sender: z.string().nullable(),
  tail: z.string().nullable(),
  /** Its first 500 characters. */
  text: z.string(),
  outcome: z.enum(NOTIFICATION_OUTCOMES),
  reason: z.string(),
  /** The best first. */
  candidates: z.array(matchCandidate),
});

export const listMessagesToSort = call({
  ...routes.listMessagesToSort,
  summary: 'Сообщения, которые ждут человека, с заказами, о которых они могут быть; новые сверху',
  query: pageQuery(30, {
    /** `noise`: texts with a sum that were not read, while no order waited for money. */
    kind: z.enum(['to_sort', 'noise']).default('to_sort'),
  }),
  ok: 200,
  response: page(messageToSort),
});

/** Refusals of whoever comes second. */
const sorted = { message_used: 409, message_unfit: 409, message_dismissed: 409 } as const;

export const dismissMessage = call({
  ...routes.dismissMessage,
  summary: 'Сообщение не про заказ',
  params: idParams,
  body: z.strictObject({
    reason: z.enum(DISMISSALS, { error: 'Укажите причину' }),
    note: text(MAX_LENGTH.note).optional(),
  }),
  refusals: sorted,
  ok: 204,
  response: empty,
});

export const restoreMessage = call({
  ...routes.restoreMessage,
  summary: 'Вернуть сообщение в разбор',
  params: idParams,
  refusals: { message_not_dismissed: 409 },
  ok: 204,
  response: empty,
});

export const confirmOrderForSum = call({
  ...routes.confirmOrderForSum,
  summary: 'Пришла другая сумма: закрыть на неё заказ, если мерчант это разрешил, иначе открыть апелляцию',
  params: idParams,
  body: z.strictObject({ notification_id: id }),
  refusals: { order_status: 409, same_sum: 409, appeal_late: 409, insufficient_funds: 409, ...sorted },
  ok: 200,
  response: z.strictObject({ way: z.enum(OTHER_SUM_WAYS), amount: rub, appeal: id }),
});

export const getOtherSums = call({
  ...routes.getOtherSums,
  summary: 'Что делать, когда на заказ пришла другая сумма',
  ok: 200,
  response: otherSums,
});

export const setOtherSums = call({
  ...routes.setOtherSums,
  summary: 'Решить, что делать, когда на заказ пришла другая сумма',
  body: otherSums.refine(({ rule, missing_percent: percent }) => (rule === 'down_to') === (percent !== null), {
    path: ['missing_percent'],
    message: 'Укажите, сколько процентов может не хватать',
  }),
  ok: 200,
  response: otherSums,
});
