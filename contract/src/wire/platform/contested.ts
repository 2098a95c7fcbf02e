import { z } from 'zod';
import { MAX_BATCH, MAX_LENGTH } from '../../plain/limits.ts';
import * as routes from '../../plain/platform-actions.ts';
import { DECLINE_REASONS } from '../../plain/appeals.ts';
import { appealComment } from '../appeals.ts';
import { id, text } from '../call.ts';
import { positiveRub } from '../money.ts';
import { actionCalls } from './action.ts';

export const confirmAppeal = actionCalls(routes.confirmAppeal, {
  summary: 'Подтвердить апелляцию: заказ закроется',
  /** What was really paid; what is claimed when absent. */
  fields: { amount: positiveRub.optional(), comment: appealComment },
  refusals: { appeal_status: 409, insufficient_funds: 409 },
});

export const declineAppeal = actionCalls(routes.declineAppeal, {
  summary: 'Отклонить апелляцию: заказ вернётся в прежний статус',
  /** Told to both sides. */
  fields: { reason: z.enum(DECLINE_REASONS).optional(), comment: appealComment },
  refusals: { appeal_status: 409 },
});

export const splitAppeal = actionCalls(routes.splitAppeal, {
  summary: 'Разделить: заказ закроется на часть заявленной суммы, в остальном апелляция отклонена',
  /** The merchant's part, less than what is claimed; the comment is told to both sides. */
  fields: { amount: positiveRub, comment: text(MAX_LENGTH.reason) },
  refusals: { appeal_status: 409, insufficient_funds: 409 },
});

export const freePayout = actionCalls(routes.freePayout, {
  summary: 'Вернуть выплату из работы в очередь',
  fields: {},
  refusals: { payout_status: 409, payout_proof: 409 },
});

export const decidePayout = actionCalls(routes.decidePayout, {
  summary: 'Решить по выплате, окончательно',
  fields: { for: z.enum(['trader', 'merchant']), reason: text(MAX_LENGTH.reason) },
  refusals: { payout_status: 409, payout_no_proof: 409 },
});

export const resendWebhook = actionCalls(routes.resendWebhook, {
  summary: 'Отправить вебхук ещё раз',
  fields: {},
  refusals: { webhook_sending: 409, webhooks_off: 409 },
});

export const resendWebhooks = actionCalls(routes.resendWebhooks, {
  summary: 'Отправить вебхуки ещё раз',
  fields: { ids: z.array(id).min(1).max(MAX_BATCH) },
  refusals: { webhooks_off: 409 },
});

export const allowWallet = actionCalls(routes.allowWallet, {
  summary: 'Разрешить новый кошелёк сразу',
  fields: {},
  refusals: { wallet_invalid: 409, wallet_removed: 409, wallet_usable: 409 },
});
