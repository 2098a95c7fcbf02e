import { once } from 'node:events';
import { createDeflateRaw } from 'node:zlib';
import { formatMinorUnits } from '@kantor/contract/plain/money.ts';
import { strToU8, Zip, ZipPassThrough } from 'fflate';
import { DAY, MOSCOW_OFFSET_MS } from '../kernel/clock.ts';
import { type Cell, cellOf, createTally, type FileColumn } from './table-file.ts';

/** Rows that a sheet holds, its head and its last lines included. */
const MAX_SHEET_ROWS = 2 ** 20;
export const MAX_XLSX_ROWS = MAX_SHEET_ROWS - 3;

/** Characters that a cell holds. */
const MAX_TEXT = 32_767;
/** Repetitive XML shrinks nearly as well as with the usual level, in a third of the time. */
const DEFLATE_LEVEL = 2;
/** The day that spreadsheets count 1970-01-01 as. */
const EPOCH_DAY = 25_569;

const XML = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';
const MAIN = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
const RELATIONS = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const PACKAGE = 'http://schemas.openxmlformats.org/package/2006';

/** What XML cannot hold: a control that is no tab and no line feed, and two that are no characters. */
const IMPOSSIBLE = /[^\P{Cc}\t\n\r\u007F-\u009F]|[\uFFFE\uFFFF]/gu;
/** What a spreadsheet would read as the code of a character. */
const CODE = /_(?=x[0-9A-Fa-f]{4}_)/g;
const ESCAPED: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '\r': '' };
const SPECIAL = /[&<>\p{Cc}\p{Cs}\uFFFE\uFFFF]|_x/u;

function escapeText(text: string): string {
  const cut = text.length > MAX_TEXT ? text.slice(0, MAX_TEXT) : text;
  if (!SPECIAL.test(cut)) return cut;
  return cut
    .toWellFormed()
    .replaceAll(IMPOSSIBLE, '')
    .replaceAll(CODE, '_x005F_')
    .replaceAll(/[&<>\r]/g, (sign) => ESCAPED[sign] ?? '');
}

/** Styles of cells by their place in `styles.xml`: of a text, a head, a moment, a whole number; then of amounts by their digits. */
const HEAD = 1;
const MOMENT = 2;
const COUNT = 3;
const FIRST_AMOUNT = 4;
const DIGITS = [2, 4, 6];

const amountFormat = (digits: number) => `#,##0.00${'#'.repeat(digits - 2)}`;
const FORMATS = ['dd.mm.yyyy hh:mm:ss', ...DIGITS.map(amountFormat)];
const FIRST_FORMAT = 164;

const STYLES = `${XML}<styleSheet xmlns="${MAIN}"><numFmts count="${FORMATS.length}">${FORMATS.map(
  (code, index) => `<numFmt numFmtId="${FIRST_FORMAT + index}" formatCode="${code}"/>`,
).join(
  '',
)}</numFmts><fonts count="2"><font><sz val="11"/><name val="Calibri"/></font><font><b/><sz val="11"/><name val="Calibri"/></font></fonts><fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills><borders count="1"><border/></borders><cellStyleXfs count="1"><xf/></cellStyleXfs><cellXfs count="${FIRST_AMOUNT + DIGITS.length}"><xf/><xf fontId="1" applyFont="1"/><xf numFmtId="${FIRST_FORMAT}" applyNumberFormat="1"/><xf numFmtId="3" applyNumberFormat="1"/>${DIGITS.map(
  (_, index) => `<xf numFmtId="${FIRST_FORMAT + 1 + index}" applyNumberFormat="1"/>`,
).join('')}</cellXfs></styleSheet>`;

/** The parts of the book besides its sheet. */
const PARTS: Record<string, string> = {
  '[Content_Types].xml': `${XML}<Types xmlns="${PACKAGE}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/xl/workbook.xml" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.sheet.main+xml"/><Override PartName="/xl/worksheets/sheet1.xml" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.worksheet+xml"/><Override PartName="/xl/styles.xml" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.styles+xml"/></Types>`,
  '_rels/.rels': `${XML}<Relationships xmlns="${PACKAGE}/relationships"><Relationship Id="rId1" Type="${RELATIONS}/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
  'xl/workbook.xml': `${XML}<workbook xmlns="${MAIN}" xmlns:r="${RELATIONS}"><sheets><sheet name="Список" sheetId="1" r:id="rId1"/></sheets></workbook>`,
  'xl/_rels/workbook.xml.rels': `${XML}<Relationships xmlns="${PACKAGE}/relationships"><Relationship Id="rId1" Type="${RELATIONS}/worksheet" Target="worksheets/sheet1.xml"/><Relationship Id="rId2" Type="${RELATIONS}/styles" Target="styles.xml"/></Relationships>`,
  'xl/styles.xml': STYLES,
};

/** A, B, … Z, AA: the name of a column by its place from 0. */
export const columnName = (place: number): string =>
  (place < 26 ? '' : columnName(Math.floor(place / 26) - 1)) + String.fromCodePoint(65 + (place % 26));

/** A hair above the moment, so that whoever cuts milliseconds off does not come out a second before. */
const HAIR = 1e-10;
const momentNumber = (moment: Date): string =>
  ((moment.getTime() + MOSCOW_OFFSET_MS) / DAY + EPOCH_DAY + HAIR).toFixed(11);

/** Writes rows as XML, each with its number: a number is a number, a moment one of Moscow, and a text never a formula. */
function createRows<Item>(columns: readonly FileColumn<Item>[]) {
  const names = columns.map((_, index) => columnName(index));
  const styles = columns.map((column) =>
    'amount' in column ? FIRST_AMOUNT + Math.max(0, DIGITS.indexOf(column.scale)) : COUNT,
  );
  let n = 0;
  const cellXml = (cell: Cell, index: number, textStyle: string): string => {
    if (cell === null || cell === '') return '';
    const at = `<c r="${names[index]}${n}"`;
    if (typeof cell === 'string')
      return `${at}${textStyle} t="inlineStr"><is><t xml:space="preserve">${escapeText(cell)}</t></is></c>`;
    if (cell instanceof Date) return `${at} s="${MOMENT}"><v>${momentNumber(cell)}</v></c>`;
    const column = columns[index];
    const value =
      typeof cell === 'bigint' && column !== undefined && 'amount' in column
        ? formatMinorUnits(cell, column.scale)
        : String(cell);
    return `${at} s="${styles[index]}"><v>${value}</v></c>`;
  };
  return (row: readonly Cell[], isHead = false): string => {
    n += 1;
    let xml = `<row r="${n}">`;
    for (const [index, cell] of row.entries()) xml += cellXml(cell, index, isHead ? ` s="${HEAD}"` : '');
    return `${xml}</row>`;
  };
}

/** The sheet as XML, piece by piece. */
async function* sheetXml<Item>(
  columns: readonly FileColumn<Item>[],
  batches: AsyncIterable<readonly Item[]>,
): AsyncGenerator<string> {
  const rowXml = createRows(columns);
  const tally = createTally(columns);
  yield `${XML}<worksheet xmlns="${MAIN}"><sheetViews><sheetView workbookViewId="0"><pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/></sheetView></sheetViews><cols><col min="1" max="${columns.length}" width="20" customWidth="1"/></cols><sheetData>`;
  yield rowXml(
    columns.map(({ head }) => head),
    true,
  );
  for await (const items of batches) {
    let xml = '';
    for (const item of items) {
      const row = columns.map((column) => cellOf(column, item));
      tally.add(row);
      xml += rowXml(row);
    }
    if (xml !== '') yield xml;
  }
  yield `${tally
    .lines()
    .map((line) => rowXml(line, true))
    .join('')}</sheetData></worksheet>`;
}

/** A part of the archive that is compressed by Node, beside the process's own thread. */
class Part extends ZipPassThrough {
  readonly #deflate = createDeflateRaw({ level: DEFLATE_LEVEL });

  constructor(name: string) {
    super(name);
    this.compression = 8;
    this.#deflate.on('data', (piece: Buffer<ArrayBuffer>) => this.ondata(null, piece, false));
  }

  protected override process(piece: Uint8Array, isLast: boolean): void {
    this.#deflate.write(piece);
    if (isLast) this.#deflate.end();
  }

  /** Resolves when what was written is compressed. */
  async drained(): Promise<void> {
    if (this.#deflate.writableNeedDrain) await once(this.#deflate, 'drain');
  }

  async ended(): Promise<void> {
    await once(this.#deflate, 'end');
    this.ondata(null, new Uint8Array(), true);
  }
}

/**
 * A table as a spreadsheet's file, piece by piece: no more of it is in memory than a batch. Its lines are those of `tableText`.
 * The caller sees to it that there are no more than `MAX_XLSX_ROWS`.
 */
export async function* tableXlsx<Item>(
  columns: readonly FileColumn<Item>[],
  batches: AsyncIterable<readonly Item[]>,
): AsyncGenerator<Uint8Array> {
  let ready: Uint8Array[] = [];
  const take = () => {
    const pieces = ready;
    ready = [];
    return pieces;
  };
  const zip = new Zip((error, piece) => {
    if (error) throw error;
    ready.push(piece);
  });
  for (const [name, text] of Object.entries(PARTS)) {
    const part = new ZipPassThrough(name);
    zip.add(part);
    part.push(strToU8(text), true);
  }
  const sheet = new Part('xl/worksheets/sheet1.xml');
  zip.add(sheet);
  for await (const xml of sheetXml(columns, batches)) {
    sheet.push(Buffer.from(xml), false);
    await sheet.drained();
    yield* take();
  }
  const end = sheet.ended();
  sheet.push(new Uint8Array(), true);
  await end;
  zip.end();
  yield* take();
}
