import { randomFillSync } from 'node:crypto';
import { v7 } from 'uuid';

/** What a UUIDv7 takes of random bytes. */
const RANDOM_BYTES = 16;
/** Of 256 ids: to ask for each by itself takes twenty times as long as an id does so. */
const pool = new Uint8Array(256 * RANDOM_BYTES);
let used = pool.length;

function randomOfOne(): Uint8Array {
  if (used === pool.length) {
    randomFillSync(pool);
    used = 0;
  }
  used += RANDOM_BYTES;
  return pool.subarray(used - RANDOM_BYTES, used);
}

/** A new UUIDv7 (RFC 9562): its order is the order of creation. */
export const newId = (moment: Date): string => v7({ msecs: moment.getTime(), random: randomOfOne() });

const TIME_DIGITS = 12;
const LAST_TIME = 16 ** TIME_DIGITS - 1;

/** The moment of a UUIDv7, to the millisecond. */
export const momentOf = (id: string): Date => new Date(Number.parseInt(id.slice(0, 8) + id.slice(9, 13), 16));

/** The smallest UUIDv7 of a moment: every id made at or after it is greater or equal. */
export function firstIdAt(moment: Date): string {
  const time = Math.min(Math.max(moment.getTime(), 0), LAST_TIME);
  const hex = time.toString(16).padStart(TIME_DIGITS, '0');
  return `${hex.slice(0, 8)}-${hex.slice(8)}-7000-8000-000000000000`;
}

/** Whether a UUIDv7 was made at this very millisecond. */
export const isIdOf = (id: string, moment: Date): boolean => id.slice(0, 13) === firstIdAt(moment).slice(0, 13);
