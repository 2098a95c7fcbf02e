import { LRUCache } from 'lru-cache';
import { atMost } from './at-most.ts';
import type { Clock } from './clock.ts';

interface CacheOptions<Value> {
  read: (key: string) => Promise<Value>;
  clock: Clock;
  ttlMs: number;
  maxKeys: number;
}

/**
 * Caches the answers of `read` for so long after the question; the key used longest ago makes room for a new one. Callers
 * that come together ask once, and a failure is not cached.
 */
export function cached<Value>({ read, clock, ttlMs, maxKeys }: CacheOptions<Value>) {
  const answers = new LRUCache<string, Promise<Value>>({
    ...atMost(maxKeys),
    // The library takes an answer that is exactly as old as its `ttl` for fresh.
    ttl: ttlMs - 1,
    ttlResolution: 0,
    perf: { now: () => clock().getTime() },
  });
  return {
    get(key: string): Promise<Value> {
      const known = answers.get(key);
      if (known !== undefined) return known;
      const answer = read(key);
      answers.set(key, answer);
      answer.catch(() => answers.delete(key));
      return answer;
    },
    forget(key: string): void {
      answers.delete(key);
    },
  };
}
