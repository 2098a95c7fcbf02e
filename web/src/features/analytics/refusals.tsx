import { REFUSAL_REASONS } from '@kantor/contract/plain/analytics.ts';
import { GATES } from '@kantor/contract/plain/gates.ts';
import { lazy, Suspense } from 'react';
import { type PeriodArgs, type Refusals, useGetRefusalsQuery } from '@/api/analytics';
import { type AnalyticsTexts, useAnalyticsTexts } from '@/shared/i18n/analytics';
import { formatCount, inRub } from '@/shared/lib/format-amount';
import { type Column, DataTable } from '@/shared/list/data-table';
import { ErrorState } from '@/shared/ui/states';
import classes from './analytics.module.css';
import { bandText } from './band';
import { dayText } from './format';

type Refusal = Refusals['reasons'][number];

const GateName = lazy(() => import('./gate-name'));
const NONE: ReadonlySet<string> = new Set();
const REASONS = [...REFUSAL_REASONS, 'no_requisites'] as const;

/** A reason that is new to this build stays as it came. */
function Reason({ reason }: { reason: string }) {
  const t = useAnalyticsTexts();
  const known = REASONS.find((other) => other === reason);
  if (known) return t(`analytics:reasons.${known}`);
  const gate = GATES.find((other) => other === reason);
  return gate ? (
    <Suspense>
      <GateName gate={gate} />
    </Suspense>
  ) : (
    reason
  );
}

const columns = (t: AnalyticsTexts): readonly Column<Refusal>[] => [
  {
    id: 'reason',
    header: t('analytics:reason'),
    card: 'head',
    fit: 'wrap',
    cell: ({ reason }) => <Reason reason={reason} />,
  },
  {
    id: 'count',
    header: t('analytics:count'),
    align: 'right',
    labelled: true,
    cell: ({ count }) => formatCount(count),
  },
  { id: 'sum', header: t('analytics:refusedSum'), align: 'right', labelled: true, cell: ({ sum }) => inRub(sum) },
  {
    id: 'bands',
    header: t('analytics:bySum'),
    card: 'wide',
    fit: 'wrap',
    cell: ({ bands }) => bands.map((band) => `${bandText(band, t)}\u00a0– ${formatCount(band.count)}`).join(', '),
  },
];

/** Why orders of the period were not issued, and of which sums. */
export function RefusalTable({ asked }: { asked: PeriodArgs }) {
  const t = useAnalyticsTexts();
  const { data, currentData, isError, error, refetch } = useGetRefusalsQuery(asked);
  const shown = currentData ?? (isError ? undefined : data);
  return (
    <section className={classes.section} aria-labelledby="analytics-refusals">
      <h2 id="analytics-refusals">{t('analytics:refusals')}</h2>
      {isError && !shown && <ErrorState title={t('analytics:loadError')} error={error} onRetry={refetch} />}
      {shown?.count === 0 && <p className={classes.definition}>{t('analytics:refusalsNone')}</p>}
      {!isError && shown?.count !== 0 && (
        <DataTable
          label={t('analytics:refusals')}
          columns={columns(t)}
          rows={shown?.reasons}
          rowKey={({ reason }) => reason}
          skeletonRows={2}
          isStale={currentData === undefined}
          gone={NONE}
        />
      )}
      {shown && shown.count > 0 && (
        <p className={classes.definition}>
          {t('analytics:refusalsTotal', { count: formatCount(shown.count), sum: inRub(shown.sum) })}{' '}
          {shown.sums_since !== null && t('analytics:sumsSince', { day: dayText(shown.sums_since) })}
        </p>
      )}
    </section>
  );
}
