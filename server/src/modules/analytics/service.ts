import { type Breakdown, BREAKDOWNS_OF, SUM_BANDS } from '@kantor/contract/plain/analytics.ts';
import { GATES } from '@kantor/contract/plain/gates.ts';
import type { Role } from '@kantor/contract/plain/rights.ts';
import type { Database } from '../../db/pool.ts';
import { readAt, type Reads } from '../../db/replica.ts';
import type { Reader } from '../../db/tx.ts';
import { type Clock, DAY, HOUR, moscowMidnight } from '../../kernel/clock.ts';
import { badRequest, notFound } from '../../kernel/errors.ts';
import { readAccount, readAccountNames } from '../accounts/index.ts';
import { readBanks } from '../requisites/index.ts';
import {
  type AskedPeriod,
  type Days,
  isHourly,
  type Periods,
  periodsOf,
  quantile,
  startsOf,
  stretch,
} from './rules.ts';
import { addAll, type Figures, NO_FIGURES } from './store/columns.ts';
import { hoursFrom } from './store/folding.ts';
import * as store from './store/reading.ts';

export type Deps = { db: Database; clock: Clock };
export type Dated = { reads: Reads; clock: Clock };

/** Who asks, and what they are told of besides the figures of orders. */
export interface Viewer {
  id: string;
  role: Role;
  /** Their own money: a trader's reward, a merchant's fee; the platform's people see both, and what is left. */
  seesMoney: boolean;
  /** Orders that were refused. */
  seesRefusals: boolean;
}

export interface Asked extends AskedPeriod {
  account?: string | undefined;
}

/** Whose figures somebody asks for. @throws ApiError 404 when they name an account and may not, or there is none. */
async function subjectOf(db: Database, viewer: Viewer, account: string | undefined) {
  if (viewer.role !== 'operator') {
    if (account !== undefined) throw notFound();
    return { id: viewer.id, role: viewer.role };
  }
  if (account === undefined) return { id: undefined, role: viewer.role };
  const found = await readAccount(db, account);
  if (found === undefined || found.role === 'operator') throw notFound();
  return { id: found.id, role: found.role };
}

/** The figures of a stretch of time. */
export interface Sum extends Figures {
  /** Refused orders; undefined where nobody is told. */
  refused: bigint | undefined;
  /** Seconds. */
  median: number | null;
  p90: number | null;
}

export interface Bar extends Figures {
  start: Date;
  refused: bigint | undefined;
}

export interface Analytics {
  at: Date;
  /** The moment of which the figures are, where they were read from a replica. */
  readAt?: Date | undefined;
  since: Date | null;
  periods: Periods;
  figures: Sum;
  now: Sum;
  before: Sum;
  hours: Bar[];
  days: Bar[];
}

/** The figures of a period beside those of the one before, with its hours and days. @throws ApiError 400 for a period that has not begun, 404. */
export async function getAnalytics({ db, clock }: Deps, viewer: Viewer, asked: Asked): Promise<Analytics> {
  const at = clock();
  const subject = await subjectOf(db, viewer, asked.account);
  const periods = periodsOf(asked, at);
  const { current, previous, until, untilBefore } = periods;
  const stretches = [
    { days: current, hours: { from: current.until, until: current.until } },
    stretch(current.from, until),
    stretch(previous.from, untilBefore),
  ] as const;
  const hours = startsOf(
    isHourly(current, hoursFrom(at)) ? { from: current.from, until: earlier(current.until, at) } : NO_DAYS,
    HOUR,
  );
  const days = startsOf(current, DAY);
  const asking = {
    days: [...startsOf(previous, DAY), ...days],
    hours: unique([...hours, ...stretches.flatMap((each) => startsOf(each.hours, HOUR))]),
    stretches,
  };
  const isTold = viewer.seesRefusals && subject.role !== 'trader';
  const [{ kept, waited }, refused, { since }] = await Promise.all([
    store.readFigures(db, subject.id, asking),
    isTold
      ? store.readRefused(
          db,
          subject.id,
          { from: previous.from, until: current.until },
          unique(asking.hours.map((hour) => moscowMidnight(hour))),
        )
      : undefined,
    store.readCountedSince(db),
  ]);
  const figuresAt = new Map(kept.map((row) => [keyOf(row), row]));
  const refusedAt = refused && new Map(refused.map((row) => [keyOf(row), row.n]));
  const barOf =
    (span: 'hour' | 'day') =>
    (start: Date): Bar => {
      const key = keyOf({ span, start });
      return {
        ...(figuresAt.get(key) ?? NO_FIGURES),
        start,
        refused: refusedAt && (refusedAt.get(key) ?? 0n),
      };
    };
  const sumOf = (n: 0 | 1 | 2): Sum => {
    const { days: ofDays, hours: ofHours } = stretches[n];
    const bars = [...startsOf(ofDays, DAY).map(barOf('day')), ...startsOf(ofHours, HOUR).map(barOf('hour'))];
    const waits = waited.filter(({ stretch: each }) => each === n);
    return {
      ...addAll(bars),
      refused: refusedAt && bars.reduce((sum, bar) => sum + (bar.refused ?? 0n), 0n),
      median: quantile(waits, 0.5),
      p90: quantile(waits, 0.9),
    };
  };
  return {
    at,
    since,
    periods,
    figures: sumOf(0),
    now: sumOf(1),
    before: sumOf(2),
    hours: hours.map(barOf('hour')),
    days: days.map(barOf('day')),
  };
}

/** The same, as old as a replica may be. */
export async function getDatedAnalytics({ reads, clock }: Dated, viewer: Viewer, asked: Asked): Promise<Analytics> {
  // Asked first: what is read then is at least as new.
  const moment = readAt(reads, clock());
  return { ...(await getAnalytics({ db: reads.dated, clock }, viewer, asked)), readAt: moment };
}

const NO_DAYS: Days = { from: new Date(0), until: new Date(0) };
const earlier = (a: Date, b: Date) => (a < b ? a : b);
const keyOf = ({ span, start }: { span: string; start: Date }) => `${span} ${start.getTime()}`;
const unique = (moments: readonly Date[]) =>
  [...new Set(moments.map((each) => each.getTime()))].map((each) => new Date(each));

/** A row of a breakdown with what it is called. */
export interface NamedPart extends store.Part {
  name: string | null;
  note: string | null;
  /** Kopecks of a band: from, and below. */
  min: bigint | null;
  below: bigint | null;
}

/** More rows nobody reads. */
const MOST_ROWS = 500;

/** The figures of a period by what is asked for, the largest sums first. @throws ApiError 400, 404. */
export async function getBreakdown({ db, clock }: Deps, viewer: Viewer, { by, ...asked }: Asked & { by: Breakdown }) {
  const at = clock();
  const subject = await subjectOf(db, viewer, asked.account);
  if (!BREAKDOWNS_OF[subject.role].includes(by)) throw badRequest({ by: ['Так показатели не делятся'] });
  const { current } = periodsOf(asked, at);
  const parts = await store.readParts(db, subject.id, by, startsOf(current, DAY));
  const sum = ({ paid, reversed_amount: back, issued_amount: issued }: Figures) => [paid - back, issued] as const;
  const sorted = parts.toSorted((a, b) => {
    const [[first, most], [second, more]] = [sum(a), sum(b)];
    return Number(second - first) || Number(more - most) || (a.key < b.key ? -1 : 1);
  });
  const shown = sorted.slice(0, MOST_ROWS);
  const nameOf = await namesOf(db, by, shown);
  return {
    period: current,
    total: addAll(parts),
    rows: shown.map((part): NamedPart => ({ ...part, ...UNNAMED, ...nameOf(part.key) })),
    rest: sorted.length > MOST_ROWS ? addAll(sorted.slice(MOST_ROWS)) : null,
  };
}

type Names = Omit<NamedPart, keyof store.Part>;
const UNNAMED: Names = { name: null, note: null, min: null, below: null };

/** Where a band of sums begins and ends. Kopecks. */
export const bandOf = (band: number) => ({ min: SUM_BANDS[band] ?? 0n, below: SUM_BANDS[band + 1] ?? null });

async function namesOf(
  db: Database,
  by: Breakdown,
  parts: readonly store.Part[],
): Promise<(key: string) => Partial<Names>> {
  const keys = parts.map(({ key }) => key);
  switch (by) {
    case 'bank': {
      const banks = new Map((await readBanks(db)).map(({ id, name }) => [String(id), name]));
      return (key) => ({ name: banks.get(key) ?? null });
    }
    case 'requisite': {
      const requisites = await store.readRequisiteNames(db, keys);
      return (key) => ({ name: requisites.get(key)?.name ?? null, note: requisites.get(key)?.note ?? null });
    }
    case 'merchant':
    case 'trader': {
      const accounts = await readAccountNames(db, keys);
      return (key) => ({ name: accounts.get(key)?.name ?? null });
    }
    case 'band':
      return (key) => bandOf(Number(key));
    case 'method':
      return () => ({});
  }
}

/** What a merchant's server asks for: days of Moscow's calendar, told by the day or the hour. */
export interface AskedReport {
  from: string;
  /** The last day. */
  to: string;
  step: 'day' | 'hour';
  by?: 'bank' | 'method' | 'band' | undefined;
}

/** A merchant's orders by the day or the hour. @throws ApiError 400 for what has not begun, or whose hours are kept no longer. */
export async function getReport(
  { db, clock }: { db: Reader; clock: Clock },
  merchantId: string,
  { from, to, step, by }: AskedReport,
) {
  const at = clock();
  const { current } = periodsOf({ period: 'own', from, to }, at);
  if (step === 'hour' && !isHourly(current, hoursFrom(at)))
    throw badRequest({ step: ['Часы хранятся 90 дней: за это время есть отчёт по дням'] });
  const starts = startsOf(current, step === 'day' ? DAY : HOUR).filter((start) => start <= at);
  const [cells, refused, { since }] = await Promise.all([
    store.readCells(db, merchantId, { by: by ?? 'all', span: step, starts }),
    by === undefined ? store.readRefused(db, merchantId, current, step === 'day' ? [] : startsOf(current, DAY)) : [],
    store.readCountedSince(db),
  ]);
  const refusedAt = new Map(refused.filter(({ span }) => span === step).map(({ start, n }) => [start.getTime(), n]));
  const known = new Set(cells.map(({ start }) => start.getTime()));
  // What was refused where nothing was issued.
  const others = starts.filter((start) => refusedAt.has(start.getTime()) && !known.has(start.getTime()));
  const rows = [...cells, ...others.map((start) => ({ ...NO_FIGURES, start, key: '' }))].map((cell) => ({
    ...cell,
    refused: by === undefined ? (refusedAt.get(cell.start.getTime()) ?? 0n) : undefined,
    band: by === 'band' ? bandOf(Number(cell.key)) : undefined,
  }));
  return { period: current, since, rows: rows.toSorted((a, b) => a.start.getTime() - b.start.getTime()) };
}

/** A merchant's orders of one day that is over, as `getReport` has them; of a day with none, zeros. */
export async function getDayReport(db: Reader, merchantId: string, day: string, at: Date) {
  const { rows } = await getReport({ db, clock: () => at }, merchantId, { from: day, to: day, step: 'day' });
  return { day, figures: rows[0] ?? { ...NO_FIGURES, refused: 0n } };
}

const GATE_NAMES: ReadonlySet<string> = new Set(['no_requisites', ...GATES]);

/** Why orders of a period were refused, the most frequent reason first. @throws ApiError 400, 404. */
export async function getRefusals({ db, clock }: Deps, viewer: Viewer, asked: Asked) {
  const subject = await subjectOf(db, viewer, asked.account);
  if (subject.role === 'trader') throw notFound();
  const { current } = periodsOf(asked, clock());
  const [found, { refusalSums }] = [await store.readReasons(db, subject.id, current), await store.readCountedSince(db)];
  // What stood in the way at the traders is nobody's business but the platform's.
  const told = (reason: string) => (viewer.role !== 'operator' && GATE_NAMES.has(reason) ? 'no_requisite' : reason);
  const reasons = [...Map.groupBy(found, ({ reason }) => told(reason))].map(([reason, parts]) => ({
    reason,
    n: total(parts, ({ n }) => n),
    amount: total(parts, ({ amount }) => amount),
    bands: SUM_BANDS.map((_, band) => total(parts, ({ bands }) => bands[band] ?? 0n)),
  }));
  return {
    period: current,
    sumsSince: refusalSums,
    reasons: reasons.toSorted((a, b) => Number(b.n - a.n) || (a.reason < b.reason ? -1 : 1)),
  };
}

const total = <Part>(parts: readonly Part[], of: (part: Part) => bigint) =>
  parts.reduce((sum, part) => sum + of(part), 0n);
