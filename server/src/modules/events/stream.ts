import { Readable } from 'node:stream';
import type { MemberRole } from '@kantor/contract/plain/rights.ts';
import type { Change } from '@kantor/contract/wire/events.ts';
import { SECOND } from '../../kernel/clock.ts';
import { PendingChanges } from './pending.ts';

/** A client waits so long, at least, before it comes back. */
const RETRY_MS = SECOND;

/** May wait for a client here; its connection holds some more. */
const MAX_BUFFER_BYTES = 8 * 1024;

interface Listener {
  accountId: string;
  /** The platform's: everybody's events concern its people. */
  isPlatform: boolean;
  personId: string;
  /** The person's in the account. */
  memberRole: MemberRole;
  sessionId: string;
  /** Until when its access token is in force. */
  expiresAt: Date;
}

/**
 * The answer to one client. What cannot be written yet is gathered, each thing once, so that a client that reads slowly, or not
 * at all, costs no more than another.
 */
export class EventStream extends Readable {
  readonly listener: Listener;
  /** A trader who takes payouts: the open payouts of every merchant concern them. */
  takesPayouts = false;
  readonly #pending = new PendingChanges();
  readonly #cursor: () => string;
  #hasRoom = true;
  #movedAt = performance.now();

  /** @param cursor the present end of the outbox, as clients see it. */
  constructor(listener: Listener, cursor: () => string) {
    super({ highWaterMark: MAX_BUFFER_BYTES });
    this.listener = listener;
    this.#cursor = cursor;
    this.#write(`retry: ${RETRY_MS}\nid: ${cursor()}\n\n`);
  }

  /** Milliseconds since something was written, or could have been. */
  get idle(): number {
    return performance.now() - this.#movedAt;
  }

  /** Whether bytes that were written for the client are still unread. */
  get isStuck(): boolean {
    return !this.#hasRoom;
  }

  add(changes: readonly Change[]): void {
    for (const change of changes) this.#pending.add(change);
  }

  /** Writes the added changes as one event. */
  flush(): void {
    if (this.#pending.isEmpty || !this.#hasRoom) return;
    this.#write(`id: ${this.#cursor()}\ndata: ${JSON.stringify(this.#pending.take())}\n\n`);
  }

  /** Shows both ends that the other is there, and moves the client's cursor past events that did not concern it. */
  beat(): void {
    if (this.#hasRoom) this.#write(`: \nid: ${this.#cursor()}\n\n`);
  }

  /** Ends it in good order; one whose client does not read is cut off. */
  finish(): void {
    if (this.#hasRoom) this.#hasRoom = this.push(null);
    else this.destroy();
  }

  override _read(): void {
    this.#movedAt = performance.now();
    this.#hasRoom = true;
    this.flush();
  }

  #write(text: string): void {
    this.#movedAt = performance.now();
    this.#hasRoom = this.push(text);
  }
}
