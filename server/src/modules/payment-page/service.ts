import type { Database } from '../../db/pool.ts';
import type { Clock } from '../../kernel/clock.ts';
import { notFound } from '../../kernel/errors.ts';
import type { PageLimits } from './limits.ts';
import { isDead } from './rules.ts';
import { type Payment, readPayment } from './store.ts';
import type { PaymentTokens } from './tokens.ts';

export interface FindDeps {
  db: Database;
  clock: Clock;
  tokens: PaymentTokens;
  limits: PageLimits;
}

/**
 * The payment of a link. Every link is looked for, and counted, in the same way, also one that cannot be ours: an answer tells
 * nothing about what there is, and takes the same time.
 * @throws ApiError 404, 429.
 */
export async function findPayment(
  { db, clock, tokens, limits }: FindDeps,
  token: string,
  address: string,
): Promise<Payment> {
  let found: Payment | undefined;
  for (const id of tokens.orderIdsOf(token)) found ??= await readPayment(db, id);
  const payment = found === undefined || isDead(found, clock()) ? undefined : found;
  limits.takeCall(address, payment?.orderId);
  if (payment === undefined) throw notFound();
  return payment;
}
