import type { Database } from '../db/pool.ts';
import { type Clock, SECOND } from '../kernel/clock.ts';
import { isAfter, type OutboxEvent, OUTBOX_START, type Position, readEvents, readLatestEvents } from './read.ts';

/** Between two polls: after one that found something, and after one that did not. */
const BUSY_POLL_MS = 50;
const IDLE_POLL_MS = 150;
/** After one that failed. */
const RETRY_MS = SECOND;

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
  onError: (error: unknown) => void;
  /** Called after each poll that went well. */
  onRead: () => void;
}

/** Polls the outbox by position for everyone on this node, and keeps its end. */
export class OutboxPoller {
  readonly #options: PollerOptions;
  #events: Read[] = [];
  #position: Position = OUTBOX_START;
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
    const latest = await readLatestEvents(db, MAX_EVENTS);
    // They came before this node was there to read them.
    const age = ({ at }: OutboxEvent) => clock().getTime() - at.getTime();
    this.#events = latest.map((event) => ({ event, readAt: performance.now() - age(event) }));
    this.#position = latest.at(-1)?.position ?? OUTBOX_START;
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

  /** The events after a position; undefined when this node does not know the position, or no longer does. */
  after(position: Position): OutboxEvent[] | undefined {
    const oldest = this.#events[0]?.event.position ?? this.#position;
    if (isAfter(oldest, position) || isAfter(position, this.#position)) return undefined;
    return this.#from(this.#events.findLastIndex(({ event }) => !isAfter(event.position, position)) + 1);
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
    const events = await readEvents(this.#options.db, this.#position, BATCH_SIZE);
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
}
