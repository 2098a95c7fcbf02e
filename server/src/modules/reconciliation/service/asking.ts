import { parseMinorUnits, SCALE, type Scale } from '@kantor/contract/plain/money.ts';
import {
  MAX_RECONCILED_DAYS,
  MERCHANT_KINDS,
  PLATFORM_KINDS,
  RECONCILIATION_FIELDS,
  type ReconciliationKind,
} from '@kantor/contract/plain/reconciliations.ts';
import type { Database } from '../../../db/pool.ts';
import type { Upload } from '../../../http/uploads.ts';
import type { PersonActor } from '../../../kernel/actor.ts';
import { type Clock, DAY, dayStart } from '../../../kernel/clock.ts';
import { badRequest } from '../../../kernel/errors.ts';
import { assertFileName, guessColumns, type Look } from '../../tables/index.ts';
import { CALLED, type FileColumns, guessMeanings, readWords, scaleOf, type Words } from '../rules.ts';
import { readSettings } from '../store/reconciliation.ts';
import { type Asked, UUID } from './period.ts';
import type { Queue } from './queue.ts';
import { assertColumns, tables } from './reading.ts';

export interface Deps {
  db: Database;
  clock: Clock;
  enter: Queue;
}

/** Whose reconciliations, and who is at work. */
export interface At {
  accountId: string;
  isPlatform: boolean;
  actor: PersonActor;
}

/** What a person asks for, beside the file. */
export interface Terms {
  kind: ReconciliationKind;
  columns: FileColumns;
  words: Words;
  from: string | undefined;
  to: string | undefined;
  onlyPaid: boolean;
  /** Decimals of the kind's sums, and of USDT. */
  tolerance: string;
  feeTolerance: string;
  windowMinutes: number;
  /** Of a bank's statement; empty: a column says. */
  of: string;
  skipUnread: boolean;
}

/** @throws ApiError 400 for a kind that is another side's. */
export function assertKind({ isPlatform }: At, kind: ReconciliationKind): void {
  const own: readonly ReconciliationKind[] = isPlatform ? PLATFORM_KINDS : MERCHANT_KINDS;
  if (!own.includes(kind)) throw badRequest({ kind: ['Такой сверки здесь нет'] });
}

export interface Glance extends Look {
  columns: FileColumns;
  meanings: Words;
}

/** What a file is before its columns are named; nothing is kept. @throws ApiError 400, 503 `busy`. */
export async function lookAt(
  { db, enter }: Deps,
  at: At,
  kind: ReconciliationKind,
  { name, bytes }: Upload,
): Promise<Glance> {
  assertKind(at, kind);
  assertFileName(name);
  const look = await enter(() => tables.look(bytes));
  const { heads: remembered, words } = await readSettings(db, at.accountId, kind);
  return {
    ...look,
    columns: guessColumns(RECONCILIATION_FIELDS, { heads: look.heads, remembered, called: CALLED[kind] }),
    meanings: guessMeanings(
      kind,
      look.words.flatMap((texts) => texts ?? []),
      words,
    ),
  };
}

/** Minor units of what was typed. @throws ApiError 400 that names the field. */
function unitsOf(field: string, text: string, scale: Scale): bigint {
  const units = parseMinorUnits(text, scale);
  if (units === undefined) throw badRequest({ [field]: [`Не больше ${scale} знаков после точки`] });
  return units;
}

/** @throws ApiError 400 that names the field. */
function daysOf({ from, to }: Terms): Asked['days'] {
  if (from === undefined && to === undefined) return null;
  if (from === undefined || to === undefined)
    throw badRequest({ [from ? 'to' : 'from']: ['Укажите оба дня или ни одного'] });
  const length = (dayStart(to).getTime() - dayStart(from).getTime()) / DAY;
  if (length < 0) throw badRequest({ to: ['Конец периода раньше начала'] });
  if (length >= MAX_RECONCILED_DAYS) throw badRequest({ to: ['Период — не больше года'] });
  return { from, to };
}

/** What is compared, and how. @throws ApiError 400 that names the field. */
export function askedOf({ accountId }: At, terms: Terms): Asked {
  const { kind, columns, windowMinutes, of, onlyPaid } = terms;
  assertColumns(kind, columns);
  const words = readWords(kind, terms.words);
  if (words === undefined) throw badRequest({ words: ['Такого статуса у нас нет'] });
  const scope = kind === 'bank' && of !== '' ? of : null;
  if (scope !== null && !UUID.test(scope) && !/^\d{4}$/.test(scope))
    throw badRequest({ of: ['Укажите последние 4 цифры или ID реквизита'] });
  return {
    accountId,
    kind,
    days: daysOf(terms),
    onlyPaid,
    hasFee: columns.fee !== null,
    words: columns.state === null ? null : words,
    tolerance: unitsOf('tolerance', terms.tolerance, scaleOf(kind)),
    feeTolerance: unitsOf('fee_tolerance', terms.feeTolerance, SCALE.usdt),
    windowMinutes,
    scope,
  };
}
