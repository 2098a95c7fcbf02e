import type { IncomingMessage } from 'node:http';
import { setTimeout as delay } from 'node:timers/promises';
import { SECOND } from '../kernel/clock.ts';

// What is read of bodies becomes garbage: many megabytes at once would keep the process from answering anybody else.

const MEBIBYTE = 1024 ** 2;
/** Bytes a second, of all uploads together. */
const READ_PER_SECOND = 64 * MEBIBYTE;
/** The same, of bodies that nobody wants. */
const DROPPED_PER_SECOND = 32 * MEBIBYTE;
/** A shorter wait is not worth a timer. */
const LEAST_WAIT_MS = 5;

const ofThisProcess = { now: () => performance.now(), wait: delay as (milliseconds: number) => Promise<void> };

/** Makes a pace that all keep together: each piece waits until those before it have had their time. */
export function createPace(bytesPerSecond: number, { now, wait } = ofThisProcess) {
  let freeAt = 0;
  return async function keep(bytes: number): Promise<void> {
    const at = now();
    const waitMs = Math.max(freeAt - at, 0);
    freeAt = at + waitMs + (bytes / bytesPerSecond) * SECOND;
    if (waitMs > LEAST_WAIT_MS) await wait(waitMs);
  };
}

const read = createPace(READ_PER_SECOND);
const dropped = createPace(DROPPED_PER_SECOND);

/** The pieces of a body, no faster than the process can read all bodies. */
export async function* atPace(body: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  for await (const piece of body) {
    yield piece;
    await read(piece.length);
  }
}

/** Lets go by what a refused request still sends: Node would read it as fast as it comes. */
export async function dropUnread(request: IncomingMessage): Promise<void> {
  if (request.complete || request.readableDidRead || request.destroyed) return;
  try {
    for await (const piece of request as AsyncIterable<Buffer>) await dropped(piece.length);
  } catch {
    // Whoever sent it has gone.
  }
}
