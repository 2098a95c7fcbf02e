import { Fragment, memo, useRef, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useDelayedTrue } from '../lib/use-delayed-true';
import { useListAddress } from './beside';
import classes from './data-table.module.css';
import { Boundary, Made } from '../ui/boundary';
import { LoadingNote, Skeleton } from '../ui/states';
import { useRowLinks } from './use-row-links';

/** A style of its own for the rows costs a frame, which a page that comes at once can do without. */
const DIMMED_AFTER_MS = 200;

export interface Column<Row> {
  id: string;
  header: string;
  /** What stands at its head instead of the text, such as a button that sorts; and how the rows are sorted by it. */
  head?: ReactNode;
  sorted?: 'ascending' | 'descending' | 'none';
  cell: (row: Row) => ReactNode;
  align?: 'right';
  /** Its share of the table's width, such as `40%`: where tables stand one above the other, their columns line up. */
  width?: string;
  /** A long text is broken into lines, or cut with an ellipsis. Otherwise it stays on one line. */
  fit?: 'wrap' | 'cut';
  /** The row has nothing to say here: a list leaves the column out while that is so of every row. */
  isEmpty?: (row: Row) => boolean;
  /** Left out while an object stands beside the list, which says it. */
  isMinor?: true;
  /** The cell has a switch, button or link of its own, so it is not part of the row's link. */
  interactive?: boolean;
  /** Its place on a phone's card: the head, the badge beside it, the right column, a line across, or none. The left column otherwise. */
  card?: 'head' | 'badge' | 'end' | 'wide' | 'none';
  /** On a card there is no column head: the currency stands after the value… */
  unit?: string;
  /** …and a value that does not speak for itself carries the head's text. */
  labelled?: boolean;
}

export interface DataTableProps<Row> {
  /** The table's name for a screen reader. */
  label: string;
  columns: readonly Column<Row>[];
  rowKey: (row: Row) => string;
  rowHref?: (row: Row) => string;
  /** The pointer rests on a row, or the focus is in it: its page may be wanted next. */
  onRowIntent?: (row: Row) => void;
  /** On a wide window a row's page stands beside the table. */
  hasPanel?: boolean;
  /** A row of its own before this one, which follows another. */
  before?: ((row: Row, last: Row | undefined, columns: number) => ReactNode) | undefined;
}

interface BodyProps<Row> extends DataTableProps<Row> {
  /** Skeleton rows when undefined. */
  rows: readonly Row[] | undefined;
  skeletonRows: number;
  /** The rows are not those that were asked for last. */
  isStale: boolean;
  /** Keys of rows that no longer belong here. */
  gone: ReadonlySet<string>;
}

/** A native table: sticky head, rows that are links, cards on a phone. */
export function DataTable<Row>({
  label,
  columns,
  rows,
  rowKey,
  rowHref,
  onRowIntent,
  hasPanel = false,
  before,
  ...state
}: BodyProps<Row>) {
  const { t } = useTranslation();
  const { object } = useListAddress();
  const body = useRef<HTMLTableSectionElement>(null);
  const isDimmed = useDelayedTrue(state.isStale, DIMMED_AFTER_MS);
  const onIntent = (index: number) => {
    const row = rows?.[index];
    if (row !== undefined) onRowIntent?.(row);
  };
  useRowLinks(body, onIntent, hasPanel);

  return (
    <table className={classes.table} role="table" aria-label={label} aria-busy={!rows || state.isStale}>
      <thead role="rowgroup">
        <tr role="row">
          {columns.map((column) => (
            <th
              key={column.id}
              role="columnheader"
              scope="col"
              className={headClass(column)}
              style={{ width: column.width }}
              aria-sort={column.sorted}
            >
              {column.head ?? column.header}
            </th>
          ))}
        </tr>
      </thead>
      <tbody role="rowgroup" ref={body} data-stale={isDimmed || undefined}>
        {rows?.map((row, index) => (
          <Fragment key={rowKey(row)}>
            {before?.(row, rows[index - 1], columns.length)}
            <DataRow
              row={row}
              index={index}
              columns={columns}
              href={rowHref?.(row)}
              isOpen={object !== undefined && rowHref?.(row) === object}
              gone={state.gone.has(rowKey(row)) ? t('list.gone') : undefined}
            />
          </Fragment>
        )) ?? <SkeletonRows columns={columns} count={state.skeletonRows} />}
      </tbody>
    </table>
  );
}

interface DataRowProps<Row> {
  row: Row;
  index: number;
  columns: readonly Column<Row>[];
  href: string | undefined;
  /** Its page stands beside the table. */
  isOpen: boolean;
  /** That the row no longer belongs here, in words. */
  gone: string | undefined;
  /** Drawing it has failed before: now each cell fails alone. */
  isCareful?: boolean;
}

const headClass = <Row,>({ align, fit }: Column<Row>): string =>
  [align && classes[align], fit && classes[fit]].filter(Boolean).join(' ');

const cellClass = <Row,>({ align, fit, card }: Column<Row>): string =>
  [align && classes[align], fit && classes[fit], card && classes[card]].filter(Boolean).join(' ');

/** The label and unit around a value on a card; a table has them in its head. */
const cardNote = <Row,>({ unit, labelled, header }: Column<Row>) => ({
  'data-unit': unit,
  'data-label': labelled ? header : undefined,
});

/** Plain anchors, not router links: a hundred rows of eight would subscribe to the router eight hundred times. */
function PlainRow<Row>({ row, index, columns, href, isOpen, gone, isCareful = false }: DataRowProps<Row>) {
  const cellOf = (column: Column<Row>) =>
    isCareful ? (
      <Boundary>
        <Made by={() => column.cell(row)} />
      </Boundary>
    ) : (
      column.cell(row)
    );
  const firstLink = columns.find((column) => !column.interactive)?.id;
  return (
    <tr role="row" data-index={index} data-gone={gone && ''} aria-current={isOpen || undefined} title={gone}>
      {columns.map((column) =>
        href === undefined || column.interactive ? (
          <td key={column.id} role="cell" className={`${classes.plain} ${cellClass(column)}`} {...cardNote(column)}>
            {cellOf(column)}
          </td>
        ) : (
          <td key={column.id} role="cell" className={cellClass(column)}>
            <a href={href} data-row-link="" tabIndex={column.id === firstLink ? undefined : -1} {...cardNote(column)}>
              {cellOf(column)}
            </a>
          </td>
        ),
      )}
    </tr>
  );
}

/** A row of an answer that is not as it should be spoils a cell of its own, and no other row. */
function GuardedRow<Row>(props: DataRowProps<Row>) {
  return (
    <Boundary fallback={<PlainRow {...props} isCareful />}>
      <PlainRow {...props} />
    </Boundary>
  );
}

const DataRow = memo(GuardedRow) as typeof GuardedRow;

function SkeletonRows<Row>({ columns, count }: { columns: readonly Column<Row>[]; count: number }) {
  return Array.from({ length: count }, (_, row) => (
    <tr key={row} role="row">
      {columns.map((column, index) => (
        <td key={column.id} role="cell" className={`${classes.plain} ${classes.awaited} ${cellClass(column)}`}>
          {row === 0 && index === 0 && <LoadingNote />}
          <Skeleton width={`${55 + ((row * 7 + index * 13) % 40)}%`} />
        </td>
      ))}
    </tr>
  ));
}
