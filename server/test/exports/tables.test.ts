import { Readable } from 'node:stream';
import { buffer, text } from 'node:stream/consumers';
import { SCALE } from '@kantor/contract/plain/money.ts';
import { readSheet } from 'read-excel-file/node';
import { describe, expect, test } from 'vitest';
import { type FileColumn, tableText } from '../../src/http/table-file.ts';
import { columnName, tableXlsx } from '../../src/http/table-xlsx.ts';

interface Item {
  name: string | null;
  amount: bigint | null;
  at: Date | null;
}

const columns: FileColumn<Item>[] = [
  { head: 'Имя', text: ({ name }) => name },
  { head: 'Сумма', amount: ({ amount }) => amount, scale: SCALE.rub, isSummed: true },
  { head: 'Курс', amount: () => 95_1234n, scale: SCALE.rate },
  { head: 'Когда', moment: ({ at }) => at },
];
const row = (name: string): Item => ({ name, amount: null, at: null });
const AT = new Date('2026-11-22T21:00:05Z');
/** What a spreadsheet would take for a formula, and what would break out of its cell. */
const HOSTILE = ['=1+1', '+7 999', '-5', '@sum', '\tx', 'a;b', 'say "x"', 'one\r\ntwo', '<b>&amp;</b>', '_x0041_'];

describe('CSV', () => {
  const textOf = (...batches: Item[][]) => text(Readable.from(tableText(columns, Readable.from(batches))));

  test('has a mark, semicolons, commas in numbers, Moscow’s time, and a last line of count and sums', async () => {
    expect(await textOf([{ name: 'Анна', amount: 150_050n, at: AT }], [{ name: null, amount: -7n, at: null }])).toBe(
      [
        '\uFEFFИмя;Сумма;Курс;Когда',
        'Анна;1500,50;95,1234;23.11.2026 00:00:05',
        ';-0,07;95,1234;',
        'Всего строк: 2;1500,43;;',
        '',
      ].join('\r\n'),
    );
  });

  test('is no formula, and no cell breaks out of its line', async () => {
    const said = await textOf(HOSTILE.map(row));
    for (const cell of ["'=1+1", "'+7 999", "'-5", "'@sum", '"a;b"', '"say ""x"""', '"one\r\ntwo"'])
      expect(said).toContain(`\r\n${cell};;95,1234;`);
    expect(said).toMatch(/\r\n"?'\tx"?;/);
  });
});

describe('XLSX', () => {
  const bytesOf = (...batches: Item[][]) => buffer(Readable.from(tableXlsx(columns, Readable.from(batches))));
  const cellsOf = async (...batches: Item[][]) => readSheet(await bytesOf(...batches));

  test('has numbers as numbers, moments as dates of Moscow, empty cells, and the same last line', async () => {
    const [heads, first, second, last] = await cellsOf(
      [{ name: 'Анна', amount: 150_050n, at: AT }],
      [{ name: null, amount: -7n, at: null }],
    );
    expect(heads).toEqual(['Имя', 'Сумма', 'Курс', 'Когда']);
    // A spreadsheet's date has no zone: it is read as if it were UTC.
    expect(first).toEqual(['Анна', 1500.5, 95.1234, new Date('2026-11-23T00:00:05Z')]);
    expect(second).toEqual([null, -0.07, 95.1234, null]);
    expect(last).toEqual(['Всего строк: 2', 1500.43, null, null]);
  });

  test('has texts to the letter, none of them a formula', async () => {
    const cells = await cellsOf(HOSTILE.map(row));
    const said = cells.slice(1, -1).map(([name]) => name);
    expect(said).toEqual(HOSTILE.map((each) => each.replace('\r', '').trim()));
  });

  test('leaves out what XML cannot hold', async () => {
    const [, first] = await cellsOf([row('a\u0000b\u0008c\uD800d\uFFFFe')]);
    expect(first?.[0]).toBe('abc\uFFFDde');
  });

  test('of many batches is whole', async () => {
    const batches = Array.from({ length: 30 }, (_, n) => Array.from({ length: 1000 }, () => row(`№ ${n}`)));
    const cells = await cellsOf(...batches);
    expect([cells.length, cells.at(-1)?.[0]]).toEqual([30_002, 'Всего строк: 30000']);
  });

  test('names its columns as spreadsheets do', () => {
    expect([0, 25, 26, 51, 52, 701, 702].map(columnName)).toEqual(['A', 'Z', 'AA', 'AZ', 'BA', 'ZZ', 'AAA']);
  });
});
