import type { Reconciliation } from '@/api/reconciliations';
import { DetailFrame } from '@/shared/detail/detail-frame';
import { FactsCard, FactsSkeleton, type Fact } from '@/shared/detail/facts';
import { type ReconcileTexts, useReconcileTexts } from '@/shared/i18n/reconcile';
import { formatCount, inUsdt } from '@/shared/lib/format-amount';
import { formatDateTime } from '@/shared/lib/format-date';
import type { QueryState } from '@/shared/lib/query-call';
import { ErrorState, StaleNote } from '@/shared/ui/states';
import { ExportPile } from './export-pile';
import { PileRows } from './pile-rows';
import { PileSums } from './pile-sums';
import { daysText, inUnit } from './units';

interface Props {
  isPlatform: boolean;
  back: string;
  query: QueryState<Reconciliation>;
}

/** What came of comparing a file: the piles, what they come to, and their rows. */
export function ReconciliationPage({ isPlatform, back: to, query }: Props) {
  const t = useReconcileTexts();
  const { currentData: made, isError, error, refetch } = query;
  const back = { to, label: t('sections.reconciliations') };
  if (made === undefined)
    return (
      <DetailFrame title={t('reconcile:title')} back={back}>
        {isError ? <ErrorState title={t('reconcile:failed')} error={error} onRetry={refetch} /> : <FactsSkeleton />}
      </DetailFrame>
    );
  return (
    <DetailFrame
      title={made.file_name}
      back={back}
      note={isError && <StaleNote onRetry={refetch} />}
      tools={<ExportPile isPlatform={isPlatform} made={made} pile={undefined} t={t} />}
    >
      <FactsCard title={t('reconcile:title')} lead={leadOf(made, t)} facts={factsOf(made, t)} />
      <PileSums made={made} t={t} />
      <PileRows isPlatform={isPlatform} made={made} t={t} />
    </DetailFrame>
  );
}

const leadOf = (made: Reconciliation, t: ReconcileTexts): Fact[] => [
  [t('reconcile:fields.difference'), inUnit(made.kind, made.difference)],
  [t('reconcile:fields.differences'), formatCount(made.differences)],
  [t('reconcile:fields.days'), daysText(made.from, made.to)],
];

function factsOf(made: Reconciliation, t: ReconcileTexts): Fact[] {
  const { kind, columns } = made;
  return [
    [t('reconcile:fields.kind'), t(`reconcile:kinds.${kind}`)],
    [t('reconcile:fields.rows'), formatCount(made.rows)],
    [t('reconcile:fields.source'), t(`reconcile:sources.${made.period_source}`)],
    [t('reconcile:terms.tolerance'), inUnit(kind, made.tolerance)],
    ...(columns.fee === undefined ? [] : [[t('reconcile:terms.feeTolerance'), inUsdt(made.fee_tolerance)] as const]),
    ...(made.window_minutes === null ? [] : [[t('reconcile:terms.window'), formatCount(made.window_minutes)] as const]),
    ...(made.of === null ? [] : [[t('reconcile:terms.of'), made.of] as const]),
    ...(made.only_paid ? [[t('reconcile:fields.ours'), t('reconcile:fields.onlyPaid')] as const] : []),
    [t('reconcile:fields.by'), `${made.made_by}, ${formatDateTime(made.made_at)}`],
    [t('reconcile:fields.kept'), formatDateTime(made.kept_until)],
  ];
}
