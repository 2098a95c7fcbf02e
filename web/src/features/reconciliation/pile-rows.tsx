import {
  type Pile,
  PILES,
  type ReconciledObject,
  type ReconciliationKind,
} from '@kantor/contract/plain/reconciliations.ts';
import { Link } from 'react-router';
import { type Reconciliation, type ReconciliationRow, useGetReconciliationRowsQuery } from '@/api/reconciliations';
import { Card } from '@/shared/detail/facts';
import type { ReconcileTexts } from '@/shared/i18n/reconcile';
import { DASH, formatCount, inUsdt } from '@/shared/lib/format-amount';
import { formatDateTime } from '@/shared/lib/format-date';
import { paths } from '@/shared/lib/paths';
import type { Column } from '@/shared/list/data-table';
import { PagedTable } from '@/shared/list/paged-table';
import { useColumns } from '@/shared/list/use-columns';
import { useListParams } from '@/shared/list/use-list-params';
import { FilterButtons } from '@/shared/ui/filter-buttons';
import { statusText } from '@/shared/ui/status';
import { ExportPile } from './export-pile';
import classes from './reconciliation.module.css';
import { inUnit } from './units';

const ADDRESSES: Readonly<Record<ReconciledObject, { own: (id: string) => string; platform: (id: string) => string }>> =
  {
    order: { own: paths.order, platform: paths.platformOrder },
    payout: { own: paths.payout, platform: paths.platformPayout },
    deposit: { own: paths.deposit, platform: paths.platformDeposit },
    withdrawal: { own: paths.withdrawal, platform: paths.platformWithdrawal },
  };

/** Ours over theirs; a screen reader is told whose each is. */
function Pair({ ours, theirs, t }: { ours: string | null; theirs: string | null; t: ReconcileTexts }) {
  return (
    <>
      <span className={classes.pair}>
        <span className="visually-hidden">{`${t('reconcile:sums.ours')}: `}</span>
        {ours ?? DASH}
      </span>
      <span className={`${classes.pair} ${classes.theirs}`}>
        <span className="visually-hidden">{`${t('reconcile:sums.theirs')}: `}</span>
        {theirs ?? DASH}
      </span>
    </>
  );
}

/** Our status in words: of a payout, or of an order, which a bank's statement is compared with, too. */
function stateText(t: ReconcileTexts, kind: ReconciliationKind, state: string | null): string | null {
  if (state === null) return null;
  return kind === 'payouts'
    ? statusText(t as never, 'payout', { status: state as 'DONE', human_status: state })
    : statusText(t as never, 'order', { status: state as 'CLOSED', human_status: state });
}

const columnsOf =
  (kind: ReconciliationKind, isPlatform: boolean) =>
  (texts: unknown): readonly Column<ReconciliationRow>[] => {
    const t = texts as ReconcileTexts;
    const sum = (value: string | null) => (value === null ? null : inUnit(kind, value));
    return [
      {
        id: 'line',
        header: t('reconcile:fields.line'),
        align: 'right',
        labelled: true,
        isEmpty: ({ line }) => line === null,
        cell: ({ line }) => (line === null ? DASH : formatCount(line)),
      },
      {
        id: 'key',
        header: kind === 'wallet' ? t('reconcile:columns.hash') : t('reconcile:fields.key'),
        card: 'head',
        fit: 'wrap',
        interactive: true,
        cell: ({ key, object }) =>
          object === null ? (
            key || DASH
          ) : (
            <Link className={classes.key ?? ''} to={ADDRESSES[object.kind][isPlatform ? 'platform' : 'own'](object.id)}>
              {key}
            </Link>
          ),
      },
      {
        id: 'amount',
        header: t('reconcile:fields.sums'),
        align: 'right',
        card: 'end',
        cell: ({ ours, theirs }) => <Pair ours={sum(ours)} theirs={sum(theirs)} t={t} />,
      },
      {
        id: 'fee',
        header: t('reconcile:fields.fees'),
        align: 'right',
        labelled: true,
        isEmpty: ({ ours_fee: ours, theirs_fee: theirs }) => ours === null && theirs === null,
        cell: ({ ours_fee: ours, theirs_fee: theirs }) => (
          <Pair ours={ours === null ? null : inUsdt(ours)} theirs={theirs === null ? null : inUsdt(theirs)} t={t} />
        ),
      },
      {
        id: 'state',
        header: t('reconcile:fields.states'),
        labelled: true,
        isEmpty: ({ ours_state: ours, theirs_state: theirs }) => ours === null && theirs === null,
        cell: ({ ours_state: ours, theirs_state: theirs }) => (
          <Pair ours={stateText(t, kind, ours)} theirs={theirs} t={t} />
        ),
      },
      {
        id: 'at',
        header: t('reconcile:fields.times'),
        labelled: true,
        isEmpty: ({ ours_at: ours, theirs_at: theirs }) => ours === null && theirs === null,
        cell: ({ ours_at: ours, theirs_at: theirs }) => (
          <Pair ours={ours && formatDateTime(ours)} theirs={theirs && formatDateTime(theirs)} t={t} />
        ),
      },
      {
        id: 'why',
        header: t('reconcile:fields.why'),
        card: 'wide',
        fit: 'wrap',
        isEmpty: ({ reason }) => reason === null,
        cell: ({ reason }) => reason,
      },
    ];
  };

/** The rows of one pile, what differs first. */
export function PileRows({ isPlatform, made, t }: { isPlatform: boolean; made: Reconciliation; t: ReconcileTexts }) {
  const countOf = (pile: Pile) => made.piles.find((each) => each.pile === pile)?.count ?? 0;
  const there = PILES.filter((pile) => pile !== 'match' && countOf(pile) > 0);
  const first = there.find((pile) => pile !== 'left_out') ?? 'match';
  const list = useListParams<{ pile: Pile }>({ pageSize: 50, filters: { pile: first }, allowed: { pile: PILES } });
  const { pile } = list.filters;
  const query = useGetReconciliationRowsQuery({ ...list.query, id: made.id, isPlatform, pile });
  const columns = useColumns<ReconciliationRow>(columnsOf(made.kind, isPlatform), t, query.currentData?.results);
  return (
    <Card title={t('reconcile:rows.title')}>
      <FilterButtons
        label={t('reconcile:rows.filter')}
        value={pile}
        options={PILES.filter((each) => countOf(each) > 0 || each === pile).map((value) => ({
          value,
          label: t(`reconcile:piles.${value}`),
          note: formatCount(countOf(value)),
        }))}
        onChange={(value) => list.setFilters({ pile: value })}
      />
      <div className={classes.commands}>
        <ExportPile isPlatform={isPlatform} made={made} pile={pile} t={t} />
      </div>
      <PagedTable
        label={t(`reconcile:piles.${pile}`)}
        list={list}
        query={query}
        columns={columns}
        rowKey={({ n }) => String(n)}
        emptyText={t('reconcile:rows.empty')}
        errorText={t('reconcile:rows.failed')}
      />
    </Card>
  );
}
