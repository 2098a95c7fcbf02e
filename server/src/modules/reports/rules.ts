import type { ReportKind } from '@kantor/contract/plain/alerts.ts';
import { REPORT_HOUR } from '@kantor/contract/plain/webhooks.ts';
import type { Role } from '@kantor/contract/plain/rights.ts';
import { after, DAY, dayStart, HOUR, moscowDay, moscowMidnight } from '../../kernel/clock.ts';
import type { ReportFigures } from '../alerts/index.ts';

const LENGTH_MS: Readonly<Record<ReportKind, number>> = { report_day: DAY, report_week: 7 * DAY };

/** The moments of a period, by its first day in Moscow: that of the period before, its own, and the first after it. */
export function momentsOf(kind: ReportKind, firstDay: string) {
  const from = dayStart(firstDay);
  const length = LENGTH_MS[kind];
  return { before: after(from, -length), from, until: after(from, length) };
}

/** The last day of a period, `YYYY-MM-DD`. */
export const lastDayOf = (kind: ReportKind, firstDay: string): string =>
  moscowDay(after(momentsOf(kind, firstDay).until, -DAY));

/** The last day that merchants' servers are to be told of by a moment. */
export const lastToldDay = (at: Date): Date => after(moscowMidnight(after(at, -REPORT_HOUR * HOUR)), -DAY);

/** The figures of a period, as the page of analytics has them for whoever sees money. */
export interface Told {
  closed: number;
  sum: bigint;
  conversion_bp: number | null;
  earned: bigint | null;
  fee: bigint | null;
  revenue: bigint | null;
  appeals: number;
}

/** What a report tells of them, to an account of the role. */
export function factsOf(
  role: Role,
  { closed, sum, conversion_bp: conversionBp, appeals, ...money }: Told,
): ReportFigures {
  const own = { trader: money.earned, merchant: money.fee, operator: money.revenue }[role];
  return { closed, sum: String(sum), conversionBp, money: String(own ?? 0n), appeals };
}
