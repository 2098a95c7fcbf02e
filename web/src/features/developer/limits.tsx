import { type MerchantLimits, useGetMerchantLimitsQuery } from '@/api/api-keys';
import { FactsCard, FactsSkeleton, type Fact } from '@/shared/detail/facts';
import { formatAmount, formatCount, inRub } from '@/shared/lib/format-amount';
import { ErrorState, StaleNote } from '@/shared/ui/states';
import { type Texts, useTexts } from './texts';
import classes from './webhooks.module.css';

/** What the operator lets the merchant hold, and how much of it is taken. */
export function Limits() {
  const t = useTexts();
  const { currentData: limits, isError, error, refetch } = useGetMerchantLimitsQuery();
  return (
    <section className={classes.section} aria-labelledby="webhooks-limits">
      <div className={classes.head}>
        <h2 id="webhooks-limits">{t('webhooks:limits.title')}</h2>
        {isError && limits && <StaleNote onRetry={refetch} />}
      </div>
      {limits && <FactsCard facts={limitFacts(limits, t)} />}
      {!limits &&
        (isError ? (
          <ErrorState title={t('webhooks:limits.notFound')} error={error} onRetry={refetch} />
        ) : (
          <FactsSkeleton />
        ))}
    </section>
  );
}

interface UsageProps {
  /** Null without a limit. */
  limit: string | null;
  used: string;
  /** From 0 to 1. */
  share: number;
}

/** So much of a limit is taken that the next order may be refused. */
const NEARLY_FULL = 0.9;

function Usage({ limit, used, share }: UsageProps) {
  const t = useTexts();
  if (limit === null) return t('webhooks:limits.none');
  return (
    <span className={classes.usage}>
      {t('webhooks:limits.used', { used, limit })}
      <span className={classes.bar} data-full={share >= NEARLY_FULL || undefined} aria-hidden>
        <span style={{ width: `${Math.min(100, share * 100)}%` }} />
      </span>
    </span>
  );
}

const shareOf = (used: number | string | null, limit: number | string | null) =>
  limit === null ? 0 : Number(used ?? 0) / Number(limit);

function limitFacts(limits: MerchantLimits, t: Texts): readonly Fact[] {
  const count = ({ limit, used }: MerchantLimits['unpaid_hour']) => (
    <Usage
      limit={limit === null ? null : formatCount(limit)}
      used={formatCount(used ?? 0)}
      share={shareOf(used, limit)}
    />
  );
  const { limit, used } = limits.active_sum;
  const perSecond = limits.requests_second;
  return [
    [t('webhooks:limits.activeOrders'), count(limits.active_orders)],
    [
      t('webhooks:limits.activeSum'),
      <Usage
        key="sum"
        limit={limit === null ? null : inRub(limit)}
        used={formatAmount(used ?? 0)}
        share={shareOf(used, limit)}
      />,
    ],
    [t('webhooks:limits.unpaidHour'), count(limits.unpaid_hour)],
    [t('webhooks:limits.requestsSecond'), perSecond === null ? t('webhooks:limits.none') : formatCount(perSecond)],
    [t('webhooks:limits.payoutMin'), inRub(limits.payout_min)],
  ];
}
