import type { Database } from '../db/pool.ts';
import { watched } from '../db/watch.ts';
import { type Clock, SECOND } from '../kernel/clock.ts';
import {
  isAfter,
  type OutboxEvent,
  OUTBOX_START,
  type Position,
  readEvents,
  readEventsAfter,
  readLatestEvents,
} from './read.ts';

/** Between two polls: after one that found something, and after one that did not. */
const BUSY_POLL_MS = 50;
const IDLE_POLL_MS = 150;
/** After one that failed. */
const RETRY_MS = SECOND;
/** A poll takes milliseconds: after so long without an answer it is ended, and the next has a connection of its own. */
const POLL_LIMIT_MS = 5 * SECOND;

/** Events that are kept for clients that come back. */
const MAX_EVENTS = 5000;
const BATCH_SIZE = 1000;

interface Read {
  event: OutboxEvent;
  /** The moment at which this node read it, by `performance.now()`. */
  readAt: number;
}

interface PollerOptions {
  db: Database;
  clock: Clock;
  /** Called with every event once, in order, from the start on. */
  onEvents: (events: readonly OutboxEvent[]) => void;
  /** Called when events may have been missed: the database is no longer the one that they were read in. */
  onLost: () => void;
  onError: (error: unknown) => void;
  /** Called after each poll that went well. */
  onRead: () => void;
}

/** Polls the outbox by position for everyone on this node, and keeps its end. */
export class OutboxPoller {
  readonly #options: PollerOptions;
  #events: Read[] = [];
  #position: Position = OUTBOX_START;
  /** By `performance.now()`. */
  #succeededAt: number | undefined;
  #started: Promise<void> | undefined;
  #reading: Promise<void> = Promise.resolve();
  #timer: NodeJS.Timeout | undefined;
  #stopped = false;

  constructor(options: PollerOptions) {
    this.#options = options;
  }

  /** The last event that was read: what is appended from now on comes after it. */
  get position(): Position {
    return this.#position;
  }

  /** Milliseconds since the last poll that succeeded; 0 while it has not begun. */
  get age(): number {
    return this.#succeededAt === undefined ? 0 : performance.now() - this.#succeededAt;
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
    const latest = await watched(POLL_LIMIT_MS, () => readLatestEvents(db, MAX_EVENTS));
    // They came before this node was there to read them.
    const age = ({ at }: OutboxEvent) => clock().getTime() - at.getTime();
    this.#events = latest.map((event) => ({ event, readAt: performance.now() - age(event) }));
    this.#position = latest.at(-1)?.position ?? OUTBOX_START;
    this.#succeededAt = performance.now();
    this.#schedule(IDLE_POLL_MS);
  }

  /** Reads no more. */
  async stop(): Promise<void> {
    this.#stopped = true;
    clearTimeout(this.#timer);
    await this.#reading;
  }

  /** Another node may be ahead of this one: waits until its position, if there is one, is known here too. */
  async catchUpTo(position: Position): Promise<void> {
    if (isAfter(position, this.#position)) await this.#poll();
  }

  /** The events that were read in the last so many milliseconds. */
  recent(milliseconds: number): OutboxEvent[] {
    const since = performance.now() - milliseconds;
    return this.#from(this.#events.findLastIndex(({ readAt }) => readAt < since) + 1);
  }

  /** The events after one that a client knows; undefined when this node does not know it, or no longer does. */
  after(position: Position): OutboxEvent[] | undefined {
    if (position === this.#position) return [];
    // By the very position: in another cluster, the number of an earlier one may fall between two of this one.
    const index = this.#events.findLastIndex(({ event }) => event.position === position);
    return index === -1 ? undefined : this.#from(index + 1);
  }

  #from(index: number): OutboxEvent[] {
    return this.#events.slice(index).map(({ event }) => event);
  }

  #schedule(milliseconds: number): void {
    clearTimeout(this.#timer);
    if (this.#stopped) return;
    this.#timer = setTimeout(() => {
      this.#poll().catch((error: unknown) => {
        this.#options.onError(error);
        this.#schedule(RETRY_MS);
      });
    }, milliseconds);
  }

  /** Polls one at a time: this poll begins after earlier ones. */
  #poll(): Promise<void> {
    const poll = this.#reading.then(() => this.#read());
    this.#reading = poll.catch(() => undefined);
    return poll;
  }

  async #read(): Promise<void> {
    if (this.#stopped) return;
    const events = await watched(POLL_LIMIT_MS, () => this.#readNext());
    if (events === undefined) {
      await this.#begin();
      this.#options.onLost();
      return;
    }
    this.#succeededAt = performance.now();
    const last = events.at(-1);
    if (last !== undefined) {
      const readAt = performance.now();
      this.#events.push(...events.map((event) => ({ event, readAt })));
      if (this.#events.length > 2 * MAX_EVENTS) this.#events = this.#events.slice(-MAX_EVENTS);
      this.#position = last.position;
      this.#options.onEvents(events);
    }
    this.#options.onRead();
    this.#schedule(events.length === BATCH_SIZE ? 0 : events.length > 0 ? BUSY_POLL_MS : IDLE_POLL_MS);
  }

  #readNext(): Promise<OutboxEvent[] | undefined> {
    const { db } = this.#options;
    return this.#position === OUTBOX_START
      ? readEvents(db, OUTBOX_START, BATCH_SIZE)
      : readEventsAfter(db, this.#position, BATCH_SIZE);
  }
}
