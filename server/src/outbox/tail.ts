import type { Database } from '../db/pool.ts';
import type { Clock } from '../kernel/clock.ts';
import { isAfter, type OutboxEvent, OUTBOX_START, type Position, readEvents, readLatestEvents } from './read.ts';

/** Milliseconds between two looks: after one that found something, and after one that did not. */
const QUICK = 50;
const IDLE = 150;
/** After one that failed. */
const RETRY = 1000;

/** Events that are kept for whoever comes back. */
const KEPT = 5000;
const BATCH = 1000;

interface Heard {
  event: OutboxEvent;
  /** When this node read it, on the clock of `performance.now()`. */
  heardAt: number;
}

export interface TailOptions {
  db: Database;
  clock: Clock;
  /** Told of everything once, in order, from when it started. */
  onEvents: (events: readonly OutboxEvent[]) => void;
  onError: (error: unknown) => void;
}

/** Reads the outbox by position for everyone on this node, and remembers its end. */
export class Tail {
  readonly #options: TailOptions;
  #heard: Heard[] = [];
  #position: Position = OUTBOX_START;
  #started: Promise<void> | undefined;
  #reading: Promise<void> = Promise.resolve();
  #timer: NodeJS.Timeout | undefined;
  #stopped = false;

  constructor(options: TailOptions) {
    this.#options = options;
  }

  /** The last event that was read: what is appended from now on comes after it. */
  get position(): Position {
    return this.#position;
  }

  /** Begins at the present end of the outbox; does nothing when it has begun. A failure is thrown, and the next call tries again. */
  start(): Promise<void> {
    this.#started ??= this.#begin().catch((error: unknown) => {
      this.#started = undefined;
      throw error;
    });
    return this.#started;
  }

  async #begin(): Promise<void> {
    const { db, clock } = this.#options;
    const latest = await readLatestEvents(db, KEPT);
    // Nobody was here to hear them when they came.
    const age = ({ at }: OutboxEvent) => clock().getTime() - at.getTime();
    this.#heard = latest.map((event) => ({ event, heardAt: performance.now() - age(event) }));
    this.#position = latest.at(-1)?.position ?? OUTBOX_START;
    this.#schedule(IDLE);
  }

  /** Reads no more. */
  async stop(): Promise<void> {
    this.#stopped = true;
    clearTimeout(this.#timer);
    await this.#reading;
  }

  /** Another node may be ahead of this one: waits until its position, if there is one, is known here too. */
  async reach(position: Position): Promise<void> {
    if (isAfter(position, this.#position)) await this.#look();
  }

  /** What was heard in the last so many milliseconds. */
  heardWithin(milliseconds: number): OutboxEvent[] {
    const since = performance.now() - milliseconds;
    return this.#from(this.#heard.findLastIndex(({ heardAt }) => heardAt < since) + 1);
  }

  /** What came after a position; undefined when that is no longer, or never was, known here. */
  after(position: Position): OutboxEvent[] | undefined {
    const oldest = this.#heard[0]?.event.position ?? this.#position;
    if (isAfter(oldest, position) || isAfter(position, this.#position)) return undefined;
    return this.#from(this.#heard.findLastIndex(({ event }) => !isAfter(event.position, position)) + 1);
  }

  #from(index: number): OutboxEvent[] {
    return this.#heard.slice(index).map(({ event }) => event);
  }

  #schedule(milliseconds: number): void {
    clearTimeout(this.#timer);
    if (this.#stopped) return;
    this.#timer = setTimeout(() => {
      this.#look().catch((error: unknown) => {
        this.#options.onError(error);
        this.#schedule(RETRY);
      });
    }, milliseconds);
  }

  /** One look at a time; this one begins after those that were asked for earlier. */
  #look(): Promise<void> {
    const look = this.#reading.then(() => this.#read());
    this.#reading = look.catch(() => undefined);
    return look;
  }

  async #read(): Promise<void> {
    if (this.#stopped) return;
    const events = await readEvents(this.#options.db, this.#position, BATCH);
    const last = events.at(-1);
    if (last !== undefined) {
      const heardAt = performance.now();
      this.#heard.push(...events.map((event) => ({ event, heardAt })));
      if (this.#heard.length > 2 * KEPT) this.#heard = this.#heard.slice(-KEPT);
      this.#position = last.position;
      this.#options.onEvents(events);
    }
    this.#schedule(events.length === BATCH ? 0 : events.length > 0 ? QUICK : IDLE);
  }
}
