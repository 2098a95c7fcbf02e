import { BoundedMap } from './bounded-map.ts';
import type { Clock } from './clock.ts';

interface MemoryOptions<Value> {
  read: (key: string) => Promise<Value>;
  clock: Clock;
  /** Milliseconds. */
  staleAfter: number;
  /** How many answers are kept at most. */
  limit: number;
}

/** Remembers for a while what `read` answered. Askers that come together ask once; a failure is not remembered. */
export function remember<Value>({ read, clock, staleAfter, limit }: MemoryOptions<Value>) {
  const answers = new BoundedMap<string, { value: Promise<Value>; readAt: number }>(limit);
  return {
    get(key: string): Promise<Value> {
      const readAt = clock().getTime();
      const known = answers.get(key);
      if (known !== undefined && readAt - known.readAt < staleAfter) return known.value;
      const value = read(key);
      answers.set(key, { value, readAt });
      value.catch(() => answers.delete(key));
      return value;
    },
    forget: (key: string): void => answers.delete(key),
  };
}
