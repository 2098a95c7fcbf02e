import { z } from 'zod';
import * as merchantRoutes from '../plain/merchant-routes.ts';
import * as routes from '../plain/routes.ts';
import { call } from './call.ts';
import { MAX_MISSING_PERCENT, OTHER_SUM_RULES } from '../plain/match.ts';
import { rub } from './money.ts';
import { ORDER_METHODS } from '../plain/statuses.ts';

const count = z
  .strictObject({ limit: z.number().int().nullable(), used: z.number().int().nullable() })
  .describe('null: не ограничено');

/** A merchant's rule for other sums. */
export const otherSums = z.strictObject({
  rule: z.enum(OTHER_SUM_RULES),
  /** With `down_to`, whole per cent of the order's sum that may be missing; otherwise null. */
  missing_percent: z.number().int().min(1).max(MAX_MISSING_PERCENT).nullable(),
});

/** What a merchant may hold, and what it holds of that; null without a limit. */
const limits = z.strictObject({
  active_orders: count.describe('Активные заказы; null — не ограничено'),
  active_sum: z
    .strictObject({ limit: rub.nullable(), used: rub.nullable() })
    .describe('Сумма активных заказов, рубли; null — не ограничена'),
  unpaid_hour: count.describe('Заказы последних 60 минут, которые не закрыты; null — не ограничено'),
  requests_second: z.number().int().nullable().describe('Запросы всех ваших ключей в секунду; null — не ограничено'),
  payout_min: rub.describe('Наименьшая выплата, рубли'),
  appeal_days: z.number().int().describe('Сколько дней после `expires_at` заказа можно открыть апелляцию'),
  appeal_multiple: z.number().int().describe('Апелляция — не больше чем на столько сумм заказа'),
  other_sum: otherSums.describe('Что будет, когда на заказ пришла другая сумма; меняется в кабинете, ключом — нельзя'),
});

const possibleSums = z
  .strictObject({
    method: z.enum(ORDER_METHODS),
    bank: z.number().int().nullable().describe('Номер из /banks; null — если банк не назван'),
    ranges: z
      .array(
        z.strictObject({
          from: rub,
          to: rub.nullable().describe('Включительно; null — без конца'),
          answer: z
            .enum(['yes', 'not_now', 'never'])
            .describe('yes — выдаётся, not_now — сейчас некому принять, never — таких сумм здесь не бывает'),
        }),
      )
      .describe('Все суммы по порядку. Ровно такая сумма другого заказа может быть занята несколько минут'),
  })
  .meta({ id: 'PossibleSums' });

export const getLimits = call({
  ...merchantRoutes.getLimits,
  summary: 'Ваши ограничения и сколько из них занято',
  description: 'Что вы можете держать и сколько держите, и какие суммы заказов были бы выданы сейчас.',
  ok: 200,
  response: limits
    .extend({
      order_min: rub.describe('Наименьший заказ, рубли'),
      possible: z.array(possibleSums).describe('Какие заказы были бы выданы сейчас'),
    })
    .meta({ id: 'Limits' }),
});

/** The same, on the merchant's screen. */
export const getMerchantLimits = call({
  ...routes.getMerchantLimits,
  summary: 'Ограничения мерчанта и сколько из них занято',
  ok: 200,
  response: limits,
});
