import { sql } from 'kysely';
import type { Reader } from '../../../db/tx.ts';
import { after, DAY } from '../../../kernel/clock.ts';
import type { Heard } from '../rules.ts';

/** Webhooks that have not arrived; more than `MOST` are not counted. */
export interface UndeliveredWebhooks {
  waiting: bigint;
  dead: bigint;
}

const MOST = 100_000;

export async function readUndelivered(db: Reader): Promise<UndeliveredWebhooks> {
  const { rows } = await sql<UndeliveredWebhooks>`
    select
      (select count(*) from (select from webhook where status = 'PENDING' limit ${MOST}) as waiting) as waiting,
      (select count(*) from (select from webhook where status = 'DEAD' limit ${MOST}) as dead) as dead`.execute(db);
  return rows[0] ?? { waiting: 0n, dead: 0n };
}

/** Banks' messages of a sum in the last 24 hours, and those of them that were not read. */
export async function readHeard(db: Reader, at: Date): Promise<Heard> {
  const { rows } = await sql<Heard>`
    select coalesce(sum(sums), 0)::int as sums, coalesce(sum(sums_unread), 0)::int as unread
    from message_hour where hour > ${after(at, -DAY)} and hour <= ${at} and bank is not null`.execute(db);
  return rows[0] ?? { sums: 0, unread: 0 };
}

/** What the PostgreSQL server itself is short of. */
export interface ServerFacts {
  /** Sessions of all its databases, and how many there may be. */
  sessions: number;
  maxSessions: number;
  /** Seconds since the oldest transaction of ours that has written something began; the outbox waits for it. */
  oldestWriteSeconds: number;
  /** Transactions until the server must freeze old rows or stop: of the two thousand million that there are. */
  transactionAge: number;
}

export async function readServerFacts(db: Reader): Promise<ServerFacts> {
  const { rows } = await sql<ServerFacts>`
    select (select count(*)::int from pg_stat_activity where datid is not null and usesysid is not null) as sessions,
      current_setting('max_connections')::int as "maxSessions",
      (select coalesce(max(extract(epoch from clock_timestamp() - xact_start)), 0)::float8 from pg_stat_activity
        where backend_xid is not null) as "oldestWriteSeconds",
      (select max(age(datfrozenxid)) from pg_database) as "transactionAge"`.execute(db);
  const [facts] = rows;
  if (facts === undefined) throw new Error('A select of facts has no row');
  return facts;
}
