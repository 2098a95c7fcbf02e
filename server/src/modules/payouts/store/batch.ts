import type { PageRequest } from '@kantor/contract/plain/pages.ts';
import { sql } from 'kysely';
import type { Page } from '../../../db/dense-list.ts';
import type { Reader, Tx } from '../../../db/tx.ts';
import { columns, type NewPayout, type Payout } from './payout.ts';

/** A new payout, and the row of a file that it is of. */
export type NewBatchPayout = Omit<NewPayout, 'merchantId' | 'rate' | 'feeBp' | 'createdAt'> & { row: number };

/** What all of them have in common. */
export type BatchTerms = Pick<NewPayout, 'merchantId' | 'rate' | 'feeBp'> & { batchId: string; at: Date };

/** Writes payouts of a file's rows, numbered in their order. A row has one payout for ever: `payout_batch_key`. */
export async function insertBatchPayouts(
  tx: Tx,
  payouts: readonly NewBatchPayout[],
  { merchantId, rate, feeBp, batchId, at }: BatchTerms,
): Promise<void> {
  const each = <Value>(valueOf: (payout: NewBatchPayout) => Value) => payouts.map((payout) => valueOf(payout));
  await sql`
    insert into payout (id, merchant_id, merchant_seq, amount, rate, amount_usdt, fee_bp, is_sbp, fio, phone, bank_account,
      recipient_bank, external_id, created_at, batch_id, batch_row)
    select id, ${merchantId}, list_append(${merchantId}, 'payouts'), amount, ${rate}::bigint, amount_usdt, ${feeBp}::integer,
      is_sbp, fio, phone, bank_account, recipient_bank, external_id, ${at}, ${batchId}, batch_row
    from (
      select * from unnest(${each(({ id }) => id)}::uuid[], ${each(({ amount }) => amount)}::bigint[],
        ${each(({ amountUsdt }) => amountUsdt)}::bigint[], ${each(({ isSbp }) => isSbp)}::boolean[],
        ${each(({ fio }) => fio)}::text[], ${each(({ phone }) => phone)}::text[],
        ${each(({ bankAccount }) => bankAccount)}::text[], ${each(({ recipientBank }) => recipientBank)}::text[],
        ${each(({ externalId }) => externalId)}::text[], ${each(({ row }) => row)}::integer[])
        as given (id, amount, amount_usdt, is_sbp, fio, phone, bank_account, recipient_bank, external_id, batch_row)
      order by batch_row
    ) as given`.execute(tx);
}

/** One page of the payouts of a merchant's file, newest first. */
export async function readBatchPayouts(
  db: Reader,
  merchantId: string,
  batchId: string,
  { page, pageSize }: PageRequest,
): Promise<Page<Payout>> {
  const mine = sql`p.merchant_id = ${merchantId} and p.batch_id = ${batchId}`;
  const { rows } = await sql<Payout & { count: bigint }>`
    with counts as (select count(*) as count from payout p where ${mine})
    select counts.count, r.* from counts left join lateral (
      select ${columns} from payout p where ${mine}
      order by p.batch_row desc offset ${(page - 1) * pageSize} limit ${pageSize}
    ) r on true`.execute(db);
  return { count: Number(rows[0]?.count ?? 0n), results: rows.filter(({ id }) => id !== null) };
}

/** Who is paid, and how much. */
export interface Paid {
  phone: string;
  bankAccount: string;
  /** Kopecks. */
  amount: bigint;
}

/** Which of these have had the same sum from this merchant since then, cancelled payouts apart: their places in the list. */
export async function readAlike(db: Reader, merchantId: string, paid: readonly Paid[], since: Date): Promise<number[]> {
  const { rows } = await sql<{ place: bigint }>`
    select place from unnest(${paid.map(({ phone }) => phone)}::text[], ${paid.map(({ bankAccount }) => bankAccount)}::text[],
      ${paid.map(({ amount }) => amount)}::bigint[]) with ordinality as asked (phone, bank_account, amount, place)
    where exists (
        select from payout p where p.merchant_id = ${merchantId} and p.phone = asked.phone and p.phone <> ''
          and p.amount = asked.amount and p.created_at > ${since} and p.status <> 'CANCELLED')
      or exists (
        select from payout p where p.merchant_id = ${merchantId} and p.bank_account = asked.bank_account
          and p.bank_account <> '' and p.amount = asked.amount and p.created_at > ${since} and p.status <> 'CANCELLED')`.execute(
    db,
  );
  return rows.map(({ place }) => Number(place) - 1);
}

/** Which of these numbers the merchant has given to a payout already. */
export async function readTakenNumbers(db: Reader, merchantId: string, numbers: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{ number: string }>`
    select external_id as number from payout
    where merchant_id = ${merchantId} and external_id = any(${numbers}::text[])`.execute(db);
  return rows.map(({ number }) => number);
}
