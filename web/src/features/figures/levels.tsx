import { GATES } from '@kantor/contract/plain/gates.ts';
import type { Liquidity } from '@/api/platform-figures';
import { formatAmount, formatCount } from '@/shared/lib/format-amount';
import { formatTime } from '@/shared/lib/format-date';
import { type Column, DataTable } from '@/shared/list/data-table';
import { EmptyState } from '@/shared/ui/states';
import { type Texts, useTexts } from './texts';
import classes from './liquidity.module.css';

type Level = Liquidity['levels'][number];

const NONE: ReadonlySet<string> = new Set();
const SUMS = 6;

const columns = (t: Texts, requisites: number): Column<Level>[] => [
  {
    id: 'amount',
    header: t('figures:liquidity.columns.amount'),
    cell: ({ amount }) => formatAmount(amount),
    align: 'right',
    card: 'head',
    unit: '₽',
    width: '12%',
  },
  {
    id: 'usdt',
    header: t('figures:liquidity.columns.usdt'),
    cell: ({ amount_usdt: usdt }) => formatAmount(usdt),
    align: 'right',
    unit: 'USDT',
    width: '12%',
  },
  {
    id: 'available',
    header: t('figures:liquidity.columns.available'),
    cell: ({ available }) => (
      <span className={classes.available} data-none={available === 0 || undefined}>
        {t('figures:liquidity.of', { available, all: requisites })}
      </span>
    ),
    align: 'right',
    card: 'badge',
    width: '14%',
  },
  {
    id: 'stopped',
    header: t('figures:liquidity.columns.stopped'),
    cell: ({ stopped }) => <Stopped stopped={stopped} />,
    fit: 'wrap',
    card: 'wide',
  },
];

/** The gates at which requisites stand, in their order. */
function Stopped({ stopped }: Pick<Level, 'stopped'>) {
  const t = useTexts();
  const gates = GATES.filter((gate) => (stopped[gate] ?? 0) > 0);
  if (gates.length === 0) return t('figures:liquidity.nothing');
  return (
    <ul className={classes.gates}>
      {gates.map((gate) => (
        <li key={gate}>
          {t(`figures:gates.${gate}`)} <b>{formatCount(stopped[gate])}</b>
        </li>
      ))}
    </ul>
  );
}

/** A row a sum. */
export function Levels({ answer, isStale }: { answer: Liquidity | undefined; isStale: boolean }) {
  const t = useTexts();
  if (answer?.requisites === 0) return <EmptyState title={t('figures:liquidity.none')} />;
  return (
    <>
      {answer?.is_rate_stale && (
        <p className={classes.warning} role="status">
          {t('figures:liquidity.stale')}
        </p>
      )}
      <DataTable
        label={t('sections.liquidity')}
        columns={columns(t, answer?.requisites ?? 0)}
        rows={answer?.levels}
        rowKey={({ amount }) => String(amount)}
        skeletonRows={SUMS}
        isStale={isStale}
        gone={NONE}
      />
      {answer && (
        <p className={classes.definition}>{t('figures:liquidity.definition', { time: formatTime(answer.at) })}</p>
      )}
    </>
  );
}
