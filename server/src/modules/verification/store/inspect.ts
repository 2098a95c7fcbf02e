import { type RawBuilder, sql } from 'kysely';
import { LONG_QUERY_LIMIT_MS } from '../../../db/limits.ts';
import type { Database } from '../../../db/pool.ts';
import { isOfReplica } from '../../../db/replica-driver.ts';
import type { Reads, ReplicaState } from '../../../db/replica.ts';
import type { Reader } from '../../../db/tx.ts';
import { withPatience } from '../../../db/watch.ts';
import { ACT_CHECKS } from './acts.ts';
import { BATCH_CHECKS } from './batches.ts';
import { BALANCE_CHECKS } from './balances.ts';
import type { Check, Violation } from './check.ts';
import { CHAIN_CHECKS } from './chain.ts';
import { CORRECTION_CHECKS } from './corrections.ts';
import { ENDING_CHECKS } from './endings.ts';
import { FIGURE_CHECKS } from './figures.ts';
import { HOLD_CHECKS, type OldestHold, readOldestHolds } from './holds.ts';
import { LEDGER_CHECKS } from './ledger.ts';
import { LIST_CHECKS } from './lists.ts';
import { MESSAGE_CHECKS } from './messages.ts';
import { ORDER_CHECKS } from './orders.ts';
import { OUTBOX_CHECKS } from './outbox.ts';
import { PAYEE_CHECKS } from './payees.ts';
import { PAYOUT_CHECKS } from './payouts.ts';
import { recentTables } from './recent.ts';
import { ROLLUP_CHECKS } from './rollups.ts';
import { SLOT_CHECKS } from './slots.ts';

export interface Inspection {
  violations: Violation[];
  /** The oldest hold of each kind, among what was inspected: one that lasts has been forgotten. */
  oldestHolds: OldestHold[];
  /** The sizes of what was inspected: an empty database is easily in order. */
  counts: { checks: number; users: bigint; orders: bigint; postings: bigint; entries: bigint };
}

export const CHECKS: readonly Check[] = [
  ...LEDGER_CHECKS,
  ...ACT_CHECKS,
  ...HOLD_CHECKS,
  ...ORDER_CHECKS,
  ...SLOT_CHECKS,
  ...PAYEE_CHECKS,
  ...CORRECTION_CHECKS,
  ...MESSAGE_CHECKS,
  ...BALANCE_CHECKS,
  ...ENDING_CHECKS,
  ...PAYOUT_CHECKS,
  ...BATCH_CHECKS,
  ...LIST_CHECKS,
  ...FIGURE_CHECKS,
  ...ROLLUP_CHECKS,
  ...CHAIN_CHECKS,
  ...OUTBOX_CHECKS,
];

/** More rows of one kind would add nothing. */
const ROWS_PER_CHECK = 100;

interface InspectOptions {
  /** Only what was made since then, as far as that can be told without the rest; everything unless given. */
  since?: Date | undefined;
}

/**
 * Looks whether everything that must always be true is, in one snapshot of a database that may be at work: it takes no
 * locks, and holds nobody up.
 */
export const inspect = (db: Database, { since }: InspectOptions = {}): Promise<Inspection> =>
  withPatience(LONG_QUERY_LIMIT_MS, () =>
    db
      .transaction()
      .setIsolationLevel('repeatable read')
      .setAccessMode('read only')
      .execute((tx) => look(tx, since)),
  );

/**
 * As `inspect`, of the replica where there is one that is fit. What that ends before it is through, as its conflicts do, is begun anew
 * in the database.
 * @returns with how the replica was, and whether it is what was read.
 */
export async function inspectReads(
  { db, reads }: { db: Database; reads: Reads },
  options: InspectOptions = {},
): Promise<Inspection & { replica: ReplicaState | undefined }> {
  const replica = reads.state();
  if (replica?.isRead) {
    try {
      return { ...(await inspect(reads.dated, options)), replica };
    } catch (error) {
      if (!isOfReplica(error)) throw error;
    }
  }
  return { ...(await inspect(db, options)), replica: replica && { ...replica, isRead: false } };
}

/** What a check selects; undefined where it cannot be told of what was made since a moment. */
function statementOf({ ofRecent, find }: Check, since: Date | undefined): RawBuilder<unknown> | undefined {
  if (since === undefined || ofRecent === 'whole') return sql`select * from (${find}) as found`;
  if (ofRecent === 'left out') return undefined;
  if (ofRecent === 'narrowed') return sql`${recentTables(since)} select * from (${find}) as found`;
  return sql`select * from (${ofRecent(since)}) as found`;
}

async function look(tx: Reader, since: Date | undefined): Promise<Inspection> {
  // It reads every row there is, which takes longer than any request may.
  await sql`set local statement_timeout = 0`.execute(tx);
  const violations: Violation[] = [];
  let checks = 0;
  for (const check of CHECKS) {
    const statement = statementOf(check, since);
    if (statement === undefined) continue;
    checks += 1;
    const { rows } = await sql<Omit<Violation, 'invariant'>>`
      ${statement} order by "table", row limit ${ROWS_PER_CHECK}`.execute(tx);
    violations.push(...rows.map((found) => ({ invariant: check.invariant, ...found })));
  }
  const narrowed = since === undefined ? sql`` : recentTables(since);
  const { rows } = await sql<Omit<Inspection['counts'], 'checks'>>`${narrowed}
    select (select count(*) from account) as users, (select count(*) from orders) as orders,
      (select count(*) from ledger_journal) as postings,
      (select count(*) from ledger_entry) + (select count(*) from ledger_platform_entry) as entries`.execute(tx);
  const [counted] = rows;
  if (counted === undefined) throw new Error('A select of counts has no row');
  const oldestHolds = await readOldestHolds(tx, narrowed);
  return { violations, oldestHolds, counts: { checks, ...counted } };
}

/** As `inspect`, for a caller who only needs to know whether all holds. */
export const verify = async (db: Database): Promise<Violation[]> => (await inspect(db)).violations;
