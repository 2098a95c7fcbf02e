import type { BatchField, BatchState, BatchStop } from '@kantor/contract/plain/batches.ts';
import type { PageRequest } from '@kantor/contract/plain/pages.ts';
import { sql } from 'kysely';
import type { Page } from '../../../db/dense-list.ts';
import { type Locked, lockRow, type Reader, type Statement, type Tx } from '../../../db/tx.ts';
import type { Columns } from '../rules.ts';

/** A file with payouts. Kopecks, 1/10000 of a rouble for 1 USDT, basis points. */
export interface Batch {
  id: string;
  merchantId: string;
  fileName: string;
  heads: string[];
  columns: Columns;
  state: BatchState;
  /** Persons. */
  madeBy: string;
  startedBy: string | null;
  approvedBy: string | null;
  /** Their names. */
  maker: string;
  starter: string | null;
  approver: string | null;
  madeAt: Date;
  startedAt: Date | null;
  approvedAt: Date | null;
  reason: string | null;
  waitingAmount: bigint | null;
  /** What its payouts are made at; null before somebody has agreed to it. */
  rate: bigint | null;
  feeBp: number | null;
  agreedAt: Date | null;
  stopReason: BatchStop | null;
  endedAt: Date | null;
  isPruned: boolean;
}

const columns = sql`
  b.id, b.merchant_id as "merchantId", b.file_name as "fileName", b.heads, b.columns, b.state, b.made_by as "madeBy",
  b.started_by as "startedBy", b.approved_by as "approvedBy", b.made_at as "madeAt", b.started_at as "startedAt",
  b.approved_at as "approvedAt", b.reason, b.waiting_amount as "waitingAmount", b.rate, b.fee_bp as "feeBp",
  b.agreed_at as "agreedAt", b.stop_reason as "stopReason", b.ended_at as "endedAt", b.is_pruned as "isPruned",
  (select username from person where id = b.made_by) as maker,
  (select username from person where id = b.started_by) as starter,
  (select username from person where id = b.approved_by) as approver`;

/** What is to be paid, or was. */
const PAID = sql`state in ('good', 'queued', 'failed', 'done')`;

/** A file in the list. */
export type ListedBatch = Batch & { rows: number; done: number; failed: number; amount: bigint };

/** One page of a merchant's files, newest first: there are a few a day. */
export async function readBatches(
  db: Reader,
  merchantId: string,
  { page, pageSize }: PageRequest,
): Promise<Page<ListedBatch>> {
  const { rows } = await sql<ListedBatch & { count: bigint }>`
    with counts as (select count(*) as count from payout_batch where merchant_id = ${merchantId})
    select counts.count, r.*, c.rows::integer, c.done::integer, c.failed::integer, c.amount
    from counts left join lateral (
      select ${columns} from payout_batch b where b.merchant_id = ${merchantId}
      order by b.id desc offset ${(page - 1) * pageSize} limit ${pageSize}
    ) r on true left join lateral (
      select count(*) as rows, count(*) filter (where state = 'done') as done, count(*) filter (where state = 'failed') as failed,
        coalesce(sum(amount) filter (where ${PAID}), 0)::bigint as amount
      from payout_batch_row where batch_id = r.id
    ) c on true order by r.id desc`.execute(db);
  return { count: Number(rows[0]?.count ?? 0n), results: rows.filter(({ id }) => id !== null) };
}

/** How many files a merchant has, and what all of their rows come to that are to become payouts, or have, in kopecks. */
export async function sumBatches(db: Reader, merchantId: string): Promise<{ count: bigint; amount: bigint }> {
  const { rows } = await sql<{ count: bigint; amount: bigint }>`
    select (select count(*) from payout_batch where merchant_id = ${merchantId}) as count,
      (select coalesce(sum(amount) filter (where ${PAID}), 0)::bigint from payout_batch_row
       where batch_id in (select id from payout_batch where merchant_id = ${merchantId})) as amount`.execute(db);
  return rows[0] ?? { count: 0n, amount: 0n };
}

export async function readBatch(db: Reader, merchantId: string, id: string): Promise<Batch | undefined> {
  const { rows } = await sql<Batch>`
    select ${columns} from payout_batch b where b.id = ${id} and b.merchant_id = ${merchantId}`.execute(db);
  return rows[0];
}

/** A file of the merchant's, which stays in its state until the transaction ends. */
export const lockBatch = (tx: Tx, merchantId: string, id: string): Promise<Locked<Batch> | undefined> =>
  lockRow(
    tx,
    sql<Batch>`
    select ${columns} from payout_batch b
    where b.id = ${id} and b.merchant_id = ${merchantId} for no key update of b`,
  );

/** A file whose payouts are being made: whoever makes some of them has it alone. */
export const lockRunning = (tx: Tx, id: string): Promise<Locked<Batch> | undefined> =>
  lockRow(
    tx,
    sql<Batch>`select ${columns} from payout_batch b where b.id = ${id} and b.state = 'running' for no key update of b`,
  );

export type NewBatch = Pick<Batch, 'id' | 'merchantId' | 'fileName' | 'heads' | 'columns' | 'madeBy' | 'madeAt'>;

export async function insertBatch(tx: Tx, batch: NewBatch): Promise<void> {
  await sql`
    insert into payout_batch (id, merchant_id, file_name, heads, columns, state, made_by, made_at)
    values (${batch.id}, ${batch.merchantId}, ${batch.fileName}, ${batch.heads}::text[], ${JSON.stringify(batch.columns)}::jsonb,
      'columns', ${batch.madeBy}, ${batch.madeAt})`.execute(tx);
}

// Each step is made of the locked row, and a compare-and-set besides.

export async function setColumns(tx: Tx, { id }: Locked<Batch>, named: Columns): Promise<void> {
  await sql`
    update payout_batch set state = 'checked', columns = ${JSON.stringify(named)}::jsonb
    where id = ${id} and state in ('columns', 'checked')`.execute(tx);
}

/** What somebody agrees to, and when. */
export interface Agreed {
  rate: bigint;
  feeBp: number;
  at: Date;
}

interface Start {
  by: string;
  reason: string | null;
  at: Date;
}

/** Payouts are made from now on. */
export async function startBatch(
  tx: Tx,
  { id }: Locked<Batch>,
  { by, reason, at }: Start,
  agreed: Agreed,
): Promise<void> {
  await sql`
    update payout_batch set state = 'running', started_by = ${by}, started_at = ${at}, reason = ${reason},
      rate = ${agreed.rate}, fee_bp = ${agreed.feeBp}, agreed_at = ${agreed.at}
    where id = ${id} and state = 'checked'`.execute(tx);
}

/** A second member is to agree. @param amount kopecks. */
export async function awaitSecond(
  tx: Tx,
  { id }: Locked<Batch>,
  { by, reason, at }: Start,
  amount: bigint,
): Promise<void> {
  await sql`
    update payout_batch set state = 'waiting', started_by = ${by}, started_at = ${at}, reason = ${reason},
      waiting_amount = ${amount}
    where id = ${id} and state = 'checked'`.execute(tx);
}

export async function approveBatch(tx: Tx, { id }: Locked<Batch>, by: string, agreed: Agreed): Promise<void> {
  await sql`
    update payout_batch set state = 'running', approved_by = ${by}, approved_at = ${agreed.at}, rate = ${agreed.rate},
      fee_bp = ${agreed.feeBp}, agreed_at = ${agreed.at}
    where id = ${id} and state = 'waiting'`.execute(tx);
}

export async function stopBatch(tx: Tx, { id }: Locked<Batch>, reason: BatchStop): Promise<void> {
  await sql`
    update payout_batch set state = 'stopped', stop_reason = ${reason}, leased_until = null
    where id = ${id} and state = 'running'`.execute(tx);
}

export async function resumeBatch(tx: Tx, { id }: Locked<Batch>, agreed: Agreed): Promise<void> {
  await sql`
    update payout_batch set state = 'running', stop_reason = null, ended_at = null, rate = ${agreed.rate},
      fee_bp = ${agreed.feeBp}, agreed_at = ${agreed.at}
    where id = ${id} and state in ('stopped', 'done') and not is_pruned`.execute(tx);
}

export async function endBatch(tx: Tx, { id }: Locked<Batch>, at: Date): Promise<void> {
  await sql`
    update payout_batch set state = 'done', ended_at = ${at}, leased_until = null
    where id = ${id} and state = 'running'`.execute(tx);
}

export async function cancelBatch(tx: Tx, { id }: Locked<Batch>, at: Date): Promise<void> {
  await sql`
    update payout_batch set state = 'cancelled', ended_at = ${at}
    where id = ${id} and state in ('columns', 'checked', 'waiting')`.execute(tx);
}

/** Takes files whose payouts are to be made, for a time. @param except those that this process has under way. */
export async function takeRunning(
  statement: Statement,
  { at, until, except, most }: { at: Date; until: Date; except: readonly string[]; most: number },
): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    update payout_batch set leased_until = ${until}
    where id in (
      select id from payout_batch
      where state = 'running' and (leased_until is null or leased_until <= ${at}) and id <> all(${except}::uuid[])
      order by started_at limit ${most} for no key update skip locked)
    returning id`.execute(statement);
  return rows.map(({ id }) => id);
}

/** The lease of a file goes on; null: another worker may have it. */
export async function keepLease(tx: Statement, id: string, until: Date | null): Promise<void> {
  await sql`update payout_batch set leased_until = ${until} where id = ${id} and state = 'running'`.execute(tx);
}

/** A merchant's terms of files. */
export interface BatchSettings {
  /** Kopecks. */
  secondAbove: bigint | null;
  /** Heads as they were last named. */
  heads: Partial<Record<BatchField, string>>;
}

export async function readSettings(db: Reader, merchantId: string): Promise<BatchSettings> {
  const { rows } = await sql<BatchSettings>`
    select second_above as "secondAbove", heads from payout_batch_setting where merchant_id = ${merchantId}`.execute(
    db,
  );
  return rows[0] ?? { secondAbove: null, heads: {} };
}

/** @returns what was set before. */
export async function setSecondAbove(tx: Tx, merchantId: string, secondAbove: bigint | null): Promise<bigint | null> {
  const before = await readSettings(tx, merchantId);
  await sql`
    insert into payout_batch_setting (merchant_id, second_above) values (${merchantId}, ${secondAbove})
    on conflict (merchant_id) do update set second_above = excluded.second_above`.execute(tx);
  return before.secondAbove;
}

export async function rememberHeads(tx: Tx, merchantId: string, heads: BatchSettings['heads']): Promise<void> {
  await sql`
    insert into payout_batch_setting (merchant_id, heads) values (${merchantId}, ${JSON.stringify(heads)}::jsonb)
    on conflict (merchant_id) do update set heads = excluded.heads`.execute(tx);
}

/** Deletes files that nobody has started for long. */
export async function deleteForgotten(statement: Statement, before: Date): Promise<void> {
  await sql`
    delete from payout_batch where made_at < ${before} and not is_pruned and started_by is null`.execute(statement);
}

/** Forgets personal data of rows that became no payouts, of files that ended so long ago. */
export async function pruneEnded(statement: Statement, before: Date): Promise<void> {
  await sql`
    with ended as (
      update payout_batch set is_pruned = true where not is_pruned and ended_at < ${before} returning id
    )
    update payout_batch_row set
      cells = null, fio = null, phone = null, bank_account = null, recipient_bank = null, external_id = null,
      faults = case when state in ('bad', 'failed') then array['Данные строки удалены'] else '{}' end, warnings = '{}',
      state = case when state in ('queued', 'warned', 'good') then 'skipped' else state end
    from ended where batch_id = ended.id and state <> 'done'`.execute(statement);
}
