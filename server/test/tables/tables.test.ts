import { readFile } from 'node:fs/promises';
import { setImmediate as next } from 'node:timers/promises';
import { strFromU8, strToU8, unzipSync, zipSync } from 'fflate';
import { describe, expect, test } from 'vitest';
import writeXlsxFile from 'write-excel-file/node';
import { guessColumns, judgeRow } from '../../src/modules/payout-batches/rules.ts';
import { book, bookOf, readTable, refusal } from './books.ts';

const HEADS = ['Сумма', 'ФИО', 'Телефон'];

describe('CSV', () => {
  test.for([';', ',', '\t'])('is read with %o between its cells, quotes, a mark and blank lines', async (between) => {
    const line = (...cells: string[]) => cells.map((cell) => `"${cell.replaceAll('"', '""')}"`).join(between);
    const text = `\uFEFF${line(...HEADS)}\r\n\r\n${line('1500,00', 'Иван; "О", Петров', '8 999')}\r\n`;
    expect(await readTable(Buffer.from(text))).toEqual({
      heads: HEADS,
      rows: [{ line: 3, cells: ['1500,00', 'Иван; "О", Петров', '8 999'] }],
    });
  });

  test('is read in windows-1251 and in UTF-16, and by its own word of what stands between cells', async () => {
    const cp1251 = (text: string) =>
      Buffer.from(
        Array.from(text, (sign) =>
          /[А-яё]/.test(sign) ? (sign.codePointAt(0) ?? 0) - 0x410 + 0xc0 : sign.charCodeAt(0),
        ),
      );
    const text = 'Сумма;Имя\n1;Иван';
    const wanted = { heads: ['Сумма', 'Имя'], rows: [{ line: 2, cells: ['1', 'Иван'] }] };
    expect(await readTable(cp1251(text))).toEqual(wanted);
    expect(await readTable(Buffer.from(`\uFEFF${text}`, 'utf16le'))).toEqual(wanted);
    expect(await readTable(Buffer.from('sep=|\nСумма|Имя\n1|Иван'))).toMatchObject({
      ...wanted,
      rows: [{ line: 3, cells: ['1', 'Иван'] }],
    });
  });

  test('of 5 000 rows is read, of more refused; of too many columns too', async () => {
    const rows = (n: number) => Buffer.from(`a\n${'1\n'.repeat(n)}`);
    expect((await readTable(rows(5000))).rows).toHaveLength(5000);
    expect(await refusal(rows(5001))).toMatch('больше 5 000 строк');
    expect(await refusal(Buffer.from(`${'a;'.repeat(60)}\n${'1;'.repeat(60)}`))).toMatch('больше 50 столбцов');
  });

  test('without rows, with a quote that does not end, or that is no table says so', async () => {
    expect(await refusal(Buffer.from(''))).toMatch('нет строк с выплатами');
    expect(await refusal(Buffer.from('Сумма;ФИО\n;\n'))).toMatch('нет строк с выплатами');
    expect(await refusal(Buffer.from('Сумма;ФИО\n"1;2\n'))).toMatch('не сходятся кавычки');
    expect(await refusal(Buffer.from([0x89, 0x50, 0x4e, 0x47, 0, 0, 1, 2]))).toMatch('только файлы CSV и XLSX');
    expect(await refusal(Buffer.from([0xd0, 0xcf, 0x11, 0xe0, 1]))).toMatch('старая книга Excel');
  });
});

describe('XLSX', () => {
  test('is read with its texts, numbers and dates apart, and its own numbers of rows', async () => {
    const made = await book([HEADS, [1500.5, 'Иван', 79_995_554_433], [new Date('2026-05-01T00:00:00Z'), 'Пётр', '8']]);
    expect(await readTable(made)).toEqual({
      heads: HEADS,
      rows: [
        { line: 2, cells: [{ number: 1500.5 }, 'Иван', { number: 79_995_554_433 }] },
        { line: 3, cells: [{ date: '2026-05-01' }, 'Пётр', '8'] },
      ],
    });
  });

  test('counts rows as the spreadsheet does, also behind empty ones', async () => {
    const cell = (at: string, text: string) => `<c r="${at}" t="inlineStr"><is><t>${text}</t></is></c>`;
    const made = await bookOf(
      `<sheetData><row r="3">${cell('B3', 'Сумма')}</row><row r="7">${cell('B7', '10')}</row></sheetData>`,
    );
    const { rows } = await readTable(made);
    expect(rows.map(({ line }) => line)).toEqual([7]);
  });

  test('gives what a formula came to, the first cell of merged ones, and nothing for an error', async () => {
    const made = await bookOf(
      '<sheetData><row r="1"><c r="A1"><v>1</v></c><c r="B1"><v>2</v></c><c r="C1"><v>3</v></c></row>' +
        '<row r="2"><c r="A2"><f>1+1</f><v>1500</v></c><c r="B2"/><c r="C2" t="e"><f>1/0</f><v>#DIV/0!</v></c></row></sheetData>' +
        '<mergeCells count="1"><mergeCell ref="A2:B2"/></mergeCells>',
    );
    expect((await readTable(made)).rows).toEqual([{ line: 2, cells: [{ number: 1500 }, '', ''] }]);
  });

  test('is read from its first sheet that is shown', async () => {
    const sheet = (head: string) => ({ data: [[{ value: head }], [{ value: '1' }]] });
    const parts = unzipSync(await writeXlsxFile([sheet('Первый'), sheet('Второй')] as never).toBuffer());
    const name = 'xl/workbook.xml';
    const withStates = (...states: string[]) => {
      const xml = strFromU8(parts[name] ?? new Uint8Array()).replaceAll(
        /<sheet /g,
        () => `<sheet state="${states.shift()}" `,
      );
      return Buffer.from(zipSync({ ...parts, [name]: strToU8(xml) }));
    };
    expect((await readTable(withStates('visible', 'visible'))).heads).toEqual(['Первый']);
    expect((await readTable(withStates('hidden', 'visible'))).heads).toEqual(['Второй']);
    expect((await readTable(withStates('veryHidden', 'visible'))).heads).toEqual(['Второй']);
    expect(await refusal(withStates('hidden', 'hidden'))).toMatch('нет строк с выплатами');
  });

  test('with a hidden row is refused: nobody is paid by what nobody sees', async () => {
    const cell = '<c><v>1</v></c>';
    const made = await bookOf(
      `<sheetData><row r="1">${cell}</row><row r="3" hidden="0">${cell}</row><row hidden="1">${cell}</row></sheetData>`,
    );
    expect(await refusal(made)).toMatch('Строка 4 скрыта в книге. Покажите скрытые строки');
  });

  test('that is torn, or another archive, is refused', async () => {
    const made = await book([HEADS, [1, 'a', 'b']]);
    expect(await refusal(made.subarray(0, made.length / 2))).toMatch('повреждён');
    expect(await refusal(Buffer.from(zipSync({ 'a.txt': strToU8('x') })))).toMatch('только файлы CSV и XLSX');
  });
});

test('a table is read off the event loop, and ended when it takes too long', async () => {
  const rows = Buffer.from(`a;b\n${'1;2\n'.repeat(5000)}`);
  let turns = 0;
  const done = readTable(rows);
  const isDone = done.then(() => true);
  while (!(await Promise.race([isDone, next(false)]))) turns += 1;
  expect(turns).toBeGreaterThan(10);
  expect(await refusal(rows, 1)).toMatch('слишком сложный');
});

test.for(['csv', 'xlsx'])('the template in %s is read, and every row of it is good', async (kind) => {
  const { heads, rows } = await readTable(
    await readFile(new URL(`../../../web/public/templates/payouts.${kind}`, import.meta.url)),
  );
  const columns = guessColumns(heads, {});
  expect(Object.values(columns)).toEqual([0, 1, 2, 3, 4, 5]);
  const judged = rows.map((row) => judgeRow(row, { heads, columns, minAmount: 10_000n }));
  expect(judged.map(({ faults }) => faults)).toEqual([[], []]);
  expect(judged.map(({ terms }) => terms?.amount)).toEqual([150_000n, 250_000n]);
  const tooSmall = rows.map((row) => judgeRow(row, { heads, columns, minAmount: 200_000n }));
  expect(tooSmall[0]?.faults).toEqual(['Строка 2, «Сумма»: наименьшая сумма выплаты — 2\u00A0000\u00A0₽']);
});
