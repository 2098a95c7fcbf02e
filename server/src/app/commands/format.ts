import { DAY, HOUR, MINUTE } from '../../kernel/clock.ts';
import type { Facts } from '../../modules/audit/index.ts';
import { rateText, rubText, usdtText } from '../../modules/actions/index.ts';

export const showUsdt = (units: bigint) => `${usdtText(units)} USDT`;
export const showRub = (kopecks: bigint) => `${rubText(kopecks)} RUB`;

/** 10^(6+4-2): micro-USDT at a rate of 4 places → kopecks. */
const MICRO_TO_KOPECKS = 10n ** 8n;

/** An amount of USDT with what it comes to at a rate, half up: `10.000000 USDT (925.00 RUB at 92.5000)`. */
export function showBoth(units: bigint, rate: bigint | undefined): string {
  if (rate === undefined) return showUsdt(units);
  const product = (units < 0n ? -units : units) * rate;
  const kopecks = (2n * product + MICRO_TO_KOPECKS) / (2n * MICRO_TO_KOPECKS);
  return `${showUsdt(units)} (${showRub(units < 0n ? -kopecks : kopecks)} at ${rateText(rate)})`;
}

/** To the minute, as the server's day is: `2026-11-20 09:05 UTC`. */
export const showTime = (at: Date) => `${at.toISOString().slice(0, 16).replace('T', ' ')} UTC`;

/** How long something has been there, in the largest whole unit: `3 d`, `5 h`, `12 min`. */
export function showAge(since: Date, now: Date): string {
  const age = Math.max(now.getTime() - since.getTime(), 0);
  if (age >= DAY) return `${Math.floor(age / DAY)} d`;
  return age >= HOUR ? `${Math.floor(age / HOUR)} h` : `${Math.floor(age / MINUTE)} min`;
}

/** Lines of columns, the first row their names. */
export function table(rows: readonly (readonly string[])[]): string[] {
  const widths = rows[0]?.map((_, column) => Math.max(...rows.map((row) => (row[column] ?? '').length))) ?? [];
  return rows.map((row) =>
    row
      .map((cell, column) => cell.padEnd(widths[column] ?? 0))
      .join('  ')
      .trimEnd(),
  );
}

const show = (fact: Facts[string] | undefined) => (fact === null || fact === undefined ? '—' : String(fact));

/** The differences, a line a fact: `  status: OPEN → CLOSED`. */
export function differences(before: Facts | null, after: Facts): string[] {
  return Object.entries(after)
    .filter(([name, now]) => (before?.[name] ?? null) !== now)
    .map(([name, now]) => `  ${name}: ${show(before?.[name])} → ${show(now)}`);
}
