import { describe, expect, test } from 'vitest';
import { bookOf, refusal } from './books.ts';

const LONG = 60_000;

describe('XLSX', () => {
  test('that unpacks to gigabytes is refused, whatever it says of its size', { timeout: LONG }, async () => {
    const bomb = await bookOf('<sheetData/>', { 'xl/bomb.xml': new Uint8Array(80 * 1024 ** 2) });
    expect(bomb.length).toBeLessThan(1024 ** 2);
    expect(await refusal(bomb)).toMatch('слишком большой');
    // Both places that tell the size of the largest part.
    const size = Buffer.alloc(4);
    size.writeUInt32LE(80 * 1024 ** 2);
    const small = Buffer.from([1, 0, 0, 0]);
    const liar = Buffer.from(
      bomb.toString('latin1').replaceAll(size.toString('latin1'), small.toString('latin1')),
      'latin1',
    );
    expect(liar.equals(bomb)).toBe(false);
    expect(await refusal(liar)).not.toBe('');
    expect(process.memoryUsage().rss).toBeLessThan(1.5 * 1024 ** 3);
  });

  test('with a cell at the end of the world is refused', { timeout: LONG }, async () => {
    const made = await bookOf(
      '<dimension ref="A1:XFD1048576"/><sheetData><row r="1"><c r="A1"><v>1</v></c></row><row r="1048576"><c r="XFD1048576"><v>1</v></c></row></sheetData>',
    );
    expect(await refusal(made)).toMatch(/слишком|больше|повреждён/);
  });
});
