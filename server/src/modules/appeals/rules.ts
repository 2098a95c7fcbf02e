import type { OrderStatus } from '@kantor/contract/plain/statuses.ts';
import { after, DAY } from '../../kernel/clock.ts';
import { badRequest, conflict } from '../../kernel/errors.ts';
import { inRoubles } from '../../kernel/money.ts';

/** The bounds that the operator sets to appeals. */
export interface AppealTerms {
  /** Days after the time that the order waited until. */
  days: number;
  /** A claim is at most so many times the order's sum. */
  multiple: number;
}

/** The facts of an order that decide on an appeal. */
interface Contested {
  status: OrderStatus;
  /** Kopecks. */
  amount: bigint;
  expiresAt: Date;
}

/** An order ends by this time at the latest, cancelled or expired. @throws ApiError 409 `appeal_late`. */
export function assertInTime({ expiresAt }: Contested, { days }: AppealTerms, at: Date): void {
  if (at <= after(expiresAt, days * DAY)) return;
  throw conflict('appeal_late', `Апелляцию можно открыть не позже чем через ${inDays(days)} после окончания заказа`);
}

const DAYS: Partial<Record<Intl.LDMLPluralRule, string>> = { one: 'день', few: 'дня' };
const inDays = (days: number): string => `${days} ${DAYS[new Intl.PluralRules('ru').select(days)] ?? 'дней'}`;

/**
 * A claim beyond the order's multiple is a slip or worse, and holds the trader's money; so does an order that the merchant
 * has cancelled and that nobody proves to have paid.
 * @throws ApiError 400 with the fault of each field.
 */
export function assertClaim(
  order: Contested,
  claim: { amount: bigint; hasReceipt: boolean },
  terms: AppealTerms,
): void {
  const most = order.amount * BigInt(terms.multiple);
  const errors = {
    ...(claim.amount > most && {
      amount: [`Не больше ${inRoubles(most)}: суммы заказа, умноженной на ${terms.multiple}`],
    }),
    ...(order.status === 'DECLINED' && !claim.hasReceipt && { file: ['Заказ отменён: приложите квитанцию об оплате'] }),
  };
  if (Object.keys(errors).length > 0) throw badRequest(errors);
}
