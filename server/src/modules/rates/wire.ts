import { isStale } from './rules.ts';
import type { Rate } from './store.ts';

/** The rate, at a moment, as back office and merchant API show it. */
export const toRate = (rate: Rate, at: Date) => ({
  rate: rate.value,
  updated_at: rate.confirmedAt,
  is_stale: isStale(rate, at),
});
