import { BREAKDOWNS, PERIODS, type Breakdown, type Period } from '@kantor/contract/plain/analytics.ts';
import { useSearchParams } from 'react-router';
import type { PeriodArgs } from '@/api/analytics';
import { moscowDay } from '@/shared/lib/format-date';

const FIRST_PERIOD: Period = '7d';
const FIRST_BREAKDOWN: Breakdown = 'bank';

const oneOf = <Value extends string>(values: readonly Value[], text: string | null, fallback: Value): Value =>
  values.find((value) => value === text) ?? fallback;

/** What the address asks for. A value that does not make sense falls back to its default. */
export function readPeriod(search: URLSearchParams): PeriodArgs {
  const account = search.get('account');
  const from = search.get('from');
  const to = search.get('to');
  const whose = account ? { account } : {};
  // From a day on is until today; a last day alone is that day.
  if (from || to)
    return { period: 'own', from: from || to || '', to: to || moscowDay(new Date().toISOString()), ...whose };
  const period = oneOf(PERIODS, search.get('period'), FIRST_PERIOD);
  return { period: period === 'own' ? FIRST_PERIOD : period, ...whose };
}

/** The page's choices, all in the address. */
export function useChoices() {
  const [search, setSearch] = useSearchParams();
  const set = (patch: Record<string, string>) => {
    const next = new URLSearchParams(search);
    for (const [name, value] of Object.entries(patch)) {
      if (value === '') next.delete(name);
      else next.set(name, value);
    }
    setSearch(next, { preventScrollReset: true });
  };
  return {
    asked: readPeriod(search),
    by: oneOf(BREAKDOWNS, search.get('by'), FIRST_BREAKDOWN),
    choosePeriod: (period: Period) => set({ period: period === FIRST_PERIOD ? '' : period, from: '', to: '' }),
    chooseDays: (days: { from?: string; to?: string }) => set({ period: '', ...days }),
    chooseBreakdown: (by: Breakdown) => set({ by: by === FIRST_BREAKDOWN ? '' : by }),
    showAll: () => set({ account: '' }),
  };
}
