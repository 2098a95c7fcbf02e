import type { DeclineReason } from '@kantor/contract/plain/appeals.ts';
import { sql } from 'kysely';
import type { Reader } from '../../db/tx.ts';
import { type PaymentDetails, paymentColumns, withPayee } from '../requisites/index.ts';
import { TEST_PAYEE } from '../test-mode/index.ts';
import type { PaymentFacts } from './rules.ts';

/** An order as its payer sees it. The payee is the one that the order was issued with. */
export interface Payment extends PaymentFacts, PaymentDetails {
  orderId: string;
  /** Of the test world: nobody is to transfer anything. */
  isTest: boolean;
  /** Kopecks. */
  amount: bigint;
  isSbp: boolean;
  /** The merchant's name. */
  shop: string;
  /** Where the page leads back to. */
  returnUrl: string | null;
  /** Files of the claim. */
  receipts: number;
  /** Kopecks that an appeal was confirmed for. */
  appealPaid: bigint | null;
  /** Why the latest appeal was declined last. */
  appealReason: DeclineReason | null;
}

/** Undefined when there is no such order, in either world. */
export const readPayment = async (db: Reader, orderId: string): Promise<Payment | undefined> =>
  (await readLivePayment(db, orderId)) ?? readTestPayment(db, orderId);

async function readLivePayment(db: Reader, orderId: string): Promise<Payment | undefined> {
  const { rows } = await sql<Payment>`
    select o.id as "orderId", false as "isTest", o.status, o.amount, o.is_sbp as "isSbp", o.expires_at as "expiresAt", o.return_url as "returnUrl",
      merchant.name as shop, ${paymentColumns('payee')}, claim.made_at as "claimedAt",
      (select created_at from order_status_change where order_id = o.id order by n desc limit 1) as "movedAt",
      (select count(*)::integer from payer_claim_file where order_id = o.id) as receipts,
      appealed.status as "appealStatus", appealed.paid_amount as "appealPaid",
      (select reason from appeal_step where appeal_id = appealed.id and reason is not null order by n desc limit 1) as "appealReason"
    from orders o ${withPayee('o')} join account merchant on merchant.id = o.merchant_id
    left join payer_claim claim on claim.order_id = o.id
    left join lateral (
      select id, status, paid_amount from appeal where order_id = o.id order by id desc limit 1
    ) as appealed on true
    where o.id = ${orderId}`.execute(db);
  return rows[0];
}

async function readTestPayment(db: Reader, orderId: string): Promise<Payment | undefined> {
  const { rows } = await sql<Omit<Payment, keyof typeof TEST_PAYEE>>`
    select o.id as "orderId", true as "isTest", o.status, o.amount, o.is_sbp as "isSbp", o.expires_at as "expiresAt",
      o.return_url as "returnUrl", merchant.name as shop, o.claimed_at as "claimedAt", o.moved_at as "movedAt", o.receipts,
      appealed.status as "appealStatus", appealed.paid_amount as "appealPaid",
      (select step ->> 'reason' from jsonb_array_elements(appealed.steps) with ordinality as taken (step, n)
        where step ->> 'reason' is not null order by n desc limit 1) as "appealReason"
    from test_order o join account merchant on merchant.id = o.merchant_id
    left join lateral (
      select status, paid_amount, steps from test_appeal where order_id = o.id order by id desc limit 1
    ) as appealed on true
    where o.id = ${orderId}`.execute(db);
  return rows[0] && { ...rows[0], ...TEST_PAYEE };
}
