import type { AppealDecider } from '@kantor/contract/plain/match.ts';
import type { OrderStatus } from '@kantor/contract/plain/statuses.ts';
import type { OtherSums } from '../accounts/index.ts';

/** An order, and kopecks that came for it. */
interface Paid {
  status: OrderStatus;
  amount: bigint;
  sum: bigint;
}

const WHOLE_PERCENT = 100n;

/** So little is missing that the merchant lets the order close. Of what is too much, nothing is missing. */
const isAllowed = ({ amount, sum }: Paid, { rule, missingPercent }: OtherSums): boolean =>
  rule === 'down_to' &&
  missingPercent !== null &&
  sum < amount &&
  sum * WHOLE_PERCENT >= amount * (WHOLE_PERCENT - BigInt(missingPercent));

/**
 * Who says whether an order closes for another sum than its own: its trader, since the merchant lets them; otherwise an appeal with
 * that sum asks the merchant, or the platform where the merchant never agrees. A cancelled order closes for no sum by itself.
 */
export function deciderOf(paid: Paid, rule: OtherSums): AppealDecider {
  if (paid.status !== 'DECLINED' && isAllowed(paid, rule)) return 'trader';
  return rule.rule === 'never' ? 'operator' : 'merchant';
}

const CONFIRMABLE: readonly OrderStatus[] = ['ACTIVE', 'EXPIRED'];
export const canConfirm = (status: OrderStatus): boolean => CONFIRMABLE.includes(status);

/** The sum is the order's own, and the order can be confirmed for it. */
export const isOwnSum = ({ status, amount, sum }: Paid): boolean => sum === amount && canConfirm(status);

/** Orders of these statuses can be contested. */
const CONTESTABLE: ReadonlySet<OrderStatus> = new Set([...CONFIRMABLE, 'DECLINED']);

/** What is done for the sum that came, where the order cannot be confirmed for it as it is; null where nothing can be. */
export function wayFor(paid: Paid, rule: OtherSums): 'close' | 'appeal' | null {
  if (!CONTESTABLE.has(paid.status) || isOwnSum(paid)) return null;
  return deciderOf(paid, rule) === 'trader' ? 'close' : 'appeal';
}
