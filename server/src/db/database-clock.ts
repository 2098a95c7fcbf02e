import { sql } from 'kysely';
import { type Clock, SECOND, systemClock } from '../kernel/clock.ts';
import type { Log } from '../kernel/log.ts';
import type { Database } from './pool.ts';

/** A process that is further from the database's time says so, and is not ready. */
const MAX_APART_MS = 2 * SECOND;
const MEASURE_EVERY_MS = 5 * SECOND;
/** At the start a slow answer must not be the only one. */
const FIRST_MEASUREMENTS = 3;

interface Options {
  db: Database;
  log: Log;
  /** This process's own clock. */
  own?: Clock;
  /** Between two measurements. */
  everyMs?: number;
}

const within = (value: number, from: number, to: number) => Math.min(Math.max(value, from), to);

/**
 * The database's time in this process, without a round trip for each moment that is asked for: how far it is from a clock
 * that nobody sets (`performance.now`) is measured at the start and every few seconds. An answer proves only that the
 * database's clock showed its moment between question and answer; an estimate within these bounds stays, any other goes to
 * the nearest of them. So a slow answer spoils nothing, and a database that took another's place is followed.
 */
export class DatabaseClock {
  readonly #db: Database;
  readonly #log: Log;
  readonly #own: Clock;
  readonly #everyMs: number;
  /** The database's milliseconds at `performance.now()` 0; until the first answer this process's own. */
  #origin: number | undefined;
  /** Milliseconds, at least, that this process's clock is ahead; 0 while it is right. */
  #apartMs = 0;
  /** The same, as well as it is known. */
  #aheadMs = 0;
  #timer: NodeJS.Timeout | undefined;
  #measuring: Promise<void> = Promise.resolve();

  constructor({ db, log, own = systemClock, everyMs = MEASURE_EVERY_MS }: Options) {
    this.#db = db;
    this.#log = log;
    this.#own = own;
    this.#everyMs = everyMs;
  }

  /** The database's present moment (UTC). @throws Error before the first measurement. */
  readonly now: Clock = () => {
    if (this.#origin === undefined) throw new Error('The clock of the database was not read yet');
    return new Date(Math.floor(this.#origin + performance.now()));
  };

  /** Milliseconds that this process's clock is ahead of the database's, as last measured. */
  readonly aheadMs = (): number => this.#aheadMs;

  /** Why this process should get no requests: a sentence; undefined while its clock is right. */
  readonly fault = (): string | undefined => {
    if (this.#apartMs === 0) return undefined;
    const seconds = Math.round(Math.abs(this.#apartMs) / SECOND);
    const way = this.#apartMs > 0 ? 'спешат' : 'отстают';
    return `Часы сервера ${way} на ${seconds} с против часов базы данных: включите на нём точное время`;
  };

  /** Measures, and from then on every few seconds. @throws Error when the database does not answer. */
  async start(): Promise<void> {
    for (let turn = 0; turn < FIRST_MEASUREMENTS; turn += 1) await this.measure();
    this.#timer = setInterval(() => {
      // Without an answer the last measurement holds; that the database is away, others say.
      this.#measuring = this.#measuring.then(() => this.measure()).catch(() => undefined);
    }, this.#everyMs);
  }

  /** Measures no more. */
  async stop(): Promise<void> {
    clearInterval(this.#timer);
    await this.#measuring;
  }

  /** Asks the database for its time, once. @throws Error when it does not answer. */
  async measure(): Promise<void> {
    const askedAt = performance.now();
    const { rows } = await sql<{ moment: Date }>`select clock_timestamp() as moment`.execute(this.#db);
    const answeredAt = performance.now();
    const own = this.#own().getTime();
    const moment = rows[0]?.moment.getTime();
    if (moment === undefined) return;
    const [earliest, latest] = [moment - answeredAt, moment - askedAt];
    this.#origin = within(this.#origin ?? (earliest + latest) / 2, earliest, latest);
    this.#judge(own - answeredAt - latest, own - answeredAt - earliest);
  }

  /** Judges by how far ahead this process's clock is at least and at most; what may be either changes nothing. */
  #judge(least: number, most: number): void {
    this.#aheadMs = (least + most) / 2;
    const surely = within(0, least, most);
    const wasApart = this.#apartMs !== 0;
    if (Math.abs(surely) > MAX_APART_MS) {
      this.#apartMs = surely;
      if (!wasApart) this.#log.error('clock_apart', { clock_ahead_ms: Math.round(surely) });
    } else if (wasApart && Math.max(Math.abs(least), Math.abs(most)) <= MAX_APART_MS) {
      this.#apartMs = 0;
      this.#log.info('clock_right', { clock_ahead_ms: Math.round(surely) });
    }
  }
}
