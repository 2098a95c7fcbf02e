import { BoundedMap } from './bounded-map.ts';
import { type Clock, MINUTE } from './clock.ts';

interface AllowanceOptions {
  /** How much may be taken at once, and again within a minute. */
  perMinute: number;
  clock: Clock;
  /** How many keys are remembered at most. A forgotten one has its whole allowance again. */
  limit: number;
}

/** What each key may still take; it grows back evenly. Counted by this process alone. */
export function createAllowance({ perMinute, clock, limit }: AllowanceOptions) {
  const left = new BoundedMap<string, { amount: number; at: number }>(limit);
  const read = (key: string): { amount: number; at: number } => {
    const at = clock().getTime();
    const known = left.get(key);
    if (known === undefined) return { amount: perMinute, at };
    return { amount: Math.min(perMinute, known.amount + ((at - known.at) * perMinute) / MINUTE), at };
  };
  const wait = (missing: number) => Math.ceil((missing * MINUTE) / perMinute);
  return {
    /** Milliseconds until so much can be taken; 0: now. Takes nothing. */
    ask(key: string, cost = 1): number {
      const { amount } = read(key);
      return amount >= cost ? 0 : wait(cost - amount);
    },
    /** Takes so much. @returns 0, or takes nothing and returns the milliseconds until it can. */
    take(key: string, cost = 1): number {
      const { amount, at } = read(key);
      if (amount < cost) return wait(cost - amount);
      left.set(key, { amount: amount - cost, at });
      return 0;
    },
    /** Gives back what was taken. */
    give(key: string, cost = 1): void {
      const { amount, at } = read(key);
      left.set(key, { amount: Math.min(perMinute, amount + cost), at });
    },
  };
}
