import { moscowDay } from '../../kernel/clock.ts';
import { toDays } from './rules.ts';
import {
  type Analytics,
  type Bar,
  bandOf,
  type getBreakdown,
  type getDayReport,
  type getRefusals,
  type getReport,
  type Sum,
  type Viewer,
} from './service.ts';
import type { Figures } from './store/columns.ts';

/** Money as far as somebody sees it: their own, and all of it for the platform's people. */
const moneyFor = ({ role, seesMoney }: Viewer, { earned, fee }: Figures) => ({
  earned: seesMoney && role !== 'merchant' ? earned : null,
  fee: seesMoney && role !== 'trader' ? fee : null,
  revenue: seesMoney && role === 'operator' ? fee - earned : null,
});

const BASIS_POINTS = 10_000n;

/** The closed of all that have ended, rounded down. */
function conversionOf({ closed, expired, declined }: Figures): number | null {
  const ended = closed + expired + declined;
  return ended === 0n ? null : Number((closed * BASIS_POINTS) / ended);
}

const askedOf = ({ issued, refused }: Figures & { refused?: bigint | undefined }) =>
  refused === undefined ? null : Number(issued + refused);

const toFigures = (viewer: Viewer, sum: Figures & Partial<Sum>) => ({
  asked: askedOf(sum),
  issued: Number(sum.issued),
  issued_sum: sum.issued_amount,
  closed: Number(sum.closed),
  late: Number(sum.late),
  expired: Number(sum.expired),
  cancelled: Number(sum.declined),
  conversion_bp: conversionOf(sum),
  sum: sum.paid - sum.reversed_amount,
  reversed: Number(sum.reversed),
  reversed_sum: sum.reversed_amount,
  lost_sum: sum.lost_amount,
  median_seconds: sum.median ?? null,
  p90_seconds: sum.p90 ?? null,
  ...moneyFor(viewer, sum),
  appeals: Number(sum.appeals),
  appeals_won: Number(sum.appeals_won),
});

const toBar = (viewer: Viewer) => (bar: Bar) => ({
  start: bar.start,
  asked: askedOf(bar),
  issued: Number(bar.issued),
  closed: Number(bar.closed),
  expired: Number(bar.expired),
  cancelled: Number(bar.declined),
  sum: bar.paid - bar.reversed_amount,
  ...moneyFor(viewer, bar),
});

/** The day as the wire has it; null stays. */
const toSince = (since: Date | null) => since && moscowDay(since);

export const toAnalytics = (
  viewer: Viewer,
  { at, readAt, since, periods, figures, now, before, hours, days }: Analytics,
) => ({
  at,
  read_at: readAt ?? null,
  since: toSince(since),
  period: toDays(periods.current),
  figures: toFigures(viewer, figures),
  compared: {
    ...toDays(periods.previous),
    until: periods.until,
    now: toFigures(viewer, now),
    before: toFigures(viewer, before),
  },
  hours: hours.map(toBar(viewer)),
  days: days.map(toBar(viewer)),
});

export const toBreakdown = (
  viewer: Viewer,
  { period, total, rows, rest }: Awaited<ReturnType<typeof getBreakdown>>,
) => ({
  period: toDays(period),
  total: toFigures(viewer, total),
  rows: rows.map(({ key, name, note, min, below, ...sum }) => ({
    ...toFigures(viewer, sum),
    key,
    name,
    note,
    min,
    below,
  })),
  rest: rest && toFigures(viewer, rest),
});

const toReportFigures = (row: Figures & { refused?: bigint | undefined }) => ({
  asked: askedOf(row),
  issued: Number(row.issued),
  issued_amount: row.issued_amount,
  closed: Number(row.closed),
  late: Number(row.late),
  expired: Number(row.expired),
  cancelled: Number(row.declined),
  conversion_bp: conversionOf(row),
  amount: row.paid - row.reversed_amount,
  reversed: Number(row.reversed),
  reversed_amount: row.reversed_amount,
  lost_amount: row.lost_amount,
  fee_in_usdt: row.fee,
  appeals: Number(row.appeals),
  appeals_won: Number(row.appeals_won),
});

/** Of a merchant's own. */
export const toReport = ({ period, since, rows }: Awaited<ReturnType<typeof getReport>>) => ({
  ...toDays(period),
  counted_since: toSince(since),
  rows: rows.map(({ band, ...row }) => ({
    start: row.start,
    key: row.key,
    min_amount: band?.min ?? null,
    below_amount: band?.below ?? null,
    ...toReportFigures(row),
  })),
});

/** A merchant's day by itself. */
export const toDayReport = ({ day, figures }: Awaited<ReturnType<typeof getDayReport>>) => ({
  day,
  ...toReportFigures(figures),
});

export const toRefusals = ({ period, sumsSince, reasons }: Awaited<ReturnType<typeof getRefusals>>) => ({
  period: toDays(period),
  count: reasons.reduce((sum, { n }) => sum + Number(n), 0),
  sum: reasons.reduce((sum, { amount }) => sum + amount, 0n),
  sums_since: sumsSince !== null && sumsSince > moscowDay(period.from) ? sumsSince : null,
  reasons: reasons.map(({ reason, n, amount, bands }) => ({
    reason,
    count: Number(n),
    sum: amount,
    bands: bands.flatMap((count, band) => (count > 0n ? [{ band, ...bandOf(band), count: Number(count) }] : [])),
  })),
});
