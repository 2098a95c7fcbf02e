import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useSteadyRows } from './use-steady-rows';
import { DataTable, type DataTableProps } from './data-table';
import classes from './steady-table.module.css';
import { useAttention } from './use-attention';

const SKELETON_ROWS = 10;
const NONE: readonly never[] = [];

interface SteadyTableProps<Row> extends DataTableProps<Row> {
  rows: readonly Row[] | undefined;
  /** Names the list that was asked for; with another one, rows change at once. */
  scope: string;
  /** A page further down: new rows push it on, so it never moves by itself. */
  isDeep?: boolean;
  isStale?: boolean;
  skeletonRows?: number;
  /** Stands there instead of a table without rows. */
  empty?: ReactNode;
}

/** A table whose rows keep their places while someone is at it, so that nobody clicks what has just moved there. */
export function SteadyTable<Row>({
  rows,
  scope,
  isDeep = false,
  isStale = false,
  skeletonRows,
  empty,
  ...table
}: SteadyTableProps<Row>) {
  const { t } = useTranslation();
  const { isAttended, frame } = useAttention();
  const hold = (isAttended || isDeep) && rows !== undefined;
  const steady = useSteadyRows<Row>(rows ?? NONE, { key: table.rowKey, hold, scope });
  const show = () => {
    steady.show();
    const { current } = frame.ref;
    if (current && current.getBoundingClientRect().top < 0) current.scrollIntoView();
  };
  if (empty !== undefined && rows !== undefined && steady.rows.length === 0) return empty;
  return (
    <div className={classes.frame} {...frame}>
      {(isDeep ? steady.isHeld : steady.fresh > 0) && (
        <div className={classes.anchor}>
          <button type="button" className={classes.fresh} onClick={show}>
            {isDeep ? t('list.changed') : t('list.fresh', { n: steady.fresh })}
          </button>
        </div>
      )}
      <DataTable
        {...table}
        rows={rows && steady.rows}
        gone={steady.gone}
        isStale={isStale}
        skeletonRows={Math.min(skeletonRows ?? SKELETON_ROWS, SKELETON_ROWS)}
      />
    </div>
  );
}
