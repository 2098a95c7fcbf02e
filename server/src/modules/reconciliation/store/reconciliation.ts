import type { PageRequest } from '@kantor/contract/plain/pages.ts';
import type {
  PeriodSource,
  Pile,
  ReconciliationField,
  ReconciliationKind,
} from '@kantor/contract/plain/reconciliations.ts';
import { sql } from 'kysely';
import type { Page } from '../../../db/dense-list.ts';
import type { Reader, Statement, Tx } from '../../../db/tx.ts';
import type { Words } from '../rules.ts';

type Heads = Partial<Record<ReconciliationField, string>>;

/** What a reconciliation begins with. Minor units of the kind's sums, and micro-USDT. */
export interface NewReconciliation {
  id: string;
  accountId: string;
  kind: ReconciliationKind;
  fileName: string;
  madeBy: string;
  madeAt: Date;
  tolerance: bigint;
  feeTolerance: bigint;
  windowMinutes: number | null;
  /** Of ours, what was paid or done makes up the period, by when that was. */
  onlyPaid: boolean;
  scope: string | null;
}

/** What it ends with. Moscow's days. */
export interface Whole {
  heads: Heads;
  from: string;
  to: string;
  periodSource: PeriodSource;
  rows: number;
}

/** One whose comparison is over. */
export type Reconciliation = NewReconciliation & Whole & { maker: string };

/** What a pile comes to; null: there is nothing of the kind in it. */
export interface PileSums {
  pile: Pile;
  count: number;
  ours: bigint | null;
  theirs: bigint | null;
  oursFee: bigint | null;
  theirsFee: bigint | null;
}

const columns = sql`
  r.id, r.account_id as "accountId", r.kind, r.file_name as "fileName", r.made_by as "madeBy", r.made_at as "madeAt", r.heads,
  r.tolerance, r.fee_tolerance as "feeTolerance", r.window_minutes as "windowMinutes", r.only_paid as "onlyPaid", r.scope, r.day_from::text as "from",
  r.day_to::text as "to", r.period_source as "periodSource", r.rows, (select username from person where id = r.made_by) as maker`;

/** Whole, and not being deleted. */
const IS_THERE = sql`leased_until is null and not is_gone`;
/** On its way to that. */
const IS_BEING_MADE = sql`leased_until is not null and not is_gone`;

export type Listed = Reconciliation & { differences: number; difference: bigint };

/** One page of an account's reconciliations, newest first: there are a few a day. */
export async function readReconciliations(
  db: Reader,
  accountId: string,
  { page, pageSize }: PageRequest,
): Promise<Page<Listed>> {
  const { rows } = await sql<Listed & { count: bigint }>`
    with counts as (select count(*) as count from reconciliation where account_id = ${accountId} and ${IS_THERE})
    select counts.count, own.*, sums.differences::integer, sums.difference from counts left join lateral (
      select ${columns} from reconciliation r where r.account_id = ${accountId} and ${IS_THERE}
      order by r.id desc offset ${(page - 1) * pageSize} limit ${pageSize}
    ) own on true left join lateral (
      select coalesce(sum(count) filter (where pile <> 'match'), 0) as differences,
        coalesce(sum(coalesce(ours, 0) - coalesce(theirs, 0)), 0)::bigint as difference
      from reconciliation_pile where reconciliation_id = own.id and pile <> 'left_out'
    ) sums on true order by own.id desc`.execute(db);
  return { count: Number(rows[0]?.count ?? 0n), results: rows.filter(({ id }) => id !== null) };
}

export async function readReconciliation(
  db: Reader,
  accountId: string,
  id: string,
): Promise<Reconciliation | undefined> {
  const { rows } = await sql<Reconciliation>`
    select ${columns} from reconciliation r
    where r.id = ${id} and r.account_id = ${accountId} and ${IS_THERE}`.execute(db);
  return rows[0];
}

export async function readPiles(db: Reader, id: string): Promise<PileSums[]> {
  const { rows } = await sql<PileSums>`
    select pile, count, ours, theirs, ours_fee as "oursFee", theirs_fee as "theirsFee" from reconciliation_pile
    where reconciliation_id = ${id}`.execute(db);
  return rows;
}

/** How many an account has begun since a moment. */
export async function countSince(db: Reader, accountId: string, since: Date): Promise<number> {
  const { rows } = await sql<{ count: bigint }>`
    select count(*) as count from reconciliation where account_id = ${accountId} and made_at >= ${since}`.execute(db);
  return Number(rows[0]?.count ?? 0n);
}

/** Begins one. @throws DatabaseError `reconciliation_being_made` while the account's last is under way, or its maker has died. */
export async function insertReconciliation(
  statement: Statement,
  own: NewReconciliation,
  leasedUntil: Date,
): Promise<void> {
  await sql`
    insert into reconciliation (id, account_id, kind, file_name, made_by, made_at, tolerance, fee_tolerance, window_minutes,
      only_paid, scope, leased_until)
    values (${own.id}, ${own.accountId}, ${own.kind}, ${own.fileName}, ${own.madeBy}, ${own.madeAt},
      ${own.tolerance}, ${own.feeTolerance}, ${own.windowMinutes}, ${own.onlyPaid}, ${own.scope}, ${leasedUntil})`.execute(
    statement,
  );
}

/** It is whole from now on. @returns false when somebody has taken it for dead meanwhile. */
export async function finish(tx: Tx, id: string, { heads, from, to, periodSource, rows }: Whole): Promise<boolean> {
  const { numAffectedRows } = await sql`
    update reconciliation set leased_until = null, heads = ${JSON.stringify(heads)}::jsonb, day_from = ${from}, day_to = ${to}, period_source = ${periodSource}, rows = ${rows}
    where id = ${id} and ${IS_BEING_MADE}`.execute(tx);
  return numAffectedRows === 1n;
}

export async function insertPiles(tx: Tx, id: string, piles: readonly PileSums[]): Promise<void> {
  for (const { pile, count, ours, theirs, oursFee, theirsFee } of piles)
    await sql`
      insert into reconciliation_pile (reconciliation_id, pile, count, ours, theirs, ours_fee, theirs_fee)
      values (${id}, ${pile}, ${count}, ${ours}, ${theirs}, ${oursFee}, ${theirsFee})`.execute(tx);
}

/** The maker lives for longer. @returns false when it was taken for dead. */
export async function keepLease(statement: Statement, id: string, until: Date): Promise<boolean> {
  const { numAffectedRows } = await sql`
    update reconciliation set leased_until = ${until} where id = ${id} and ${IS_BEING_MADE}`.execute(statement);
  return numAffectedRows === 1n;
}

/** Those of an account whose maker has died make way. */
export async function giveUpDead(statement: Statement, accountId: string, at: Date): Promise<void> {
  await sql`
    update reconciliation set is_gone = true
    where account_id = ${accountId} and leased_until <= ${at} and not is_gone`.execute(statement);
}

/** One that is being made is given up. */
export async function giveUp(statement: Statement, id: string): Promise<void> {
  await sql`update reconciliation set is_gone = true where id = ${id} and ${IS_BEING_MADE}`.execute(statement);
}

/** Gives up what was made before a moment, and whatever nobody finished. @returns what is to be deleted. */
export async function giveUpOld(statement: Statement, { before, at }: { before: Date; at: Date }): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    update reconciliation set is_gone = true where is_gone or made_at < ${before} or leased_until <= ${at} returning id`.execute(
    statement,
  );
  return rows.map(({ id }) => id);
}

/** Deletes one that is gone and has no rows any more. */
export async function deleteGone(statement: Statement, id: string): Promise<void> {
  await sql`delete from reconciliation where id = ${id} and is_gone`.execute(statement);
}

/** How an account named things of a kind last. */
export async function readSettings(
  db: Reader,
  accountId: string,
  kind: ReconciliationKind,
): Promise<{ heads: Heads; words: Words }> {
  const { rows } = await sql<{ heads: Heads; words: Words }>`
    select heads, words from reconciliation_setting where account_id = ${accountId} and kind = ${kind}`.execute(db);
  return rows[0] ?? { heads: {}, words: {} };
}

/** Words that were named once stay named, also when a file has others. */
export async function rememberSettings(
  tx: Tx,
  { accountId, kind, heads }: Pick<Reconciliation, 'accountId' | 'kind' | 'heads'>,
  words: Words,
): Promise<void> {
  await sql`
    insert into reconciliation_setting (account_id, kind, heads, words)
    values (${accountId}, ${kind}, ${JSON.stringify(heads)}::jsonb, ${JSON.stringify(words)}::jsonb)
    on conflict (account_id, kind) do update set heads = excluded.heads, words = reconciliation_setting.words || excluded.words`.execute(
    tx,
  );
}
