import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useStableRows } from './use-stable-rows';
import { DataTable, type DataTableProps } from './data-table';
import classes from './stable-table.module.css';
import { useAttention } from './use-attention';

const SKELETON_ROWS = 10;
const NONE: readonly never[] = [];

interface StableTableProps<Row> extends DataTableProps<Row> {
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
export function StableTable<Row>({
  rows,
  scope,
  isDeep = false,
  isStale = false,
  skeletonRows,
  empty,
  ...table
}: StableTableProps<Row>) {
  const { t } = useTranslation();
  const { isAttended, frame } = useAttention();
  const hold = (isAttended || isDeep) && rows !== undefined;
  const stable = useStableRows<Row>(rows ?? NONE, { key: table.rowKey, hold, scope });
  const show = () => {
    stable.show();
    const { current } = frame.ref;
    if (current && current.getBoundingClientRect().top < 0) current.scrollIntoView();
  };
  if (empty !== undefined && rows !== undefined && stable.rows.length === 0) return empty;
  return (
    <div className={classes.frame} {...frame}>
      {(isDeep ? stable.isHeld : stable.fresh > 0) && (
        <div className={classes.anchor}>
          <button type="button" className={classes.fresh} onClick={show}>
            {isDeep ? t('list.changed') : t('list.fresh', { n: stable.fresh })}
          </button>
        </div>
      )}
      <DataTable
        {...table}
        rows={rows && stable.rows}
        gone={stable.gone}
        isStale={isStale}
        skeletonRows={Math.min(skeletonRows ?? SKELETON_ROWS, SKELETON_ROWS)}
      />
    </div>
  );
}
