import { sql } from 'kysely';
import type { Reader, Statement, Tx } from '../../db/tx.ts';
import { conflict } from '../../kernel/errors.ts';

export interface Rate {
  /** RUB for 1 USDT in 1/10000 of a rouble. */
  value: bigint;
  /** Its origin: the operator, or the name of a source. */
  source: string;
  createdAt: Date;
  /** The moment at which it was last confirmed. */
  confirmedAt: Date;
  /** No order is issued at it from this moment on. */
  staleAt: Date;
}

/** The rate in force, as a query that others may join. */
export const currentRate = sql`
  select id, value, source, created_at as "createdAt", confirmed_at as "confirmedAt", stale_at as "staleAt"
  from rate order by id desc limit 1`;

export const noRate = () => conflict('no_rate', 'Курс ещё не задан. Обратитесь к оператору');

/** The rate in force; undefined while none was ever set. */
export async function findCurrentRate(db: Reader): Promise<(Rate & { id: bigint }) | undefined> {
  const { rows } = await sql<Rate & { id: bigint }>`${currentRate}`.execute(db);
  return rows[0];
}

/**
 * The rate in force, however old.
 * @throws ApiError 409 `no_rate` while none was ever set.
 */
export async function readRate(db: Reader): Promise<Rate> {
  const rate = await findCurrentRate(db);
  if (rate === undefined) throw noRate();
  return rate;
}

/** Rates put in force since a moment, and the one that was in force then; newest first. @param limit at most so many. */
export async function readHistory(db: Reader, since: Date, limit: number): Promise<(Rate & { id: bigint })[]> {
  const { rows } = await sql<Rate & { id: bigint }>`
    select id, value, source, created_at as "createdAt", confirmed_at as "confirmedAt", stale_at as "staleAt"
    from (
      select *, lag(created_at) over (order by id desc) as later from rate order by id desc limit ${limit}
    ) last
    where later is null or later > ${since} order by id desc`.execute(db);
  return rows;
}

/** An arbitrary number that all processes of the product agree on. */
const RATE_LOCK = 727_012;

/** The lock of every change of the rate or a proposal, until the end of the transaction; readers never wait. */
export async function lockRates(tx: Tx): Promise<void> {
  await sql`select pg_advisory_xact_lock(${RATE_LOCK})`.execute(tx);
}

export type NewRate = Pick<Rate, 'value' | 'source' | 'staleAt'> & { at: Date };

/** Puts a rate in force from now on; orders keep the one they were created with. */
export async function insertRate(tx: Tx, { value, source, staleAt, at }: NewRate): Promise<void> {
  await sql`
    insert into rate (value, source, created_at, confirmed_at, stale_at)
    values (${value}, ${source}, ${at}, ${at}, ${staleAt})`.execute(tx);
}

/** Confirms the rate in force again. A longer validity is not taken back. */
export async function confirmRate(tx: Tx, id: bigint, at: Date, staleAt: Date): Promise<void> {
  await sql`
    update rate set confirmed_at = greatest(confirmed_at, ${at}), stale_at = greatest(stale_at, ${staleAt})
    where id = ${id}`.execute(tx);
}

export type ProposalStatus = 'WAITING' | 'ACCEPTED' | 'DECLINED' | 'REPLACED' | 'LAPSED';

/** A source's quote too far from the rate in force. Rates in 1/10000 of a rouble. */
export interface Proposal {
  id: bigint;
  value: bigint;
  /** The source's last quote while this proposal waits. */
  latest: bigint;
  inForce: bigint;
  source: string;
  status: ProposalStatus;
  createdAt: Date;
  decidedAt: Date | null;
}

const proposalColumns = sql`
  id, value, latest, in_force as "inForce", source, status, created_at as "createdAt", decided_at as "decidedAt"`;

/** The newest proposals first. */
export async function readProposals(db: Reader, limit: number): Promise<Proposal[]> {
  const { rows } = await sql<Proposal>`
    select ${proposalColumns} from rate_proposal order by id desc limit ${limit}`.execute(db);
  return rows;
}

export async function readProposal(db: Reader, id: bigint): Promise<Proposal | undefined> {
  const { rows } = await sql<Proposal>`select ${proposalColumns} from rate_proposal where id = ${id}`.execute(db);
  return rows[0];
}

export async function insertProposal(
  tx: Tx,
  { value, inForce, source, at }: { value: bigint; inForce: bigint; source: string; at: Date },
): Promise<void> {
  await sql`
    insert into rate_proposal (value, latest, in_force, source, created_at)
    values (${value}, ${value}, ${inForce}, ${source}, ${at})`.execute(tx);
}

export async function setLatest(tx: Tx, id: bigint, value: bigint): Promise<void> {
  await sql`update rate_proposal set latest = ${value} where id = ${id} and latest <> ${value}`.execute(tx);
}

/** Ends a waiting proposal; a compare-and-set. @returns the proposal, undefined when it did not wait. */
export async function endProposal(
  tx: Tx,
  id: bigint,
  status: Exclude<ProposalStatus, 'WAITING'>,
  at: Date,
): Promise<Proposal | undefined> {
  const { rows } = await sql<Proposal>`
    update rate_proposal set status = ${status}, decided_at = ${at} where id = ${id} and status = 'WAITING'
    returning ${proposalColumns}`.execute(tx);
  return rows[0];
}

/** Ends the waiting proposal, if there is one. */
export async function endWaiting(tx: Tx, status: 'REPLACED' | 'LAPSED', at: Date): Promise<void> {
  await sql`update rate_proposal set status = ${status}, decided_at = ${at} where status = 'WAITING'`.execute(tx);
}

/** Deletes proposals that ended before a moment. @returns how many. */
export async function deleteProposals(
  statement: Statement,
  { before, limit }: { before: Date; limit: number },
): Promise<number> {
  const { numAffectedRows = 0n } = await sql`
    delete from rate_proposal where id in (
      select id from rate_proposal where decided_at < ${before} order by id limit ${limit}
    )`.execute(statement);
  return Number(numAffectedRows);
}
