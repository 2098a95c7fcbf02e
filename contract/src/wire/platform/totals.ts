import { z } from 'zod';
import type { Route } from '../../plain/routes.ts';
import { call } from '../call.ts';
import type { rub } from '../money.ts';
import { platformFilters } from './objects.ts';

const { before: _before, ...filters } = platformFilters;

/** How many objects a list of the platform has in each status, and what they come to; it is narrowed by the list's own filters. */
export const platformTotals = <const R extends Route, Sum extends typeof rub, const Own extends z.ZodRawShape>(
  route: R,
  summary: string,
  sum: Sum,
  own: Own,
) =>
  call({
    ...route,
    summary,
    query: z.strictObject({ ...filters, ...own }),
    ok: 200,
    response: z.strictObject({
      /** Whether these are all that fit, and not those alone among the newest ten thousand that may. */
      is_whole: z.boolean(),
      /** A status without objects is left out; objects without statuses have one. */
      // Of objects without a sum it is 0.
      statuses: z.array(z.strictObject({ status: z.string(), count: z.number().int(), amount: sum })),
    }),
  });
