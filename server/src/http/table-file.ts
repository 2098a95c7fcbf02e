import { formatMinorUnits, type Scale } from '@kantor/contract/plain/money.ts';
import { stringify } from 'csv-stringify/sync';
import { moscowMoment } from '../kernel/clock.ts';

/** A column of a table as a file: its head, and what of an item stands in it. */
export type FileColumn<Item> = { head: string } & (
  | { text: (item: Item) => string | null | undefined }
  | { moment: (item: Item) => Date | null | undefined }
  /** A whole number. */
  | { count: (item: Item) => number | null | undefined }
  /** Minor units; `isSummed`: their sum stands in the last line. */
  | { amount: (item: Item) => bigint | null | undefined; scale: Scale; isSummed?: true }
);

export type Cell = string | number | bigint | Date | null;

export function cellOf<Item>(column: FileColumn<Item>, item: Item): Cell {
  if ('text' in column) return column.text(item) ?? null;
  if ('moment' in column) return column.moment(item) ?? null;
  return ('count' in column ? column.count(item) : column.amount(item)) ?? null;
}

/** Counts the rows of a table as they pass, and sums what is summed: its last line. */
export function createTally<Item>(columns: readonly FileColumn<Item>[]) {
  const summed = columns.flatMap((column, index) => ('amount' in column && column.isSummed ? [index] : []));
  const sums = new Map(summed.map((index) => [index, 0n]));
  let count = 0;
  return {
    add(row: readonly Cell[]): void {
      count += 1;
      for (const index of summed) {
        const cell = row[index];
        if (typeof cell === 'bigint') sums.set(index, (sums.get(index) ?? 0n) + cell);
      }
    },
    /** The count stands first, in a line of its own where the first column is summed. */
    lines(): Cell[][] {
      const head = `Всего строк: ${count}`;
      const line = columns.map((_, index) => sums.get(index) ?? null);
      return sums.has(0) ? [[head], line] : [[head, ...line.slice(1)]];
    },
  };
}

/** A number as spreadsheets of Russia read it: `-1234,50`. */
function amountText<Item>(amount: bigint, column: FileColumn<Item> | undefined): string {
  if (column === undefined || !('amount' in column)) throw new Error('An amount stands in a column of amounts');
  return formatMinorUnits(amount, column.scale).replace('.', ',');
}

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
  const tally = createTally(columns);
  yield write([columns.map(({ head }) => head)], true);
  for await (const items of batches) {
    const rows = items.map((item) => columns.map((column) => cellOf(column, item)));
    for (const row of rows) tally.add(row);
    if (rows.length > 0) yield write(rows);
  }
  yield write(tally.lines());
}
