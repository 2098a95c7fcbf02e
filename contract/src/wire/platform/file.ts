import { z } from 'zod';
import type { Route } from '../../plain/routes.ts';
import { call } from '../call.ts';

/** A table as spreadsheets open it: UTF-8 with its mark, `;` between cells, a comma in numbers, Moscow's time. */
export const CSV = 'text/csv; charset=utf-8';

interface Terms<Shape extends z.ZodRawShape> {
  summary: string;
  /** The filters of the list. */
  filters: Shape;
}

/**
 * A list of the platform as a file: all pages of what the filters leave, of one moment, newest first; its last line counts and sums
 * them. Whoever takes it away stands in the journal.
 */
export const fileCall = <const R extends Route, const Shape extends z.ZodRawShape>(
  route: R,
  { summary, filters }: Terms<Shape>,
) =>
  call({
    ...route,
    summary: `${summary}: файл CSV`,
    query: z.strictObject(filters),
    type: CSV,
    ok: 200,
    response: z.custom<Uint8Array | AsyncIterable<string>>(),
    /** There are more rows than a file holds; looking for them takes too long; too many files are being made. */
    refusals: { too_many_rows: 409, too_long_search: 409, files_busy: 409 },
  });
