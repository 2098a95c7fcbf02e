import { formatMinorUnits, type Scale } from '@kantor/contract/plain/money.ts';
import { stringify } from 'csv-stringify/sync';
import { moscowMoment } from '../kernel/clock.ts';

/** A column of a list as a file: its head, and what of an item stands in it. */
export type FileColumn<Item> = { head: string } & (
  | { text: (item: Item) => string | null }
  | { moment: (item: Item) => Date | null }
  /** Minor units; `isSummed`: their sum stands in the last line. */
  | { amount: (item: Item) => bigint | null; scale: Scale; isSummed?: true }
);

type Cell = string | bigint | Date | null;

const cellOf = <Item>(column: FileColumn<Item>, item: Item): Cell => {
  if ('text' in column) return column.text(item);
  return 'moment' in column ? column.moment(item) : column.amount(item);
};

/** A number as spreadsheets of Russia read it: `-1234,50`. */
const amountText = <Item>(amount: bigint, column: FileColumn<Item> | undefined): string => {
  if (column === undefined || !('amount' in column)) throw new Error('An amount stands in a column of amounts');
  return formatMinorUnits(amount, column.scale).replace('.', ',');
};

/**
 * The text of a table, piece by piece: the heads, a line an item, and last how many there are and the sums. UTF-8 with a mark, `;`
 * between cells; a text that a spreadsheet would take for a formula begins with an apostrophe.
 */
export async function* tableText<Item>(
  columns: readonly FileColumn<Item>[],
  batches: AsyncIterable<readonly Item[]>,
): AsyncGenerator<string> {
  const write = (rows: readonly Cell[][], bom = false) =>
    stringify(rows as Cell[][], {
      bom,
      delimiter: ';',
      record_delimiter: 'windows',
      escape_formulas: true,
      cast: {
        bigint: (amount, { index }) => amountText(amount, columns[index]),
        date: (moment) => moscowMoment(moment),
      },
    });
  yield write([columns.map(({ head }) => head)], true);
  let count = 0;
  const sums = columns.map(() => 0n);
  for await (const items of batches) {
    const rows = items.map((item) => columns.map((column) => cellOf(column, item)));
    count += rows.length;
    for (const row of rows)
      row.forEach((cell, index) => (sums[index] = (sums[index] ?? 0n) + (typeof cell === 'bigint' ? cell : 0n)));
    yield write(rows);
  }
  const last = columns.map((column, index) => ('amount' in column && column.isSummed ? (sums[index] ?? 0n) : null));
  yield write([[`Всего строк: ${count}`, ...last.slice(1)]]);
}
