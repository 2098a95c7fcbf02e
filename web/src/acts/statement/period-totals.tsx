import type { Totals } from '@/api/statement';
import { writtenDay } from '@/shared/dates/spans';
import { useStatementTexts } from '@/shared/i18n/statement';
import { usdtInColumn } from '@/shared/lib/format-amount';
import type { QueryState } from '@/shared/lib/query-call';
import { ErrorState, Skeleton } from '@/shared/ui/states';
import classes from './statement.module.css';

const SUMS = ['opening', 'received', 'spent', 'closing'] as const;

interface PeriodTotalsProps {
  query: QueryState<Totals>;
  /** Days of Moscow's calendar; empty is open. */
  from: string;
  to: string;
  /** The part whose entries stand below. */
  part: string;
}

/** What the parts of a balance opened with in a period, what came and went, and what they closed at. */
export function PeriodTotals({ query, from, to, part: shown }: PeriodTotalsProps) {
  const t = useStatementTexts();
  const { currentData: totals, isError, error, refetch } = query;
  if (isError && totals === undefined)
    return <ErrorState title={t('statement:period.failed')} error={error} onRetry={refetch} />;
  if (totals === undefined) return <Skeleton height={96} />;
  const days = [from, to].map((day) => (day === '' ? '…' : writtenDay(day)));
  const title =
    from === '' && to === '' ? t('statement:period.allTime') : `${t('statement:period.title')} ${days.join(' – ')}`;
  const row = (name: string, sums: Totals['whole'], attributes: object) => (
    <tr key={name} {...attributes}>
      <th scope="row">{name}</th>
      {SUMS.map((sum) => (
        <td key={sum} data-label={t(`statement:period.${sum}`)}>
          {usdtInColumn(sums[sum])}
        </td>
      ))}
    </tr>
  );
  return (
    <div>
      <table className={classes.period}>
        <caption>{title}</caption>
        <thead>
          <tr>
            <th scope="col">{t('statement:period.part')}</th>
            {SUMS.map((sum) => (
              <th key={sum} scope="col">
                {t(`statement:period.${sum}`)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {totals.parts.map(({ part, ...sums }) =>
            row(part === 'custody' ? part : t(`statement:parts.${part}`), sums, {
              'data-shown': part === shown || undefined,
            }),
          )}
          {totals.parts.length > 1 && row(t('statement:period.whole'), totals.whole, { className: classes.whole })}
        </tbody>
      </table>
      {totals.parts.length > 1 && <p className={classes.note}>{t('statement:period.note')}</p>}
    </div>
  );
}
