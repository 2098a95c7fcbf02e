import { z } from 'zod';
import { day, page } from './call.ts';
import type { rub } from './money.ts';
import { before, rest } from './platform/objects.ts';

/** Roubles, or what is written as they are. */
type Money = typeof rub;

/** What an owner's list is narrowed to: days of Moscow's calendar, both whole, and sums, both inclusive. */
export const narrowing = <Sum extends Money>(sum: Sum) => ({
  from: day.optional(),
  to: day.optional(),
  min: sum.optional(),
  max: sum.optional(),
});

/** The same for a list, which goes on from a former answer's `rest`. */
export const listNarrowing = <Sum extends Money>(sum: Sum) => ({
  ...narrowing(sum),
  before: before.optional(),
});

export const isNarrowed = (query: { from?: unknown; to?: unknown; min?: unknown; max?: unknown }): boolean =>
  [query.from, query.to, query.min, query.max].some((value) => value !== undefined);

/** `rest`: of a narrowed list, where the search goes on; absent or null when all was looked at. */
export const narrowedPage = <Row extends z.ZodType>(row: Row) => page(row).extend({ rest: rest.nullable().optional() });

/** How many rows a list has, narrowed or not, and what they come to. */
export const listTotals = <Sum extends Money>(sum: Sum) =>
  z.strictObject({
    /** Whether these are all that fit, and not those alone among the newest ten thousand rows. */
    is_whole: z.boolean(),
    count: z.number().int(),
    amount: sum,
  });
