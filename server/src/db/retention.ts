import { setTimeout as rest } from 'node:timers/promises';
import { sql } from 'kysely';
import { after, type Clock, DAY, SECOND } from '../kernel/clock.ts';
import type { Database } from './pool.ts';
import { lockRow, type Reader, type Statement, transaction, type Tx } from './tx.ts';

/** What the worker forgets, and after how many milliseconds unless that is set. */
export const USUAL_TERMS = {
  texts: 90 * DAY,
  webhooks: 90 * DAY,
  requests: 7 * DAY,
  pings: 30 * DAY,
  refusals: 1095 * DAY,
  proposals: 365 * DAY,
};
export type Kept = keyof typeof USUAL_TERMS;
/** Milliseconds; 0: it is kept for good. */
export type Terms = Readonly<Record<Kept, number>>;

/** What a turn of forgetting is given. */
export interface Forgetting {
  db: Database;
  clock: Clock;
  /** Milliseconds; the usual ones unless given. 0 forgets nothing. */
  keepMs?: number;
  /** What the turn may take. */
  turnMs?: number;
}

/** A long backlog is left to the next turns. */
const TURN_MS = 20 * SECOND;
const MAX_REST_MS = 200;

/** Does one batch after the other until one says that there is no more, or the turn has taken its time. */
export type DoBatches = (batch: () => Promise<boolean>) => Promise<void>;

/** Begins a turn of forgetting. Each batch is followed by a rest as long, so that others use the disk, too. */
export function forgettingTurn(turnMs = TURN_MS): DoBatches {
  const endsAt = performance.now() + turnMs;
  return async (batch) => {
    for (;;) {
      const begunAt = performance.now();
      if (!(await batch()) || performance.now() >= endsAt) return;
      await rest(Math.min(performance.now() - begunAt, MAX_REST_MS));
    }
  };
}

/** Adds rows that are forgotten to those that were: the last statement of their transaction, so that others hardly wait. */
export async function countForgotten(statement: Statement, what: Kept, rows: number): Promise<void> {
  if (rows === 0) return;
  await sql`
    insert into retention as r (what, n) values (${what}, ${rows})
    on conflict (what) do update set n = r.n + excluded.n`.execute(statement);
}

/** Rows that are only deleted, the oldest first. */
interface Oldest {
  what: Kept;
  /** Of one transaction. */
  batchSize: number;
  /** Deletes some of before a moment. @returns how many. */
  deleteBefore: (tx: Tx, batch: { before: Date; limit: number }) => Promise<number>;
}

/** Forgets rows after their term, a batch a transaction. */
export async function forgetOldest(
  { what, batchSize, deleteBefore }: Oldest,
  { db, clock, keepMs = USUAL_TERMS[what], turnMs }: Forgetting,
): Promise<void> {
  if (keepMs === 0) return;
  const before = after(clock(), -keepMs);
  await forgettingTurn(turnMs)(() =>
    transaction(db, async (tx) => {
      const forgotten = await deleteBefore(tx, { before, limit: batchSize });
      await countForgotten(tx, what, forgotten);
      return forgotten === batchSize;
    }),
  );
}

/** How many rows of each kind were forgotten ever. */
export async function readForgotten(db: Reader): Promise<{ what: string; n: bigint }[]> {
  const { rows } = await sql<{ what: string; n: bigint }>`select what, n from retention order by what`.execute(db);
  return rows;
}

/** Takes the place up to which rows were looked at, for one worker. @returns undefined while another has it. */
export const takePlace = (tx: Tx, what: Kept): Promise<{ through: string | null } | undefined> =>
  lockRow(
    tx,
    sql<{ through: string | null }>`select through from retention where what = ${what} for update skip locked`,
  );

/** Moves the place on. */
export async function movePlace(tx: Tx, what: Kept, through: string): Promise<void> {
  await sql`update retention set through = ${through} where what = ${what}`.execute(tx);
}
