import {
  FIELDS_OF,
  MAX_RECONCILED_ROWS,
  type ReconciliationField,
  type ReconciliationKind,
} from '@kantor/contract/plain/reconciliations.ts';
import { ApiError, badRequest } from '../../../kernel/errors.ts';
import { SECOND } from '../../../kernel/clock.ts';
import { createTables, wrongColumns } from '../../tables/index.ts';
import { type FileColumns, type LeftOut, namedFields, type Reading, readRow, type Theirs } from '../rules.ts';

/** A book of a hundred thousand rows takes four seconds of a processor. */
const READING_MS = 60 * SECOND;
/** Faults that are named. */
const MAX_NAMED = 20;

/** Tables of reconciliations: one at a time, beside those of others. */
export const tables = createTables({ maxRows: MAX_RECONCILED_ROWS, rows: 'данными', limitMs: READING_MS });

const NAMES: Readonly<Record<ReconciliationField, string>> = {
  key: 'номером или хэшем',
  amount: 'суммой',
  fee: 'комиссией',
  state: 'статусом',
  date: 'датой',
  tail: 'картой или счётом',
};

/** @throws ApiError 400 unless the columns are of the kind, each is named once, and those it needs are. */
export function assertColumns(kind: ReconciliationKind, columns: FileColumns): void {
  const refuse = (sentence: string) => badRequest({ columns: [sentence] });
  const { all, needed } = FIELDS_OF[kind];
  const isStrange = Object.entries(columns).some(
    ([field, place]) => place !== null && !all.some((own) => own === field),
  );
  if (isStrange) throw refuse('У такой сверки нет этого столбца');
  const missing = needed.filter((field) => columns[field] === null);
  if (missing.length > 0) throw refuse(`Выберите столбец с ${missing.map((field) => NAMES[field]).join(' и ')}`);
}

class UnreadRows extends ApiError {
  constructor(faults: readonly string[], rows: number) {
    super(409, 'unread_rows', `Не удалось прочитать строк: ${rows}. Исправьте файл или сверьте без них`, {
      rows: faults.slice(0, MAX_NAMED),
    });
  }
}

export interface ReadFile {
  heads: Partial<Record<ReconciliationField, string>>;
  rows: number;
  theirs: Theirs[];
  out: LeftOut[];
}

/**
 * Reads a file by its named columns.
 * @param skipUnread what cannot be read takes no part, in place of a refusal.
 * @throws ApiError 400 that names the form's field, 409 `unread_rows` that names rows and columns.
 */
export async function readFile(
  bytes: Buffer,
  { kind, columns, skipUnread }: { kind: ReconciliationKind; columns: FileColumns; skipUnread: boolean },
): Promise<ReadFile> {
  const named = namedFields(kind, columns);
  const file: ReadFile = { heads: {}, rows: 0, theirs: [], out: [] };
  const faults: string[] = [];
  let unread = 0;
  let reading: Reading = { kind, fields: named.map(({ field }) => field), heads: [], marks: [] };
  await tables.readColumns(
    bytes,
    named.map(({ place }) => place),
    {
      heads: (heads, marks) => {
        const wrong = wrongColumns(FIELDS_OF[kind].all, columns, heads.length);
        if (wrong !== undefined) throw badRequest({ columns: [wrong] });
        const own = named.map(({ place }) => heads[place] ?? '');
        reading = { ...reading, heads: own, marks };
        file.heads = Object.fromEntries(named.map(({ field }, n) => [field, own[n] ?? '']));
      },
      rows: (rows) => {
        file.rows += rows.length;
        for (const row of rows) {
          const read = readRow(row, reading);
          if ('theirs' in read) file.theirs.push(read.theirs);
          else if ('out' in read) file.out.push(read.out);
          else {
            unread += 1;
            if (faults.length < MAX_NAMED) faults.push(...read.faults);
            file.out.push({ line: row.line, key: '', amount: null, reason: read.faults.join('; ') });
          }
        }
      },
    },
  );
  if (unread > 0 && !skipUnread) throw new UnreadRows(faults, unread);
  return file;
}
