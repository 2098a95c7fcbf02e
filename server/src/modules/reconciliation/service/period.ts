import { MAX_RECONCILED_OURS, type ReconciliationKind } from '@kantor/contract/plain/reconciliations.ts';
import { after, DAY, dayStart, moscowDay } from '../../../kernel/clock.ts';
import { badRequest, conflict } from '../../../kernel/errors.ts';
import type { Comparison, Ours, Theirs } from '../rules.ts';
import type { Period } from '../store/ours.ts';

/** Rows that are looked for, or read, at a time. */
export const PIECE = 1000;
const FIRST_ID = '00000000-0000-0000-0000-000000000000';
export const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** What a file is compared with, and how. Days are Moscow's. */
export interface Asked extends Comparison {
  accountId: string;
  kind: ReconciliationKind;
  days: { from: string; to: string } | null;
  /** Of ours, those that were paid or done make up a period, by when that was; else all, by when they were made. */
  onlyPaid: boolean;
  /** Fees have a column. */
  hasFee: boolean;
  windowMinutes: number;
  /** Of a bank's statement: four digits, or a requisite. */
  scope: string | null;
}

export const tooMany = () =>
  conflict(
    'too_many_ours',
    `В периоде больше ${String(MAX_RECONCILED_OURS).replace(/000$/, ' 000')} наших записей. Сверьте более короткий период`,
  );

/** All that is read piece by piece, in the order of its ids. @throws ApiError 409 `too_many_ours`. */
export async function readAll<Found extends { id: string }, Each>(
  read: (piece: { after: string; limit: number }) => Promise<Found[]>,
  of: (found: Found) => Each,
): Promise<Each[]> {
  const all: Each[] = [];
  for (let seen = FIRST_ID; ;) {
    const piece = await read({ after: seen, limit: PIECE });
    for (const each of piece) all.push(of(each));
    if (all.length > MAX_RECONCILED_OURS) throw tooMany();
    const last = piece.at(-1);
    if (last === undefined || piece.length < PIECE) return all;
    seen = last.id;
  }
}

const daysOf = (moments: readonly Date[]) => {
  const times = moments.map((moment) => moment.getTime());
  const [first, last] = times.reduce(([a, b], time) => [Math.min(a, time), Math.max(b, time)], [Infinity, -Infinity]);
  return { from: moscowDay(new Date(first)), to: moscowDay(new Date(last)) };
};

/** The days that are compared: those given, else the file's dates, else those of what was found. @throws ApiError 400. */
export function periodOf({ days }: Asked, theirs: readonly Theirs[], found: readonly Ours[]) {
  if (days !== null) return { ...days, periodSource: 'given' as const };
  const dates = theirs.flatMap(({ span }) => span?.from ?? []);
  if (dates.length > 0) return { ...daysOf(dates), periodSource: 'dates' as const };
  if (found.length > 0) return { ...daysOf(found.map(({ at }) => at)), periodSource: 'found' as const };
  throw badRequest({ from: ['Укажите период: по файлу его не узнать'] });
}

/** From the beginning of the first day to the end of the last. */
export const momentsOf = ({ from, to }: { from: string; to: string }): Period => ({
  from: dayStart(from),
  to: after(dayStart(to), DAY),
});
