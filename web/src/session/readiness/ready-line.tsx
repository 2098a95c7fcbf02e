import type { Gate } from '@kantor/contract/plain/gates.ts';
import { Link } from 'react-router';
import { useGetDemandQuery, type Readiness } from '@/api/readiness';
import { type TraderTexts, useTraderTexts } from '@/shared/i18n/trader';
import { formatCount } from '@/shared/lib/format-amount';
import { formatDateTime } from '@/shared/lib/format-date';
import { paths } from '@/shared/lib/paths';
import { sumsText } from './gate-texts';
import classes from './readiness.module.css';
import { useIsTold, useReadiness } from './use-readiness';

const DEMAND_POLL = { pollingInterval: 60_000, skipPollingIfUnfocused: true } as const;

/** `6 из 10 реквизитов`, `1 из 21 реквизита`. */
function lineOf(t: TraderTexts, { ready, total }: Readiness): string {
  const numbers = { ready: formatCount(ready), total: formatCount(total) };
  const isOne = total % 10 === 1 && total % 100 !== 11;
  return isOne ? t('trader:ready.lineOne', numbers) : t('trader:ready.line', numbers);
}

/** How many stand at which gate, the most first: the first reason of each. */
function reasonsOf(t: TraderTexts, { requisites }: Readiness): string {
  const counts = new Map<Gate, number>();
  for (const {
    stopped: [gate],
  } of requisites)
    if (gate !== undefined) counts.set(gate, (counts.get(gate) ?? 0) + 1);
  return [...counts]
    .toSorted(([, a], [, b]) => b - a)
    .map(([gate, n]) => t('trader:ready.reason', { what: t(`trader:gates.${gate}`).toLowerCase(), n }))
    .join(', ');
}

/** How many of the trader's requisites take an order now, of which sums, and what shops asked for. */
export default function ReadyLine() {
  const t = useTraderTexts();
  const { data } = useReadiness();
  // A trader without requisites is told what to do by their first day.
  if (!data?.total) return null;
  const { ready, total, no_rate: noRate } = data;
  const sums = sumsText(t, data);
  return (
    <section className={classes.line} aria-label={t('trader:ready.title')}>
      <p className={classes.head}>
        <strong>
          {lineOf(t, data)}
          {sums && `, ${sums}`}
        </strong>
        {ready < total && <Link to={paths.requisites}>{t('trader:ready.why')}</Link>}
      </p>
      {noRate && <p className={classes.stop}>{t(`trader:ready.noRate.${noRate}`)}</p>}
      {!noRate && ready < total && (
        <p className={classes.hint}>{t('trader:ready.rest', { reasons: reasonsOf(t, data) })}</p>
      )}
      <DemandNote />
    </section>
  );
}

/** What shops asked for in a day, and how much of it came. */
export function DemandNote() {
  const t = useTraderTexts();
  const { data } = useGetDemandQuery(undefined, { ...DEMAND_POLL, skip: !useIsTold() });
  if (!data) return null;
  const { asked, suitable, issued, since } = data;
  return (
    <p className={classes.hint} title={t('trader:ready.demandSince', { since: formatDateTime(since) })}>
      {t('trader:ready.demand', {
        asked: formatCount(asked),
        suitable: formatCount(suitable),
        issued: formatCount(issued),
      })}
    </p>
  );
}
