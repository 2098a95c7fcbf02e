import type { Page } from '../db/dense-list.ts';
import type { OwnTotals } from '../db/own-list.ts';
import type { FoundTotals } from '../db/platform-totals.ts';
import type { FoundPage } from '../db/platform-search.ts';

/** A page as the wire has it: its rows by the module's mapper. */
export const toPage = <Row, Item>({ count, results }: Page<Row>, toItem: (row: Row) => Item): Page<Item> => ({
  count,
  results: results.map(toItem),
});

/** The same of a list that may be narrowed: where it is, it says where to go on. */
export const toNarrowedPage = <Row, Item>(found: Page<Row> | FoundPage<Row>, toItem: (row: Row) => Item) => ({
  ...toPage(found, toItem),
  ...('rest' in found && { rest: found.rest }),
});

/** What a list comes to, as the wire has it. */
export const toListTotals = ({ isWhole, count, amount }: OwnTotals) => ({
  is_whole: isWhole,
  count: Number(count),
  amount,
});

/** What a list has in each status, and what that comes to, as the wire has it. */
export const toStatusTotals = <Status extends string>({ isWhole, statuses }: FoundTotals<Status>) => ({
  is_whole: isWhole,
  statuses: statuses.map(({ status, count, amount }) => ({ status, count: Number(count), amount })),
});
