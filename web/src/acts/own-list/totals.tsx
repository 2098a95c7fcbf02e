import { SCALE } from '@kantor/contract/plain/money.ts';
import { type TotalsOf, useGetListTotalsQuery } from '@/api/list-totals';
import { useUser } from '@/session/use-user';
import { type Amount, inRub, inUsdt } from '@/shared/lib/format-amount';
import { usePolling } from '@/shared/lib/use-polling';
import { FilterTotals } from '@/shared/totals/filter-totals';
import { sumOf } from '@/shared/totals/sum-of';
import { NO_SPAN, type TotalsProps } from './own-list';

/** Of so many of the newest rows a total is that is not of all. */
const LOOKED_AT = 10_000;

/** The line under one list. */
export const totalsOf = <Row,>(of: TotalsOf, amountOf: (row: Row) => Amount | null | undefined, unit: 'rub' | 'usdt') =>
  function OwnTotals({ rows, filters }: TotalsProps<Row>) {
    const active = Object.entries(filters).filter(([name, value]) => value !== '' && name !== 'before');
    // What else a list may be narrowed to has few rows, and nobody counts them.
    const isElse = active.some(([name]) => !(name in NO_SPAN));
    const isTold = useUser()?.rights !== undefined && !isElse;
    const asked = { of, filters: Object.fromEntries(active) };
    const { currentData: totals } = useGetListTotalsQuery(asked, { ...usePolling(), skip: !isTold });
    const amounts = rows.map((row) => amountOf(row) ?? 0);
    return (
      <FilterTotals
        page={sumOf(amounts, SCALE[unit])}
        isAll={active.length === 0}
        written={unit === 'rub' ? inRub : inUsdt}
        {...(totals &&
          isTold && {
            found: { count: totals.count, amount: String(totals.amount) },
            among: totals.is_whole ? undefined : LOOKED_AT,
          })}
      />
    );
  };
