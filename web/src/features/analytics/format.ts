import type { Figures } from '@/api/analytics';
import type { AnalyticsTexts } from '@/shared/i18n/analytics';
import { type Amount, DASH, formatAmount, formatCount, formatDecimal, inRub } from '@/shared/lib/format-amount';

const MINUTE = 60;
const HOUR = 60 * MINUTE;
const TENTHS_OF_PER_CENT = 10;

/** `2026-01-02` as `02.01.2026`. */
export const dayText = (day: string): string => day.split('-').toReversed().join('.');

/** Basis points as per cent with one place: `71,4 %`; a dash where there is nothing to divide by. */
export const percent = (basisPoints: number | null): string =>
  basisPoints === null
    ? DASH
    : `${formatDecimal((Math.round(basisPoints / TENTHS_OF_PER_CENT) / 10).toFixed(1), 0, 1)}\u00a0%`;

/** A part of a whole as per cent with one place. */
export const shareText = (part: number, whole: number): string =>
  whole === 0 ? DASH : percent(Math.round((part / whole) * 10_000));

/** `45 с`, `6 мин 50 с`, `2 ч 5 мин`. */
function spanText(seconds: number | null, t: AnalyticsTexts): string {
  if (seconds === null) return DASH;
  if (seconds < MINUTE) return t('analytics:seconds', { s: seconds });
  if (seconds < HOUR) return t('analytics:minutes', { m: Math.floor(seconds / MINUTE), s: seconds % MINUTE });
  return t('analytics:hours', { h: Math.floor(seconds / HOUR), m: Math.floor((seconds % HOUR) / MINUTE) });
}

/** A tile has room for few digits; the table below has them all. */
const shortUsdt = (value: Amount | null): string => `${formatAmount(value)}\u00a0USDT`;

interface Metric {
  /** Whether the person is told it at all. */
  isTold?: (figures: Figures) => boolean;
  text: (figures: Figures, t: AnalyticsTexts) => string;
  /** What stands beside it in small type. */
  note?: (figures: Figures, t: AnalyticsTexts) => string;
  /** What two periods are compared by; undefined: nothing to compare with. */
  number?: (figures: Figures) => number | null;
}

/** The figures of the tiles, in their order. */
export const METRICS = {
  conversion: { text: ({ conversion_bp: share }) => percent(share) },
  closed: { text: ({ closed }) => formatCount(closed), number: ({ closed }) => closed },
  sum: { text: ({ sum }) => inRub(sum), number: ({ sum }) => Number(sum) },
  issued: { text: ({ issued }) => formatCount(issued), number: ({ issued }) => issued },
  asked: {
    isTold: ({ asked }) => asked !== null,
    text: ({ asked }) => formatCount(asked),
    number: ({ asked }) => asked,
  },
  median: { text: ({ median_seconds: seconds }, t) => spanText(seconds, t) },
  p90: { text: ({ p90_seconds: seconds }, t) => spanText(seconds, t) },
  earned: {
    isTold: ({ earned }) => earned !== null,
    text: ({ earned }) => shortUsdt(earned),
    number: ({ earned }) => Number(earned),
  },
  fee: { isTold: ({ fee }) => fee !== null, text: ({ fee }) => shortUsdt(fee), number: ({ fee }) => Number(fee) },
  revenue: {
    isTold: ({ revenue }) => revenue !== null,
    text: ({ revenue }) => shortUsdt(revenue),
    number: ({ revenue }) => Number(revenue),
  },
  late: { text: ({ late }) => formatCount(late), number: ({ late }) => late },
  lost: {
    text: ({ expired, cancelled }) => formatCount(expired + cancelled),
    note: ({ lost_sum: sum }, t) => t('analytics:lostSum', { sum: inRub(sum) }),
    number: ({ expired, cancelled }) => expired + cancelled,
  },
  appeals: {
    text: ({ appeals, appeals_won: won }, t) =>
      appeals === 0 ? formatCount(0) : t('analytics:won', { appeals: formatCount(appeals), won: formatCount(won) }),
    number: ({ appeals }) => appeals,
  },
} as const satisfies Record<string, Metric>;
export type MetricName = keyof typeof METRICS;

/** How much more or less in per cent, with its sign; empty where there was nothing before. */
export function changeText(now: number | null, before: number | null): string {
  if (now === null || before === null || before === 0) return '';
  const change = Math.round(((now - before) / before) * 100);
  if (change === 0) return '';
  return `${change > 0 ? '+' : '\u2212'}${formatCount(Math.abs(change))}\u00a0%`;
}
