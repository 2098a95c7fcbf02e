import type { Page } from '../db/dense-list.ts';

/** A page as the wire has it: its rows by the module's mapper. */
export const toPage = <Row, Item>({ count, results }: Page<Row>, toItem: (row: Row) => Item): Page<Item> => ({
  count,
  results: results.map(toItem),
});
