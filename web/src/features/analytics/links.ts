import type { Breakdown } from '@kantor/contract/plain/analytics.ts';
import { formatMinorUnits, parseMinorUnits, SCALE } from '@kantor/contract/plain/money.ts';
import type { BreakdownRow } from '@/api/analytics';
import type { Amount } from '@/shared/lib/format-amount';
import { paths } from '@/shared/lib/paths';

/** The filter of the list of orders that a row's key is a value of. */
const FILTERS = {
  bank: 'bank',
  method: 'method',
  requisite: 'requisite',
  merchant: 'account',
  trader: 'account',
} as const;

interface Asked {
  by: Breakdown;
  days: { from: string; to: string };
  account?: string | undefined;
  isDesk: boolean;
}

/** The greatest sum below another: the list's bounds are inclusive. */
function lastBelow(sum: Amount): string {
  const kopecks = parseMinorUnits(String(sum), SCALE.rub) ?? 0n;
  return formatMinorUnits(kopecks - 1n, SCALE.rub);
}

/** The list of just those orders that a cell counts. */
export function ordersOf(row: BreakdownRow, { by, days, account, isDesk }: Asked, status?: string): string {
  const search = new URLSearchParams({ ...days });
  if (account !== undefined) search.set('account', account);
  if (by === 'band') {
    if (row.min !== null && Number(row.min) > 0) search.set('min', String(row.min));
    if (row.below !== null) search.set('max', lastBelow(row.below));
  } else search.set(FILTERS[by], row.key);
  if (status !== undefined) search.set('status', status);
  return `${isDesk ? paths.platformOrders : paths.orders}?${search}`;
}
