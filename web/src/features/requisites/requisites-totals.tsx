import { useTranslation } from 'react-i18next';
import type { Requisite } from '@/api/requisites';
import { useReadiness } from '@/session/readiness/use-readiness';
import { NAMESPACES } from '@/shared/i18n/totals';
import { formatCount, inRub } from '@/shared/lib/format-amount';
import { sumOf } from '@/shared/totals/sum-of';
import { TotalsLine } from '@/shared/totals/totals-line';

/** The line under the requisites: what the page has taken, and how many of all take an order now. */
export default function RequisitesTotals({ rows }: { rows: readonly Requisite[] }) {
  const { t } = useTranslation(NAMESPACES);
  const { data } = useReadiness();
  return (
    <TotalsLine
      figures={[
        [t('totals:page'), inRub(sumOf(rows.map((row) => row.sum_deals)))],
        ...(data ? [[t('totals:ready'), `${formatCount(data.ready)} / ${formatCount(data.total)}`] as const] : []),
      ]}
    />
  );
}
