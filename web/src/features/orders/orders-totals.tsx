import type { OrderFilter } from '@kantor/contract/plain/statuses.ts';
import { useTranslation } from 'react-i18next';
import type { OrderRow } from '@/api/orders';
import { useOrderTotals } from '@/session/totals/use-order-totals';
import { NAMESPACES } from '@/shared/i18n/totals';
import { formatCount, inRub } from '@/shared/lib/format-amount';
import { sumOf } from '@/shared/totals/sum-of';
import { TotalsLine } from '@/shared/totals/totals-line';
import { isSpan } from './order-span-values';
import { totalOf } from './total-of';

interface OrdersTotalsProps {
  rows: readonly OrderRow[];
  filters: Parameters<typeof isSpan>[0] & { status: OrderFilter; id: string; waiting: string };
}

/** The line under the orders: the sum of the page, and of all that the filter has. */
export default function OrdersTotals({ rows, filters: { status, id, waiting, ...span } }: OrdersTotalsProps) {
  const { t } = useTranslation(NAMESPACES);
  const totals = useOrderTotals(id === '' ? {} : { id });
  // Of what waits, the page has all but seldom; of days and sums nobody has counted all.
  const all = waiting === '' && !isSpan(span) && totals && totalOf(totals, status);
  const name = status === 'ALL' && id === '' ? t('totals:all') : t('totals:filter');
  return (
    <TotalsLine
      figures={[
        [t('totals:page'), inRub(sumOf(rows.map(({ amount }) => amount)))],
        ...(all ? [[`${name}, ${formatCount(all.count)}`, inRub(all.amount)] as const] : []),
      ]}
    />
  );
}
