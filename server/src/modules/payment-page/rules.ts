import type { AppealStatus, OrderStatus } from '@kantor/contract/plain/statuses.ts';
import { after, DAY } from '../../kernel/clock.ts';

/** A page outlives its order so long. */
const PAGE_GRACE_MS = DAY;

/**
 * What a page says. `waiting`: for the transfer. `checking`: the payer says they paid. `paid`. `expired`, `cancelled`: it was not
 * paid, as far as anybody knows; `late`: the payer says it was. `appeal`: it is being decided on.
 */
export type PageState = 'waiting' | 'checking' | 'paid' | 'expired' | 'cancelled' | 'late' | 'appeal';

/** The facts of an order that its page follows from. */
export interface PaymentFacts {
  status: OrderStatus;
  expiresAt: Date;
  /** When it came to be in its status. */
  movedAt: Date;
  /** Null: its payer has not said that they paid. */
  claimedAt: Date | null;
  /** Of the latest appeal. */
  appealStatus: AppealStatus | null;
}

/** An order has come to rest in these; an appealed one has not. */
const ENDED: ReadonlySet<OrderStatus> = new Set<OrderStatus>(['CLOSED', 'EXPIRED', 'DECLINED']);

/** Whether the page is there no more. */
export const isDead = ({ status, movedAt }: PaymentFacts, at: Date): boolean =>
  ENDED.has(status) && at > after(movedAt, PAGE_GRACE_MS);

/** What the page says of an order now. The job that expires orders may be a moment late: time alone tells the payer. */
export function pageStateOf({ status, expiresAt, claimedAt }: PaymentFacts, at: Date): PageState {
  if (status === 'CLOSED') return 'paid';
  if (status === 'APPEAL') return 'appeal';
  if (status === 'ACTIVE' && expiresAt > at) return claimedAt === null ? 'waiting' : 'checking';
  if (claimedAt !== null) return 'late';
  return status === 'DECLINED' ? 'cancelled' : 'expired';
}
