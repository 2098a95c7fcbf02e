import { strToU8, unzipSync, zipSync } from 'fflate';
import writeXlsxFile from 'write-excel-file/node';
import { createTables } from '../../src/modules/tables/index.ts';

/** Files with payouts. */
export const readTable = (bytes: Buffer, limitMs?: number) =>
  createTables({ maxRows: 5000, rows: 'выплатами', ...(limitMs && { limitMs }) }).read(bytes);

/** A book as a library writes it. */
export const book = async (rows: unknown[][]): Promise<Buffer> => {
  const data = rows.map((row) =>
    row.map((value) =>
      value instanceof Date
        ? { value, type: Date, format: 'dd.mm.yyyy' }
        : { value, type: typeof value === 'number' ? Number : String },
    ),
  );
  return writeXlsxFile(data as never).toBuffer();
};

/** A book of one sheet, as somebody writes it by hand. */
export const bookOf = async (sheet: string, more: Record<string, Uint8Array> = {}): Promise<Buffer> => {
  const parts = unzipSync(await book([['a'], ['b']]));
  const name = Object.keys(parts).find((each) => each.endsWith('worksheets/sheet1.xml')) ?? '';
  const xml = `<?xml version="1.0"?><worksheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main">${sheet}</worksheet>`;
  return Buffer.from(zipSync({ ...parts, [name]: strToU8(xml), ...more }));
};

/** The sentence that a file is refused with. */
export const refusal = (bytes: Buffer, limitMs?: number) =>
  readTable(bytes, limitMs).then(
    () => 'read',
    (error: { errors: { file: string[] } }) => error.errors.file[0],
  );
