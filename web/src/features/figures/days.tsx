import { GATES } from '@kantor/contract/plain/gates.ts';
import { Link } from 'react-router';
import type { Overview } from '@/api/platform-figures';
import { DASH, formatAmount, formatCount, formatDecimal } from '@/shared/lib/format-amount';
import { formatDateTime, formatTime, moscowDay } from '@/shared/lib/format-date';
import { paths } from '@/shared/lib/paths';
import { type Column, DataTable } from '@/shared/list/data-table';
import classes from './figures.module.css';
import { type Texts, useTexts } from './texts';

type Day = Overview['today'];

const NONE: ReadonlySet<string> = new Set();

/** Closed of finished orders, in per cent. */
function conversionOf({ came_closed: closed, came_lost: lost }: Day): string {
  const ended = closed + lost;
  return ended === 0 ? DASH : `${formatDecimal(((closed / ended) * 100).toFixed(1), 0, 1)}\u00a0%`;
}

const METRICS = {
  asked: ({ asked }) => formatCount(asked),
  issued: ({ issued }) => formatCount(issued),
  closed: ({ closed }) => formatCount(closed),
  conversion: conversionOf,
  turnover: ({ turnover }) => formatAmount(turnover),
  revenue: ({ revenue }) => formatAmount(revenue),
} as const satisfies Record<string, (day: Day) => string>;

interface Compared {
  id: string;
  name: string;
  today: string;
  yesterday: string;
  /** The list that today's figure counts. */
  to?: string;
}

const columns = (name: string, until: string, t: Texts): Column<Compared>[] => [
  { id: 'name', header: name, cell: (row) => row.name, card: 'head', fit: 'wrap' },
  {
    id: 'today',
    header: t('figures:overview.today'),
    cell: ({ today, to }) => (to === undefined ? today : <Link to={to}>{today}</Link>),
    align: 'right',
    labelled: true,
    interactive: true,
  },
  {
    id: 'yesterday',
    header: t('figures:overview.yesterday', { time: until }),
    cell: (row) => <span className={classes.quiet}>{row.yesterday}</span>,
    align: 'right',
    card: 'end',
    labelled: true,
  },
];

const isGate = (reason: string): reason is (typeof GATES)[number] => GATES.some((gate) => gate === reason);
const OTHER_REASONS = [
  'no_requisites',
  'rate_stale',
  'limit_active_orders',
  'limit_active_sum',
  'limit_unpaid_hour',
  'traffic_stopped',
] as const;

/** A reason that is new to this build stays as it came. */
function reasonText(reason: string, t: Texts): string {
  if (isGate(reason)) return t(`figures:gates.${reason}`);
  const known = OTHER_REASONS.find((other) => other === reason);
  return known === undefined ? reason : t(`figures:refusals.${known}`);
}

/** Today so far beside yesterday until the same time. */
export function Days({ overview }: { overview: Overview }) {
  const t = useTexts();
  const { today, yesterday, refusals, since, at } = overview;
  const until = formatTime(overview.compared_until);
  const metrics = Object.entries(METRICS).map(([id, read]) => ({
    id,
    name: t(`figures:overview.metrics.${id as keyof typeof METRICS}`),
    today: read(today),
    yesterday: read(yesterday),
    ...(id === 'issued' && { to: paths.platformOrdersSince(moscowDay(at)) }),
  }));
  const reasons = refusals.map((refusal) => ({
    id: refusal.reason,
    name: reasonText(refusal.reason, t),
    today: formatCount(refusal.today),
    yesterday: formatCount(refusal.yesterday),
  }));
  /** Two days before it nothing is compared with. */
  const isPartial = Date.parse(at) - Date.parse(since) < 2 * 86_400_000;
  const table = { rowKey: ({ id }: Compared) => id, skeletonRows: 0, isStale: false, gone: NONE };
  return (
    <>
      <section className={classes.section} aria-labelledby="overview-days">
        <h2 id="overview-days">{t('figures:overview.days')}</h2>
        <DataTable
          {...table}
          label={t('figures:overview.days')}
          columns={columns(t('figures:overview.metric'), until, t)}
          rows={metrics}
        />
        <p className={classes.definition}>
          {t('figures:overview.definition')}
          {isPartial && ` ${t('figures:overview.since', { time: formatDateTime(since) })}`}
        </p>
      </section>
      <section className={classes.section} aria-labelledby="overview-refusals">
        <h2 id="overview-refusals">{t('figures:overview.refusals')}</h2>
        {reasons.length === 0 ? (
          <p className={classes.quiet}>{t('figures:overview.noRefusals')}</p>
        ) : (
          <DataTable
            {...table}
            label={t('figures:overview.refusals')}
            columns={columns(t('figures:overview.reason'), until, t)}
            rows={reasons}
          />
        )}
      </section>
    </>
  );
}
