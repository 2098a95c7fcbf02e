import type { OrderStatus } from '@kantor/contract/plain/statuses.ts';
import { MAX_RECEIPTS } from '@kantor/contract/plain/payment-page.ts';
import { sql } from 'kysely';
import { type Locked, lockRow, type Reader, type Tx } from '../../db/tx.ts';
import { CLAIMABLE } from './rules.ts';

/** What a payer typed; a text that they left out is empty. */
export interface ClaimTexts {
  senderName: string;
  /** Of the card or account that the money was sent from. */
  lastFour: string;
  comment: string;
}

/** A payer's word about their payment: evidence, never a proof. */
export interface PayerClaim extends ClaimTexts {
  orderId: string;
  madeAt: Date;
  /** Stored files, in the order in which they came. */
  receipts: { id: string; name: string }[];
}

/** The accounts that a claim concerns. */
interface Parties {
  traderId: string;
  merchantId: string;
}

/** Writes the one claim of an order that is not closed. @returns undefined when there is one, or the order is in another status. */
export async function insertClaim(
  tx: Tx,
  { orderId, senderName, lastFour, comment }: ClaimTexts & { orderId: string },
  at: Date,
): Promise<Parties | undefined> {
  const { rows } = await sql<Parties>`
    with made as (
      insert into payer_claim (order_id, sender_name, last_four, comment, made_at)
      select id, ${senderName}, ${lastFour}, ${comment}, ${at}
      from orders where id = ${orderId} and status = any(${CLAIMABLE}::order_status[])
      on conflict do nothing
      returning order_id
    )
    select trader_id as "traderId", merchant_id as "merchantId" from made join orders on orders.id = made.order_id`.execute(
    tx,
  );
  return rows[0];
}

/** Where an order's claim stands. */
export interface ClaimState extends Parties {
  orderId: string;
  status: OrderStatus;
  isMade: boolean;
  /** Its receipts so far. */
  receipts: number;
}

/** Undefined when there is no such order. */
export async function readClaimState(db: Reader, orderId: string): Promise<ClaimState | undefined> {
  const { rows } = await sql<ClaimState>`
    select orders.id as "orderId", status, trader_id as "traderId", merchant_id as "merchantId", made_at is not null as "isMade",
      (select count(*)::integer from payer_claim_file where order_id = orders.id) as receipts
    from orders left join payer_claim on payer_claim.order_id = orders.id where orders.id = ${orderId}`.execute(db);
  return rows[0];
}

/** Locks the claim, so that its receipts come one after the other; undefined when there is none. */
export const lockClaim = (tx: Tx, orderId: string): Promise<Locked<{ orderId: string }> | undefined> =>
  lockRow(
    tx,
    sql<{
      orderId: string;
    }>`select order_id as "orderId" from payer_claim where order_id = ${orderId} for no key update`,
  );

/** Adds a stored file to a claim. @returns whether there was room for it. */
export async function insertReceipt(
  tx: Tx,
  { orderId }: Locked<{ orderId: string }>,
  fileId: string,
): Promise<boolean> {
  const { numAffectedRows = 0n } = await sql`
    insert into payer_claim_file (file_id, order_id, n)
    select ${fileId}, ${orderId}, count(*) + 1 from payer_claim_file where order_id = ${orderId}
    having count(*) < ${MAX_RECEIPTS}`.execute(tx);
  return numAffectedRows > 0n;
}

/** What the payer of an order says; undefined when they said nothing. */
export async function readClaim(db: Reader, orderId: string): Promise<PayerClaim | undefined> {
  const { rows } = await sql<PayerClaim>`
    select order_id as "orderId", sender_name as "senderName", last_four as "lastFour", comment, made_at as "madeAt",
      (select coalesce(json_agg(json_build_object('id', f.file_id, 'name', stored_file.name) order by f.n), '[]')
        from payer_claim_file f join stored_file on stored_file.id = f.file_id where f.order_id = payer_claim.order_id
      ) as receipts
    from payer_claim where order_id = ${orderId}`.execute(db);
  return rows[0];
}
