import type { TFunction } from 'i18next';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { Requisite } from '@/api/requisites';
import { useAtGates } from '@/session/readiness/use-readiness';
import { Card, type Fact, FactsList } from '@/shared/detail/facts';
import { type TraderTexts, useTraderTexts } from '@/shared/i18n/trader';
import { formatCount, inRub } from '@/shared/lib/format-amount';
import { formatTimeLeft } from '@/shared/lib/format-date';
import { serverNow } from '@/shared/lib/server-clock';
import { useServerNow } from '@/shared/lib/use-now';
import { LimitBar } from './limit-bar';
import classes from './requisites.module.css';

/** What a requisite has done, and how much of each limit is used up. */
export function CountersCard({ requisite }: { requisite: Requisite }) {
  const { t } = useTranslation();
  return (
    <Card title={t('requisites.counters')}>
      <FactsList facts={[[t('requisites.today'), inRub(requisite.today_deals_amount_countable)]]} isLead />
      <LimitsUsed requisite={requisite} />
      <FactsList facts={counterFacts(requisite, t)} />
    </Card>
  );
}

const counterFacts = (requisite: Requisite, t: TFunction): readonly Fact[] => [
  [t('requisites.totalDeals'), formatCount(requisite.total_deals_count)],
  [t('requisites.dealsSum'), inRub(requisite.sum_deals)],
  [t('requisites.allTime'), inRub(requisite.total_deals_amount_countable)],
];

const ofLimit = (t: TraderTexts, n: number, max: number): string =>
  max === 0
    ? t('trader:ready.noLimit', { n: formatCount(n) })
    : t('trader:ready.limit', { n: formatCount(n), max: formatCount(max) });

/** Limits as bars. What the gates tell comes after the page, and not from a server that has none. */
function LimitsUsed({ requisite }: { requisite: Requisite }) {
  const t = useTraderTexts();
  const at = useAtGates(requisite.id);
  const { current_deals_count: deals, max_deals: maxDeals, interval } = requisite;
  return (
    <dl className={classes.limits}>
      <Limit name={t('trader:gates.max_deals')} n={deals} max={maxDeals}>
        {ofLimit(t, deals, maxDeals)}
      </Limit>
      {at && (
        <>
          <Limit name={t('trader:gates.current_deals')} n={at.active_orders} max={at.max_current_deals}>
            {ofLimit(t, at.active_orders, at.max_current_deals)}
          </Limit>
          <IntervalLimit until={at.interval_until} minutes={interval} />
        </>
      )}
    </dl>
  );
}

const MINUTE_MS = 60_000;

/** What is left of the time between two orders. */
function IntervalLimit({ until, minutes }: { until: string | null; minutes: number }) {
  const t = useTraderTexts();
  useServerNow();
  const left = until === null ? 0 : Math.max(0, Date.parse(until) - serverNow());
  const rest = minutes > 0 ? t('trader:passes.interval') : t('trader:noInterval');
  return (
    <Limit name={t('trader:gates.interval')} n={left / MINUTE_MS} max={minutes}>
      {left > 0 ? t('trader:intervalLeft', { left: formatTimeLeft(left) }) : rest}
    </Limit>
  );
}

function Limit({ name, children, ...used }: { name: string; n: number; max: number; children: ReactNode }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>
        {children}
        <LimitBar {...used} />
      </dd>
    </div>
  );
}
