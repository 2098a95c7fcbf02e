import { sql } from 'kysely';
import { LONG_QUERY_LIMIT_MS } from '../db/limits.ts';
import type { Database } from '../db/pool.ts';
import { transaction, type Tx } from '../db/tx.ts';
import { withPatience } from '../db/watch.ts';

/** A lasting reader that was anchored anew. */
interface Anchored {
  reader: string;
  /** Events that wait for it. */
  waiting: bigint;
}

/** The number of this cluster, which initdb drew. */
export const clusterIdentifier = sql`(select control.system_identifier from pg_control_system() as control)`;

/** Whether a reader's place can be right: it is of this cluster, and of a transaction that has been. */
export const isOfThisCluster = sql`(
  outbox_reader.system_identifier is not distinct from ${clusterIdentifier}
  and outbox_reader.xid < pg_snapshot_xmax(pg_current_snapshot())
)`;

/** The readers, the one that is furthest on first; `rank` counts from 1. */
const readers = sql`
  reader as (
    select name, xid, id, high_id, row_number() over (order by xid desc, id desc) as rank from outbox_reader
  )`;

/**
 * How many readers have handled an event. By position, which says it of the events of the former cluster; those of this one,
 * whose transactions may have lower numbers, have higher ids than any that was handled there.
 */
const timesHandled = sql`(
  select count(*) from reader where (outbox.xid, outbox.id) <= (reader.xid, reader.id) and outbox.id <= reader.high_id
)`;

/**
 * Gives the events numbers of this cluster: those that some reader has yet to handle come in the order of their ids, before
 * everything that is still being written; the others, of no more use here, go.
 */
async function renumber(tx: Tx): Promise<Anchored[]> {
  const { rows } = await sql<{ settled: string }>`
    select pg_snapshot_xmin(pg_current_snapshot())::text as settled`.execute(tx);
  const settled = rows[0]?.settled;
  const numberOf = (handled: typeof timesHandled) => sql`(${settled}::bigint - 1 - ${handled})::text::xid8`;
  await sql`
    with ${readers} delete from outbox where ${timesHandled} = (select count(*) from reader)`.execute(tx);
  await sql`with ${readers} update outbox set xid = ${numberOf(timesHandled)}`.execute(tx);
  const anchored = await sql<Anchored>`
    with ${readers}
    update outbox_reader set xid = ${numberOf(sql`reader.rank`)}, id = ${2n ** 63n - 1n}::bigint,
      system_identifier = ${clusterIdentifier}
    from reader where reader.name = outbox_reader.name
    returning outbox_reader.name as reader,
      (select count(*) from outbox where outbox.xid > ${numberOf(sql`reader.rank`)}) as waiting`.execute(tx);
  return anchored.rows;
}

/**
 * Anchors the lasting readers anew when the database has come into another cluster, from a dump or by replication, while it is
 * in use or not: every event after the last that a reader has handled reaches it, none comes twice.
 * @returns the readers that were anchored; none as a rule.
 */
export async function anchorReaders(db: Database): Promise<Anchored[]> {
  const { rows } = await sql`select from outbox_reader where not ${isOfThisCluster} limit 1`.execute(db);
  if (rows.length === 0) return [];
  return withPatience(LONG_QUERY_LIMIT_MS, () =>
    transaction(db, async (tx) => {
      // As many events as there are: longer than any request may take.
      await sql`set local statement_timeout = 0`.execute(tx);
      const locked = await sql<{ isHere: boolean }>`
        select ${isOfThisCluster} as "isHere" from outbox_reader order by name for update`.execute(tx);
      // Another process was faster.
      return locked.rows.every(({ isHere }) => isHere) ? [] : renumber(tx);
    }),
  );
}

/** For the log. */
export const sentenceOf = ({ reader, waiting }: Anchored): string =>
  `The database is in another cluster than before (restored from a dump, or replicated): the outbox's reader "${reader}" ` +
  `was anchored anew, after the last event that it had handled; ${waiting} events wait for it.`;
