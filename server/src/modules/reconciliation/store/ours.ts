import { sql } from 'kysely';
import type { Reader } from '../../../db/tx.ts';
import { after, DAY, MINUTE } from '../../../kernel/clock.ts';
import { firstIdAt } from '../../../kernel/ids.ts';

/** From when, and before when. */
export interface Period {
  from: Date;
  to: Date;
}

/** Where the next piece begins: after this id. */
interface Piece {
  after: string;
  limit: number;
}

/** An order or a payout with what its sum and fee come of. Kopecks, micro-USDT, 1/10000 of a rouble, basis points. */
export interface OwnObject {
  id: string;
  externalId: string | null;
  status: string;
  amount: bigint;
  /** Of an order that was closed for another sum by an appeal. */
  paid: bigint | null;
  amountUsdt: bigint;
  rate: bigint;
  feeBp: number;
  createdAt: Date;
  /** When it was paid, or done. */
  paidAt: Date | null;
}

export type OwnKind = 'orders' | 'payouts';

const SELECT: Readonly<Record<OwnKind, ReturnType<typeof sql>>> = {
  orders: sql`
    select o.id, o.external_id as "externalId", o.status::text, o.amount, o.amount_usdt as "amountUsdt", o.rate, o.fee_bp as "feeBp",
      (select paid_amount from appeal where appeal.order_id = o.id and appeal.status = 'PROCESSED') as paid,
      o.created_at as "createdAt", o.paid_at as "paidAt"
    from orders o`,
  payouts: sql`
    select o.id, o.external_id as "externalId", o.status::text, o.amount, o.amount_usdt as "amountUsdt", o.rate, o.fee_bp as "feeBp",
      null::bigint as paid, o.created_at as "createdAt", case when o.status = 'DONE' then o.done_at end as "paidAt"
    from payout o`,
};

/** A merchant's objects by their own numbers. */
export async function findByNumbers(
  db: Reader,
  kind: OwnKind,
  merchantId: string,
  numbers: readonly string[],
): Promise<OwnObject[]> {
  const { rows } = await sql<OwnObject>`
    ${SELECT[kind]} where o.merchant_id = ${merchantId} and o.external_id = any(${numbers}::text[])`.execute(db);
  return rows;
}

/** The same by our ids. */
export async function findByIds(
  db: Reader,
  kind: OwnKind,
  merchantId: string,
  ids: readonly string[],
): Promise<OwnObject[]> {
  const { rows } = await sql<OwnObject>`
    ${SELECT[kind]} where o.merchant_id = ${merchantId} and o.id = any(${ids}::uuid[])`.execute(db);
  return rows;
}

/** An order may be closed so long after it was made, by an appeal. */
const CLOSED_WITHIN_MS = 90 * DAY;
/** Ids say when something was asked for, perhaps a little before it was made. */
const madeFrom = ({ from }: Period, early: number) => firstIdAt(after(from, -early));
const madeTo = ({ to }: Period) => firstIdAt(after(to, MINUTE));

/**
 * A piece of a merchant's objects of a period, in the order of their ids.
 * @param onlyPaid those that were paid in it, or done; else those that were made in it.
 */
export async function readOwnOfPeriod(
  db: Reader,
  kind: OwnKind,
  { merchantId, period, onlyPaid }: { merchantId: string; period: Period; onlyPaid: boolean },
  { after: seen, limit }: Piece,
): Promise<OwnObject[]> {
  const paidAt = kind === 'orders' ? sql`o.paid_at` : sql`o.done_at`;
  const paid = kind === 'orders' ? sql`'CLOSED'` : sql`'DONE'`;
  const isIn = onlyPaid
    ? sql`o.status = ${paid} and ${paidAt} >= ${period.from} and ${paidAt} < ${period.to}`
    : sql`o.created_at >= ${period.from} and o.created_at < ${period.to}`;
  const { rows } = await sql<OwnObject>`
    ${SELECT[kind]}
    where o.merchant_id = ${merchantId} and o.id > ${seen}::uuid
      and o.id >= ${madeFrom(period, onlyPaid ? CLOSED_WITHIN_MS : MINUTE)}::uuid and o.id < ${madeTo(period)}::uuid and ${isIn}
    order by o.id limit ${limit}`.execute(db);
  return rows;
}

/** The requisites that had one of these tails, or the one of this id. */
export async function findRequisites(
  db: Reader,
  { tails, id }: { tails: readonly string[]; id: string | null },
): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select distinct requisite_id as id from payee
    where requisite_id = ${id}::uuid or last_4_digits_card = any(${tails}::text[]) or right(bank_account, 4) = any(${tails}::text[])`.execute(
    db,
  );
  return rows.map((row) => row.id);
}

export interface ClosedOrder {
  id: string;
  externalId: string;
  /** Kopecks that were paid. */
  amount: bigint;
  paidAt: Date;
  card: string;
  account: string;
}

/** A piece of what was closed on requisites in a period, in the order of its ids. */
export async function readClosings(
  db: Reader,
  requisites: readonly string[],
  period: Period,
  { after: seen, limit }: Piece,
): Promise<ClosedOrder[]> {
  const { rows } = await sql<ClosedOrder>`
    select o.id, o.external_id as "externalId", o.paid_at as "paidAt",
      coalesce((select paid_amount from appeal where appeal.order_id = o.id and appeal.status = 'PROCESSED'), o.amount) as amount,
      payee.last_4_digits_card as card, right(payee.bank_account, 4) as account
    from orders o join payee on payee.requisite_id = o.requisite_id and payee.version = o.payee_version
    where o.requisite_id = any(${requisites}::uuid[]) and o.status = 'CLOSED' and o.paid_at >= ${period.from}
      and o.paid_at < ${period.to} and o.id > ${seen}::uuid
    order by o.id limit ${limit}`.execute(db);
  return rows;
}

export interface Transfer {
  kind: 'deposit' | 'withdrawal';
  id: string;
  hash: string;
  /** Micro-USDT. */
  amount: bigint;
  at: Date;
}

/** The parts of one transaction that came to one account are one transfer of the wallet's statement. */
const DEPOSITS = sql`
  select 'deposit' as kind, (array_agg(id order by log_index))[1] as id, tx_hash as hash, sum(amount)::bigint as amount, min(created_at) as at
  from chain_deposit`;
const WITHDRAWALS = sql`
  select 'withdrawal' as kind, id, transaction_hash as hash, amount_usdt as amount, done_at as at from withdrawal`;

/** Deposits and withdrawals by the hashes of their transactions. */
export async function findTransfers(db: Reader, hashes: readonly string[]): Promise<Transfer[]> {
  const { rows } = await sql<Transfer>`
    ${DEPOSITS} where tx_hash = any(${hashes}::text[]) group by tx_hash
    union all ${WITHDRAWALS} where transaction_hash = any(${hashes}::text[])`.execute(db);
  return rows;
}

/** Those of a period, at most so many. */
export async function readTransfersOfPeriod(db: Reader, { from, to }: Period, limit: number): Promise<Transfer[]> {
  const { rows } = await sql<Transfer>`
    select * from (
      ${DEPOSITS} where created_at >= ${from} and created_at < ${to} group by tx_hash
      union all ${WITHDRAWALS} where transaction_hash is not null and done_at >= ${from} and done_at < ${to}
    ) transfer order by at, id limit ${limit}`.execute(db);
  return rows;
}
