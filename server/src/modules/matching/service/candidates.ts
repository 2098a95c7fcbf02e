import type { OtherSumWay } from '@kantor/contract/plain/match.ts';
import type { OrderStatus } from '@kantor/contract/plain/statuses.ts';
import type { Reader } from '../../../db/tx.ts';
import { continues } from '../chain.ts';
import { canConfirm, wayFor } from '../other-sum.ts';
import { distance } from '../rules.ts';
import { readCandidatesOf } from '../store/candidates.ts';

/** An order that a message may be about, with what tells whether it is. */
export interface MatchCandidate {
  orderId: string;
  /** As payers saw it. */
  requisite: string;
  /** Kopecks. */
  amount: bigint;
  status: OrderStatus;
  createdAt: Date;
  expiresAt: Date;
  /** Kopecks that the message says without the order's; null where it was not read. */
  difference: bigint | null;
  /** The message continues the balance that is known of the order's account. Where it does not, nothing is proven. */
  fits: boolean;
  canConfirm: boolean;
  /** What is done for the message's sum where that is another, or the order is cancelled. */
  forSum: OtherSumWay | null;
}

/** Kopecks between the sums; of a message that was not read they are alike to all. */
const differs = ({ difference }: MatchCandidate): bigint => distance(difference ?? 0n, 0n);

/** The balance speaks first, then whether something can be done, then the nearest sum, then what ends soonest. */
function byLikelihood(a: MatchCandidate, b: MatchCandidate): number {
  if (a.fits !== b.fits) return a.fits ? -1 : 1;
  if (a.canConfirm !== b.canConfirm) return a.canConfirm ? -1 : 1;
  const nearer = differs(a) - differs(b);
  if (nearer !== 0n) return nearer < 0n ? -1 : 1;
  return a.expiresAt.getTime() - b.expiresAt.getTime();
}

/**
 * For each of a trader's messages the orders that it may be about, the likeliest first: those that it fitted when it came, the one that
 * it is attached to; or, where it fitted none, unpaid ones nearby. For a page; nothing is decided by it.
 */
export async function readMatchCandidates(
  db: Reader,
  traderId: string,
  messageIds: readonly string[],
): Promise<Map<string, MatchCandidate[]>> {
  const rows = await readCandidatesOf(db, traderId, messageIds);
  const found = new Map<string, MatchCandidate[]>(messageIds.map((id) => [id, []]));
  for (const { said, chain, ...order } of rows) {
    const { amount, status, sum, rule, missingPercent } = order;
    found.get(order.messageId)?.push({
      orderId: order.orderId,
      requisite: order.requisite,
      amount,
      status,
      createdAt: order.createdAt,
      expiresAt: order.expiresAt,
      difference: sum === null ? null : sum - amount,
      fits: order.foundBefore !== null || (said !== undefined && chain !== undefined && continues(chain, said)),
      canConfirm: canConfirm(status),
      forSum: sum === null ? null : wayFor({ status, amount, sum }, { rule, missingPercent }),
    });
  }
  return new Map([...found].map(([id, candidates]) => [id, candidates.toSorted(byLikelihood)]));
}
