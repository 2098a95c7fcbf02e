import { useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useSteadyRows } from '../lib/use-steady-rows';
import { DataTable, type DataTableProps } from './data-table';
import classes from './steady-table.module.css';

const SKELETON_ROWS = 10;
const NONE: readonly never[] = [];

interface SteadyTableProps<Row> extends DataTableProps<Row> {
  rows: readonly Row[] | undefined;
  /** Names the list that was asked for; with another one, rows change at once. */
  scope: string;
  isStale?: boolean;
  skeletonRows?: number;
  children?: ReactNode;
}

/** A table whose rows keep their places while the pointer is over it, so that nobody clicks what has just moved there. */
export function SteadyTable<Row>({ rows, scope, isStale = false, skeletonRows, ...table }: SteadyTableProps<Row>) {
  const { t } = useTranslation();
  const [isInside, setInside] = useState(false);
  const steady = useSteadyRows<Row>(rows ?? NONE, { key: table.rowKey, hold: isInside && rows !== undefined, scope });
  return (
    <div className={classes.frame} onPointerEnter={() => setInside(true)} onPointerLeave={() => setInside(false)}>
      {steady.fresh > 0 && (
        <div className={classes.anchor}>
          <button type="button" className={classes.fresh} onClick={steady.show}>
            {t('list.fresh', { n: steady.fresh })}
          </button>
        </div>
      )}
      <DataTable
        {...table}
        rows={rows && steady.rows}
        isStale={isStale}
        skeletonRows={Math.min(skeletonRows ?? SKELETON_ROWS, SKELETON_ROWS)}
      />
    </div>
  );
}
