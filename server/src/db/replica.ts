import { setTimeout as delay } from 'node:timers/promises';
import { sql } from 'kysely';
import { after, type Clock, HOUR, SECOND, systemClock } from '../kernel/clock.ts';
import { createFailureLog } from '../kernel/failures.ts';
import type { Log } from '../kernel/log.ts';
import type { SlowStatements } from './connection.ts';
import { createPool, type Database } from './pool.ts';
import { readsFrom } from './replica-driver.ts';
import { unwatched, withPatience } from './watch.ts';

/** Where reads of much may go. Without a replica all of it is the database itself. */
export interface Reads {
  /** As new as the database: what was committed before the question is in the answer. */
  current: Database;
  /** At most as old as the setting allows; several reads of one moment take a snapshot. */
  dated: Database;
  /** How the replica is; undefined: there is none. */
  state: () => ReplicaState | undefined;
}

export interface ReplicaState {
  /** How old it is at most; Infinity until that is known. */
  ageMs: number;
  /** Whether `dated` reads it now. */
  isRead: boolean;
}

/** All reads from the database itself. */
export const readsOf = (db: Database): Reads => ({ current: db, dated: db, state: () => undefined });

/** The moment of which dated reads are that begin now; undefined: they read the database itself. */
export function readAt({ state }: Reads, now: Date): Date | undefined {
  const { isRead = false, ageMs = 0 } = state() ?? {};
  return isRead ? after(now, -Math.ceil(ageMs)) : undefined;
}

const MEASURE_EVERY_MS = SECOND / 2;
/** A replica that was not heard of for so long gets no reads. */
const SILENT_AFTER_MS = 4 * MEASURE_EVERY_MS;
/** So long a read waits for a replica to have what the database has. */
const CATCH_UP_MS = SECOND / 20;
const CATCH_UP_POLL_MS = 3;
const STOP_LIMIT_MS = SECOND;
/** So far back the replica's age is known. */
const KNOWN_FOR_MS = HOUR;

export interface ReplicaOptions {
  db: Database;
  /** Of the replica, by the role that serves. */
  url: string;
  maxAgeMs: number;
  log: Log;
  clock?: Clock;
  slow?: SlowStatements | undefined;
}

/** How far a server is in the database's log, and which it is. */
interface Position {
  isReplica: boolean;
  /** Bytes from the log's beginning: written by the database, replayed by a replica. */
  place: bigint;
  /** Which cluster's. */
  cluster: string;
}

/** What was inserted into the log, not only what was flushed: a commit that does not wait for the disk is seen before it is there. */
async function askPosition(db: Database): Promise<Position> {
  const { rows } = await sql<Position>`
    select pg_is_in_recovery() as "isReplica", system_identifier::text as cluster,
      (case when pg_is_in_recovery() then pg_last_wal_replay_lsn() else pg_current_wal_insert_lsn() end - '0/0')::bigint as place
    from pg_control_system()`.execute(db);
  const [position] = rows;
  if (position === undefined) throw new Error('A select without a condition has no row');
  return position;
}

/**
 * A replica that PostgreSQL keeps by streaming, for reads. Its age is exact and needs no clock but this process's: the database is asked
 * for its place in the log again and again, and what the replica has replayed is as new as the last place before it. Where it is too
 * old, silent, or gone, the database is read; nobody who reads sees it fail.
 */
export class Replica implements Reads {
  readonly current: Database;
  readonly dated: Database;
  readonly #db: Database;
  readonly #replica: Database;
  readonly #maxAgeMs: number;
  readonly #log: Log;
  readonly #failures: ReturnType<typeof createFailureLog>;
  /** Places of the database that the replica has yet to reach, with moments before each by `performance.now()`. */
  #ahead: { at: number; place: bigint }[] = [];
  /** What the replica has is at least as new. */
  #newAt = Number.NEGATIVE_INFINITY;
  #heardAt = Number.NEGATIVE_INFINITY;
  /** Why it cannot be read, whatever it answers. */
  #fault: string | undefined;
  #timer: NodeJS.Timeout | undefined;
  #measuring: Promise<void> = Promise.resolve();
  /** The look whether it has caught up that is under way, and the next one, which whoever asks meanwhile shares. */
  #look: Promise<unknown> = Promise.resolve();
  #nextLook: Promise<boolean> | undefined;

  constructor({ db, url, maxAgeMs, log, slow, clock = systemClock }: ReplicaOptions) {
    this.#db = db;
    this.#maxAgeMs = maxAgeMs;
    this.#log = log;
    this.#failures = createFailureLog(log, 'replica_failed', clock);
    this.#replica = createPool(url, { part: 'replica', slow });
    const routes = { database: db, replica: this.#replica, failed: this.#failed };
    this.current = readsFrom({ ...routes, isFit: () => this.#hasCaughtUp() });
    this.dated = readsFrom({ ...routes, isFit: async () => this.state().isRead });
  }

  readonly state = (): ReplicaState => {
    const ageMs = performance.now() - this.#newAt;
    return { ageMs, isRead: this.#isHeard() && ageMs <= this.#maxAgeMs };
  };

  /**
   * Measures, and from then on twice a second. A replica that does not answer is waited for by nobody.
   * @throws Error with a sentence when the address leads to another database's.
   */
  async start(): Promise<void> {
    await this.#measure();
    if (this.#fault === OTHER) throw new Error(OTHER);
    this.#timer = setInterval(() => {
      this.#measuring = this.#measuring.then(() => this.#measure());
    }, MEASURE_EVERY_MS);
  }

  /** Measures again until the replica is fit for dated reads, or for so long. For a command, which has just begun. */
  async settle(limitMs: number): Promise<void> {
    const until = performance.now() + limitMs;
    while (!this.state().isRead && this.#fault === undefined && performance.now() < until) {
      await delay(CATCH_UP_POLL_MS);
      await this.#measure();
    }
  }

  /** Ends its connections; a replica that says nothing is not waited for long. */
  async stop(): Promise<void> {
    clearInterval(this.#timer);
    await Promise.race([this.#end(), delay(STOP_LIMIT_MS, undefined, { ref: false })]);
  }

  async #end(): Promise<void> {
    await Promise.all([this.#measuring, this.#nextLook, this.#look]);
    await Promise.all([this.current.destroy(), this.dated.destroy()]);
    await this.#replica.destroy();
  }

  /** One that says nothing is given up sooner than a query of a person's. */
  #askReplica(): Promise<Position> {
    return withPatience(SILENT_AFTER_MS, () => askPosition(this.#replica));
  }

  #isHeard(): boolean {
    return this.#fault === undefined && performance.now() - this.#heardAt < SILENT_AFTER_MS;
  }

  readonly #failed = (error: unknown): void => {
    this.#heardAt = Number.NEGATIVE_INFINITY;
    this.#failures.failed(error);
  };

  async #measure(): Promise<void> {
    try {
      const at = performance.now();
      const database = await askPosition(this.#db);
      // While the database changes places its address may lead to a standby.
      if (database.isReplica) return;
      this.#ahead.push({ at, place: database.place });
      const replica = await this.#askReplica();
      this.#heardAt = performance.now();
      this.#judge(database, replica);
      this.#failures.succeeded();
    } catch (error) {
      this.#failures.failed(error);
    }
    const { at: oldest = 0 } = this.#ahead[0] ?? {};
    if (performance.now() - oldest > KNOWN_FOR_MS) this.#ahead.shift();
  }

  #judge(database: Position, replica: Position): void {
    const fault = replica.cluster !== database.cluster ? OTHER : replica.isReplica ? undefined : NONE;
    if (fault !== undefined && fault !== this.#fault) this.#log.error('replica_unfit', { text: fault });
    this.#fault = fault;
    if (fault !== undefined) return;
    const reached = this.#ahead.findLastIndex(({ place }) => place <= replica.place);
    const newest = this.#ahead[reached];
    if (newest === undefined) return;
    this.#newAt = newest.at;
    this.#ahead.splice(0, reached + 1);
  }

  /** Whether the replica has, within a moment, all that the database has now. */
  #hasCaughtUp(): Promise<boolean> {
    this.#nextLook ??= this.#look.then(() => {
      this.#nextLook = undefined;
      const look = unwatched(() => this.#lookWhetherCaughtUp());
      this.#look = look;
      return look;
    });
    return this.#nextLook;
  }

  async #lookWhetherCaughtUp(): Promise<boolean> {
    // One that lags would be waited for in vain by every read.
    if (!this.#isHeard() || this.state().ageMs > SILENT_AFTER_MS) return false;
    try {
      const until = performance.now() + CATCH_UP_MS;
      const { place, isReplica } = await askPosition(this.#db);
      if (isReplica) return false;
      for (;;) {
        const replica = await this.#askReplica();
        if (!replica.isReplica) return false;
        if (replica.place >= place) return true;
        if (performance.now() > until) return false;
        await delay(CATCH_UP_POLL_MS);
      }
    } catch (error) {
      this.#failed(error);
      return false;
    }
  }
}

const OTHER =
  'KANTOR_READ_URL leads to a server of another database than DATABASE_URL: it must be a streaming replica of that one.';
const NONE =
  'KANTOR_READ_URL leads to a server that is no replica, or no longer: everything is read from DATABASE_URL.';
