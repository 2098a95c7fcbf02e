import { LRUCache } from 'lru-cache';
import { atMost } from './at-most.ts';
import { type Clock, MINUTE } from './clock.ts';

interface RateLimiterOptions {
  /** Points that a key may spend at once, and again within the window. */
  points: number;
  /** Milliseconds; a minute unless given. */
  windowMs?: number;
  clock: Clock;
  /** The key used longest ago is forgotten, and has all its points again. */
  maxKeys: number;
}

/**
 * Makes a limiter of this process alone: a token bucket for each key, whose points grow back evenly. The limiter that counts
 * sign-ins in the database has windows, which would let a phone send twice its limit around the end of one.
 */
export function createRateLimiter({ points: most, windowMs = MINUTE, clock, maxKeys }: RateLimiterOptions) {
  const buckets = new LRUCache<string, { points: number; at: number }>(atMost(maxKeys));
  const read = (key: string): { points: number; at: number } => {
    const at = clock().getTime();
    const known = buckets.get(key);
    if (known === undefined) return { points: most, at };
    return { points: Math.min(most, known.points + ((at - known.at) * most) / windowMs), at };
  };
  const wait = (missing: number) => Math.ceil((missing * windowMs) / most);
  return {
    /** Milliseconds until a key can spend so many points; 0: now. Spends nothing. */
    waitFor(key: string, points = 1): number {
      const bucket = read(key);
      return bucket.points >= points ? 0 : wait(points - bucket.points);
    },
    /** Spends points. @returns 0, or spends nothing and returns the milliseconds until it can. */
    consume(key: string, points = 1): number {
      const bucket = read(key);
      if (bucket.points < points) return wait(points - bucket.points);
      buckets.set(key, { points: bucket.points - points, at: bucket.at });
      return 0;
    },
    /** Gives points back. */
    reward(key: string, points = 1): void {
      const bucket = read(key);
      // Reading a bucket caps its points.
      buckets.set(key, { points: bucket.points + points, at: bucket.at });
    },
  };
}
