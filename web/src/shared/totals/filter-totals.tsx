import { useTranslation } from 'react-i18next';
import { NAMESPACES } from '../i18n/totals';
import { formatCount, inRub } from '../lib/format-amount';
import { TotalsLine } from './totals-line';

interface FilterTotalsProps {
  /** What the rows on the page come to. */
  page: string;
  /** What all that the filters leave comes to; undefined: it is not known. */
  found?: { count: number; amount: string };
  /** So many of the newest were looked at, and there are more; undefined: `found` is all. */
  among?: number | undefined;
  /** No filter is in force. */
  isAll: boolean;
  /** How a sum is written: in roubles when absent. */
  written?: (sum: string) => string;
}

/** The line in which a list ends: the sum of the page, and how many the filters leave and what they come to. */
export function FilterTotals({ page, found, among, isAll, written = inRub }: FilterTotalsProps) {
  const { t } = useTranslation(NAMESPACES);
  const whole = isAll ? t('totals:all') : t('totals:filter');
  const name = among === undefined ? whole : t('totals:part', { whole, n: formatCount(among) });
  return (
    <TotalsLine
      figures={[
        [t('totals:page'), written(page)],
        ...(found ? [[`${name}, ${formatCount(found.count)}`, written(found.amount)] as const] : []),
      ]}
    />
  );
}
