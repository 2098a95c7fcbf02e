import { MAX_PAGE_SIZE } from '@kantor/contract/plain/pages.ts';
import { useMemo, useState } from 'react';
import { Link } from 'react-router';
import { ClaimNote } from '@/acts/claim-note';
import { ConfirmOrder } from '@/acts/confirm-order';
import { useFate } from '@/acts/soon';
import { UnheardNote } from '@/acts/unheard-note';
import { usePolling } from '@/shared/lib/use-polling';
import { useGetOrderQuery, useGetOrdersQuery, type OrderRow } from '@/api/orders';
import { type TraderTexts, useTraderTexts } from '@/shared/i18n/trader';
import { formatAmount, formatCount } from '@/shared/lib/format-amount';
import { formatDateTime } from '@/shared/lib/format-date';
import { shownPage } from '@/shared/lib/paged';
import { paths } from '@/shared/lib/paths';
import type { Column } from '@/shared/list/data-table';
import { amountColumns, methodColumn, requisiteColumns } from '@/shared/list/exchange-columns';
import { EmptyState, ErrorState, StaleNote } from '@/shared/ui/states';
import { StableTable } from '@/shared/list/stable-table';
import { TimeLeft } from '@/shared/ui/time-left';
import classes from './balance.module.css';
import { statusText } from '@/shared/ui/status';

/** As many as the call gives, and more than anyone works on at once; the rest is a click away. */
const SHOWN = MAX_PAGE_SIZE;

const rowKey = (order: OrderRow) => order.id;
const rowHref = (order: OrderRow) => paths.order(order.id);

/** Whose payer says that they paid comes first, then what ends first. */
const byUrgency = (a: OrderRow, b: OrderRow): number => {
  if (Boolean(a.claim) !== Boolean(b.claim)) return a.claim ? -1 : 1;
  if (a.expires_at === b.expires_at) return 0;
  return a.expires_at < b.expires_at ? -1 : 1;
};

/** The trader's active orders with the time they have left, the most urgent first, each to be confirmed in its row. */
export function InWork() {
  const t = useTraderTexts();
  const query = useGetOrdersQuery({ page: 1, page_size: SHOWN, status: 'ACTIVE' }, usePolling());
  const page = shownPage(query);
  const rows = useMemo(() => page?.results.toSorted(byUrgency), [page]);
  // A row may outlive its order while the pointer holds it in place; it must not offer what can no longer be done.
  const inWork = useMemo(() => new Set(page?.results.map(rowKey)), [page]);
  const columns = useMemo(() => inWorkColumns(t, (order) => inWork.has(order.id)), [t, inWork]);

  return (
    <section className={classes.section} aria-labelledby="in-work">
      <div className={classes.sectionHeader}>
        <h2 id="in-work">{t('trader:inWork.title')}</h2>
        {page && <span className={classes.count}>{formatCount(page.count)}</span>}
        {page && query.isError && <StaleNote onRetry={query.refetch} />}
        {page && page.count > SHOWN && <Link to={`${paths.orders}?status=ACTIVE`}>{t('trader:inWork.all')}</Link>}
      </div>
      {!page && query.isError && (
        <ErrorState title={t('lists.orders.empty')} error={query.error} onRetry={query.refetch} />
      )}
      {(page !== undefined || !query.isError) && (
        <StableTable
          label={t('trader:inWork.title')}
          columns={columns}
          rows={rows}
          rowKey={rowKey}
          rowHref={rowHref}
          scope="in work"
          skeletonRows={3}
          empty={<EmptyState title={t('trader:inWork.empty')} />}
        />
      )}
    </section>
  );
}

const inWorkColumns = (t: TraderTexts, isInWork: (order: OrderRow) => boolean): readonly Column<OrderRow>[] => [
  // The requisite names its bank.
  ...requisiteColumns(t).slice(0, 1),
  ...amountColumns(t),
  methodColumn(t),
  { id: 'created', header: t('orders.created'), cell: (order) => formatDateTime(order.created_at) },
  {
    id: 'left',
    header: t('inWork.timeLeft'),
    card: 'badge',
    cell: (order) => (
      <>
        <TimeLeft until={order.expires_at} since={order.created_at} />
        <UnheardNote order={order} />
      </>
    ),
  },
  {
    id: 'message',
    header: t('trader:inWork.message'),
    fit: 'wrap',
    card: 'wide',
    // Mostly nothing: an empty link has no name.
    interactive: true,
    cell: (order) => (
      <>
        <Message order={order} />
        <ClaimNote order={order} />
      </>
    ),
  },
  {
    id: 'confirm',
    header: t('inWork.action'),
    interactive: true,
    align: 'right',
    card: 'wide',
    cell: (order) => <ConfirmRow order={order} isInWork={isInWork(order)} />,
  },
];

/** That a message fits the order; after a refusal, why it was not confirmed. */
function Message({ order }: { order: OrderRow }) {
  const t = useTraderTexts();
  const fate = useFate(order.id);
  if (fate?.kind === 'refused') return <span className={classes.refused}>{fate.sentence}</span>;
  return order.fitting_message ? <span className={classes.fits}>{t('trader:inWork.fits')}</span> : null;
}

function ConfirmRow({ order, isInWork }: { order: OrderRow; isInWork: boolean }) {
  const t = useTraderTexts();
  const [isDone, setDone] = useState(false);
  const isSent = useFate(order.id)?.kind === 'done';
  const isOpen = isInWork && !isDone && !isSent;
  return (
    <ConfirmOrder
      order={order}
      fitting={isInWork ? order.fitting_message : undefined}
      className={classes.confirm ?? ''}
      size="xs"
      variant="default"
      label={isOpen ? t('trader:inWork.confirm', { amount: formatAmount(order.amount) }) : t('trader:inWork.gone')}
      disabled={!isOpen}
      moot={isInWork ? undefined : <WhatHappened id={order.id} />}
      onDone={() => setDone(true)}
    >
      {isOpen ? t('actions.confirm') : t('trader:inWork.gone')}
    </ConfirmOrder>
  );
}

/** The order's fate while the question about it stood there. */
function WhatHappened({ id }: { id: string }) {
  const t = useTraderTexts();
  const { currentData: order } = useGetOrderQuery(id);
  if (!order) return t('trader:inWork.gone');
  const isByDevice = order.status_history.at(-1)?.actor === 'device';
  return isByDevice ? t('trader:inWork.paid') : t('inWork.moot', { status: statusText(t, 'order', order) });
}
