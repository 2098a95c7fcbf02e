import { May } from '@/session/may';
import { AcceptRate, DeclineRate, SetRate } from '@/acts/platform/rate';
import { getPlatformRate, type PlatformRate, useGetPlatformRateQuery } from '@/api/platform-decisions';
import { Card, type Fact, FactsCard, FactsSkeleton } from '@/shared/detail/facts';
import { type DeskTexts, useDeskTexts } from '@/shared/i18n/desk';
import { DASH, rateInRub } from '@/shared/lib/format-amount';
import { formatDateTime } from '@/shared/lib/format-date';
import { type Preload, PRELOAD } from '@/shared/lib/query-call';
import { useServerNow } from '@/shared/lib/use-now';
import type { Column } from '@/shared/list/data-table';
import { StableTable } from '@/shared/list/stable-table';
import screen from '@/shared/ui/screen.module.css';
import { ScreenTitle } from '@/shared/ui/screen-title';
import { ErrorState, StaleNote } from '@/shared/ui/states';
import { StatusBadge } from '@/shared/ui/status-badge';
import own from './decisions.module.css';
import { RateLine } from './rate-line';

export const preload: Preload = () => getPlatformRate.initiate(undefined, PRELOAD);

const MINUTE = 60_000;
const sourceOf = (t: DeskTexts, source: string) => (source === 'operator' ? t('desk:rate.byHand') : source);

/** The rate in force, what a source proposes, and how it was. */
export function Component() {
  const t = useDeskTexts();
  const { data, isError, error, refetch } = useGetPlatformRateQuery();
  const title = t('sections.rate');
  return (
    <div className={screen.screen}>
      <ScreenTitle>{title}</ScreenTitle>
      <div className={screen.header}>
        <h1>{title}</h1>
        {isError && data && <StaleNote onRetry={refetch} />}
        <div className={screen.actions}>
          {data && (
            <May right="platform.rate">
              <SetRate jump={data.jump_bp} />
            </May>
          )}
        </div>
      </div>
      {data && (
        <>
          <InForce rate={data.rate} />
          {data.proposal && <Proposed proposal={data.proposal} />}
          <History history={data.history} isCut={data.history_is_cut} />
        </>
      )}
      {!data &&
        (isError ? <ErrorState title={t('desk:rate.failed')} error={error} onRetry={refetch} /> : <FactsSkeleton />)}
    </div>
  );
}

function InForce({ rate }: Pick<PlatformRate, 'rate'>) {
  const t = useDeskTexts();
  const now = useServerNow();
  const age = (since: string) => t('desk:rate.age', { n: Math.max(0, Math.floor((now - Date.parse(since)) / MINUTE)) });
  // It becomes stale while somebody looks at it.
  const isStale = rate !== null && (rate.is_stale || Date.parse(rate.stale_at) <= now);
  const facts: readonly Fact[] =
    rate === null
      ? [[t('desk:fact.rate'), DASH]]
      : [
          [t('desk:fact.rate'), rateInRub(rate.rate)],
          [t('desk:fact.source'), sourceOf(t, rate.source)],
          [t('desk:rate.since'), formatDateTime(rate.created_at)],
          [t('desk:rate.confirmed'), `${formatDateTime(rate.confirmed_at)}, ${age(rate.confirmed_at)}`],
          [
            t('desk:fact.stale_at'),
            isStale ? (
              <StatusBadge key="stale" tone="danger">
                {t('desk:rate.stale')}
              </StatusBadge>
            ) : (
              formatDateTime(rate.stale_at)
            ),
          ],
        ];
  return <FactsCard title={t('desk:rate.inForce')} facts={facts} />;
}

function Proposed({ proposal }: { proposal: NonNullable<PlatformRate['proposal']> }) {
  const t = useDeskTexts();
  const facts: readonly Fact[] = [
    [t('desk:fact.proposed'), rateInRub(proposal.rate)],
    [t('desk:rate.latest'), rateInRub(proposal.latest)],
    [t('desk:rate.farFrom'), rateInRub(proposal.in_force)],
    [t('desk:fact.source'), sourceOf(t, proposal.source)],
    [t('desk:rate.proposedAt'), formatDateTime(proposal.created_at)],
  ];
  return (
    <section aria-label={t('desk:rate.proposal')}>
      <FactsCard title={t('desk:rate.proposal')} facts={facts} />
      <May right="platform.rate">
        <div className={own.acts}>
          <AcceptRate proposal={proposal.id} />
          <DeclineRate proposal={proposal.id} />
        </div>
      </May>
    </section>
  );
}

type Past = PlatformRate['history'][number];

const columns = (t: DeskTexts): readonly Column<Past>[] => [
  { id: 'since', header: t('desk:rate.since'), card: 'head', cell: ({ created_at: at }) => formatDateTime(at) },
  { id: 'rate', header: t('desk:fact.rate'), align: 'right', card: 'badge', cell: ({ rate }) => rateInRub(rate) },
  { id: 'source', header: t('desk:fact.source'), cell: ({ source }) => sourceOf(t, source) },
];
const idOf = ({ id }: Past) => id;

function History({ history, isCut }: Pick<PlatformRate, 'history'> & { isCut: boolean }) {
  const t = useDeskTexts();
  return (
    <Card title={t('desk:rate.history')}>
      <RateLine history={history} />
      {isCut && (
        <p>{t('desk:rate.cut', { n: history.length, at: formatDateTime(history.at(-1)?.created_at ?? '') })}</p>
      )}
      <StableTable label={t('desk:rate.history')} scope="rate" rows={history} rowKey={idOf} columns={columns(t)} />
    </Card>
  );
}
