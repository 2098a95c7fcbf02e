import type { Random } from '@kantor/demo/random.ts';
import { MAX_TIMER_MS, MINUTE } from './time.ts';

/** Milliseconds until the next of events that come independently of each other, so many a minute (a Poisson process). */
export const nextGap = (random: Random, perMinute: number): number =>
  Math.min((-Math.log(1 - random()) * MINUTE) / perMinute, MAX_TIMER_MS);
