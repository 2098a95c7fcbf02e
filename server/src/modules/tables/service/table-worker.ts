import { parentPort, workerData } from 'node:worker_threads';
import { MAX_BATCH_COLUMNS } from '@kantor/contract/plain/batches.ts';
import { parse } from 'csv-parse/sync';
import { unzipSync, zipSync } from 'fflate';
import { type CellValue, readSheet } from 'read-excel-file/node';
import { type Cell, type DecimalMark, decimalMarkOf, type TableRow, textOf } from '../cells.ts';
import { hiddenRow, visibleSheet } from './book.ts';

// A thread of its own for one table of a stranger: it is ended when it takes too long, and its memory is bounded here.

export interface Table {
  heads: string[];
  rows: TableRow[];
}

export type TableFault =
  | 'kind'
  | 'password'
  | 'empty'
  | 'too_many_rows'
  | 'too_many_columns'
  | 'too_large'
  | 'too_slow'
  | 'quotes'
  | 'hidden'
  | 'broken';

/** What is asked of a file. */
export interface TableTask {
  bytes: Uint8Array;
  maxRows: number;
  /** `all` of it; a `look` at its heads, first rows and few words; or the cells of these columns, piece by piece. */
  want: 'all' | 'look' | readonly number[];
}

/** What is seen of a table before its columns are named. */
export interface Look {
  heads: string[];
  rows: number;
  /** How it begins. */
  samples: string[][];
  /** The texts of each column in which there are a few different ones; null: there are many. */
  words: (string[] | null)[];
}

const { bytes: file, maxRows, want } = workerData as TableTask;

/** What a book may have in it when it is unpacked; a hundred thousand rows of five cells have twenty megabytes. */
const MAX_UNPACKED_BYTES = 64 * 1024 ** 2;
const MAX_PARTS = 1000;
/** No field of a payout is longer; whoever has more in a cell is told that it is too long. */
const MAX_CELL_LENGTH = 300;
/** With all the empty ones between them. */
const MAX_READ_ROWS = 4 * maxRows;

class Refused extends Error {
  readonly fault: TableFault;
  readonly line: number | undefined;

  constructor(fault: TableFault, line?: number) {
    super(fault);
    this.fault = fault;
    this.line = line;
  }
}

const startsWith = (bytes: Uint8Array, ...signature: number[]) =>
  signature.every((byte, index) => bytes[index] === byte);

/** A text in UTF-8, in UTF-16 with its mark, or else in the code page of Russian Windows. */
function decode(bytes: Uint8Array): string {
  if (startsWith(bytes, 0xff, 0xfe)) return new TextDecoder('utf-16le').decode(bytes);
  if (startsWith(bytes, 0xfe, 0xff)) return new TextDecoder('utf-16be').decode(bytes);
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return new TextDecoder('windows-1251').decode(bytes);
  }
}

const DELIMITERS = [';', ',', '\t'] as const;

/** What stands between the cells of the first line that has any, outside of its quotes. */
function delimiterOf(text: string): string {
  const line = text.split(/\r\n|\r|\n/, 50).find((each) => each.trim() !== '') ?? '';
  const bare = line.replaceAll(/"(?:[^"]|"")*"/g, '');
  const counts = DELIMITERS.map((delimiter) => bare.split(delimiter).length);
  return DELIMITERS[counts.indexOf(Math.max(...counts))] ?? ';';
}

/** Excel's own word about what stands between cells, in a line of its own. */
const SEPARATOR = /^sep=(.)(?:\r\n|\r|\n)/i;

function readCsv(bytes: Uint8Array): Cell[][] {
  const text = decode(bytes);
  if (text.includes('\u0000')) throw new Refused('kind');
  const told = SEPARATOR.exec(text);
  const rest = text.slice(told?.[0].length ?? 0);
  const records = parse(rest, {
    delimiter: told?.[1] ?? delimiterOf(rest),
    relax_column_count: true,
    record_delimiter: ['\r\n', '\n', '\r'],
    skip_empty_lines: false,
    max_record_size: 1024 ** 2,
    to: MAX_READ_ROWS + 1,
  });
  return told === null ? records : [[], ...records];
}

/**
 * The parts of a book that holds what it says and no more. Each part is unpacked into the room that it has asked for, so that one that lies about its
 * size finds no more.
 */
function unpacked(bytes: Uint8Array): Record<string, Uint8Array> {
  let [size, parts] = [0, 0];
  const content = unzipSync(bytes, {
    filter: ({ name, originalSize }) => {
      parts += 1;
      if (parts > MAX_PARTS) throw new Refused('too_large');
      // Pictures, macros and the like are no rows.
      if (!/\.(?:xml|rels)$/i.test(name)) return false;
      size += originalSize;
      if (size > MAX_UNPACKED_BYTES) throw new Refused('too_large');
      return true;
    },
  });
  if (content['[Content_Types].xml'] === undefined) throw new Refused('kind');
  return content;
}

/** A day, with its time where it has one; books reckon times in fractions of a day, which are rounded to the second. */
function dateText(value: Date): string {
  if (Number.isNaN(value.getTime())) return '';
  const text = new Date(Math.round(value.getTime() / 1000) * 1000).toISOString().slice(0, 19);
  return text.endsWith('T00:00:00') ? text.slice(0, 10) : text;
}

function cellOf(value: CellValue | null): Cell {
  if (value === null) return '';
  if (typeof value === 'number') return { number: value };
  if (value instanceof Date) return { date: dateText(value) };
  return String(value);
}

async function readBook(bytes: Uint8Array): Promise<Cell[][]> {
  const parts = unpacked(bytes);
  const sheet = visibleSheet(parts);
  if (sheet === undefined) throw new Refused('empty');
  const line = hiddenRow(parts, sheet);
  if (line !== undefined) throw new Refused('hidden', line);
  const rows = await readSheet(Buffer.from(zipSync(parts, { level: 0 })), sheet);
  return rows.map((row) => row.map((value) => cellOf(value)));
}

const isBlank = (cell: Cell) => typeof cell === 'string' && cell.trim() === '';
const cut = (cell: Cell): Cell => (typeof cell === 'string' ? cell.trim().slice(0, MAX_CELL_LENGTH) : cell);
/** The table of what was read: its first row that is not blank has the heads. */
function tableOf(read: readonly Cell[][]): Table {
  const rows = read
    .map((cells, index) => ({ line: index + 1, cells }))
    .filter(({ cells }) => !cells.every((cell) => isBlank(cell)));
  const [first, ...rest] = rows;
  if (first === undefined || rest.length === 0) throw new Refused('empty');
  if (rest.length > maxRows || read.length > MAX_READ_ROWS) throw new Refused('too_many_rows');
  const widths = rows.map(({ cells }) => cells.findLastIndex((cell) => !isBlank(cell)) + 1);
  const width = widths.reduce((a, b) => Math.max(a, b), 0);
  if (width > MAX_BATCH_COLUMNS) throw new Refused('too_many_columns');
  const whole = (cells: readonly Cell[]) => Array.from({ length: width }, (_, place) => cut(cells[place] ?? ''));
  return {
    heads: whole(first.cells).map((cell) => textOf(cell).replaceAll(/\s+/g, ' ')),
    rows: rest.map(({ line, cells }) => ({ line, cells: whole(cells) })),
  };
}

const isZip = (bytes: Uint8Array) => startsWith(bytes, 0x50, 0x4b, 0x03, 0x04);
/** An old book of Excel, or a new one behind a password. */
const isCompound = (bytes: Uint8Array) => startsWith(bytes, 0xd0, 0xcf, 0x11, 0xe0);

async function read(bytes: Uint8Array): Promise<Table> {
  if (isCompound(bytes)) throw new Refused('password');
  return tableOf(isZip(bytes) ? await readBook(bytes) : readCsv(bytes));
}

interface Fault {
  fault: TableFault;
  line?: number | undefined;
}

/** The faults of a table in words that csv-parse has for them. */
const faultOf = (error: unknown): Fault => {
  if (error instanceof Refused) return { fault: error.fault, line: error.line };
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  if (code === 'CSV_MAX_RECORD_SIZE') return { fault: 'too_large' };
  return { fault: /QUOTE/.test(code) ? 'quotes' : 'broken' };
};

/** Rows whose cells are shown while columns are named. */
const SAMPLES = 5;
/** More different texts than this are no words for a few states. */
const MAX_WORDS = 20;
const MAX_WORD_LENGTH = 60;
const PIECE = 1000;

function wordsOf(rows: readonly TableRow[], place: number): string[] | null {
  const words = new Set<string>();
  for (const { cells } of rows) {
    const text = textOf(cells[place] ?? '');
    if (text === '') continue;
    if (text.length > MAX_WORD_LENGTH) return null;
    words.add(text);
    if (words.size > MAX_WORDS) return null;
  }
  return [...words];
}

const lookAt = ({ heads, rows }: Table): Look => ({
  heads,
  rows: rows.length,
  samples: rows.slice(0, SAMPLES).map(({ cells }) => cells.map((cell) => textOf(cell))),
  words: heads.map((_, place) => wordsOf(rows, place)),
});

export type TableMessage =
  | { table: Table }
  | { look: Look }
  | { heads: string[]; marks: (DecimalMark | null)[] }
  | { piece: TableRow[] }
  | { end: true }
  | Fault;

const tell = (message: TableMessage) => parentPort?.postMessage(message, []);

/** The cells of some columns, in the order in which they were asked for. */
function tellPieces({ heads, rows }: Table, places: readonly number[]): void {
  const column = function* (place: number) {
    for (const { cells } of rows) yield cells[place] ?? '';
  };
  tell({ heads, marks: places.map((place) => decimalMarkOf(column(place))) });
  for (let start = 0; start < rows.length; start += PIECE)
    tell({
      piece: rows
        .slice(start, start + PIECE)
        .map(({ line, cells }) => ({ line, cells: places.map((place) => cells[place] ?? '') })),
    });
  tell({ end: true });
}

try {
  const table = await read(file);
  if (want === 'all') tell({ table });
  else if (want === 'look') tell({ look: lookAt(table) });
  else tellPieces(table, want);
} catch (error) {
  tell(faultOf(error));
}
