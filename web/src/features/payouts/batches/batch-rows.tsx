import { BATCH_ROW_STATES } from '@kantor/contract/plain/batches.ts';
import type { TFunction } from 'i18next';
import { Link } from 'react-router';
import { type Batch, type BatchRow, useGetBatchRowsQuery } from '@/api/batches';
import { Status } from '@/shared/ui/status';
import { Card } from '@/shared/detail/facts';
import type { BatchTexts } from '@/shared/i18n/batch';
import { DASH, formatAmount, formatCount } from '@/shared/lib/format-amount';
import { paths } from '@/shared/lib/paths';
import { usePolling } from '@/shared/lib/use-polling';
import type { Column } from '@/shared/list/data-table';
import { PagedTable } from '@/shared/list/paged-table';
import { useColumns } from '@/shared/list/use-columns';
import { useListParams } from '@/shared/list/use-list-params';
import { FilterButtons } from '@/shared/ui/filter-buttons';
import { RowBadge } from './batch-badge';
import classes from './batches.module.css';

const ALL = 'ALL';

const columnsOf = (texts: TFunction): readonly Column<BatchRow>[] => {
  const t = texts as unknown as BatchTexts;
  return [
    {
      id: 'line',
      header: t('batch:fields.line'),
      align: 'right',
      labelled: true,
      cell: ({ line }) => formatCount(line),
    },
    { id: 'fio', header: t('batch:fields.fio'), card: 'head', fit: 'wrap', cell: ({ fio }) => fio || DASH },
    { id: 'to', header: t('batch:fields.to'), labelled: true, cell: ({ to }) => to || DASH },
    {
      id: 'bank',
      header: t('batch:fields.bank'),
      fit: 'cut',
      labelled: true,
      isEmpty: ({ bank }) => bank === null,
      cell: ({ bank }) => bank ?? DASH,
    },
    {
      id: 'amount',
      header: t('fields.amountRub'),
      align: 'right',
      card: 'end',
      unit: '₽',
      cell: ({ amount }) => formatAmount(amount),
    },
    { id: 'state', header: t('fields.status'), card: 'badge', cell: ({ state }) => <RowBadge state={state} /> },
    {
      id: 'why',
      header: t('batch:fields.why'),
      card: 'wide',
      fit: 'wrap',
      isEmpty: ({ faults, warnings }) => faults.length + warnings.length === 0,
      cell: ({ faults, warnings }) => [
        ...faults.map((text) => (
          <span key={text} className={classes.why}>
            {text}
          </span>
        )),
        ...warnings.map((text) => (
          <span key={text} className={`${classes.why} ${classes.warning}`}>
            {text}
          </span>
        )),
      ],
    },
    {
      id: 'payout',
      header: t('batch:fields.payout'),
      card: 'wide',
      interactive: true,
      isEmpty: ({ payout }) => payout === null,
      cell: ({ line, payout }) =>
        payout && (
          <Link to={paths.payout(payout.id)}>
            <span className="visually-hidden">{`${t('batch:fields.payout')}, ${t('batch:fields.line')} ${line}: `}</span>
            <Status kind="payout" of={{ ...payout, human_status: '' }} />
          </Link>
        ),
    },
  ];
};

/** The rows of a file, those with faults first. */
export function BatchRows({ batch, t }: { batch: Batch; t: BatchTexts }) {
  const { id, counts } = batch;
  const list = useListParams({
    pageSize: 50,
    filters: { state: ALL },
    allowed: { state: [ALL, ...BATCH_ROW_STATES] },
  });
  const query = useGetBatchRowsQuery({ id, ...list.query }, usePolling(true));
  const columns = useColumns<BatchRow>(columnsOf, t, query.currentData?.results);
  const { state } = list.filters;
  const there = BATCH_ROW_STATES.filter((each) => counts[each] > 0 || each === state);
  return (
    <Card title={t('batch:rows.title')}>
      <FilterButtons
        label={t('batch:rows.filter')}
        value={state}
        options={[
          { value: ALL, label: t('batch:rows.all'), note: formatCount(batch.rows) },
          ...there.map((value) => ({ value, label: t(`batch:rowStates.${value}`), note: formatCount(counts[value]) })),
        ]}
        onChange={(value) => list.setFilters({ state: value })}
      />
      <PagedTable
        label={t('batch:rows.title')}
        list={list}
        query={query}
        columns={columns}
        rowKey={({ line }) => String(line)}
        emptyText={t('batch:rows.empty')}
        errorText={t('batch:rows.failed')}
      />
    </Card>
  );
}
