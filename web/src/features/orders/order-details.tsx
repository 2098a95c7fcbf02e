import { ORDER_STATUS_TEXT } from '@kantor/contract/plain/statuses.ts';
import type { TFunction } from 'i18next';
import { Fragment } from 'react';
import { useTranslation } from 'react-i18next';
import { useParams } from 'react-router';
import { ASK, type FirstQuestion, usePolling } from '@/api/api';
import { getOrderEndpoint, isRunning, useConfirmOrderMutation, useGetOrderQuery, type OrderDetail } from '@/api/orders';
import { useRole } from '@/session/use-user';
import { humanStatus } from '@/shared/i18n/human-status';
import { formatAmount, formatRate, formatUsdt } from '@/shared/lib/format-amount';
import { formatDateTime } from '@/shared/lib/format-date';
import { titleId } from '@/shared/lib/format-id';
import { paths } from '@/shared/lib/paths';
import { ActionButton } from '@/shared/detail/action-button';
import { DetailColumns, DetailScreen } from '@/shared/detail/detail-screen';
import { FactsCard, type Fact } from '@/shared/detail/facts';
import { CheckIcon } from '@/shared/ui/icons';
import { orderTone } from '@/shared/ui/order-tone';
import { PageNotFound } from '@/shared/ui/page-not-found';
import { ShortId } from '@/shared/ui/short-id';
import { StatusBadge } from '@/shared/ui/status-badge';
import { TimeLeft } from '@/shared/ui/time-left';
import { useAction } from '@/shared/action/use-action';
import { OrderAppeal } from './order-appeal';
import { OrderHistory } from './order-history';
import { OrderMessages } from './order-messages';

export const handle: FirstQuestion = ({ params: { id = '' } }) => getOrderEndpoint.initiate(id, ASK);

export function Component() {
  const { id } = useParams();
  return id ? <OrderDetails id={id} /> : <PageNotFound />;
}

function OrderDetails({ id }: { id: string }) {
  const { t } = useTranslation();
  const isTrader = useRole() === 'trader';
  const query = useGetOrderQuery(id, usePolling());
  return (
    <DetailScreen
      query={query}
      title={t('orders.detailTitle', { id: titleId(id) })}
      back={{ to: paths.orders, label: t('orders.title') }}
      errorText={t('orders.detailNotFound')}
      badge={(order) => <OrderStatusBadge status={order.human_status} />}
      actions={(order) => isTrader && <ConfirmOrder key={order.id} order={order} />}
    >
      {(order) => (
        <DetailColumns
          main={<FactsCard title={t('orders.info')} facts={orderFacts(order, t)} />}
          side={
            <>
              <OrderHistory history={order.status_history ?? []} />
              <OrderAppeal appeal={order.appeal} />
              {isTrader && order.notifications && <OrderMessages messages={order.notifications} />}
            </>
          }
        />
      )}
    </DetailScreen>
  );
}

const orderFacts = (order: OrderDetail, t: TFunction): readonly Fact[] => [
  [t('orders.requisite'), order.bank_detail.short_name],
  [t('orders.bank'), order.bank_name],
  [t('orders.amount'), `${formatAmount(order.amount)} ${t('units.rub')}`],
  [t('orders.rate'), `${formatRate(order.conversion_rate)} ${t('units.rub')}`],
  [t('orders.usdt'), `${formatUsdt(order.amount_in_usdt)} ${t('units.usdt')}`],
  [t('fields.method'), order.is_sbp ? t('method.sbp') : t('method.c2c')],
  [
    t('orders.status'),
    <Fragment key="status">
      <OrderStatusBadge status={order.human_status} />
      {isRunning(order) && (
        <>
          {` ${t('orders.left')} `}
          <TimeLeft until={order.expires_at} />
        </>
      )}
    </Fragment>,
  ],
  [t('orders.created'), formatDateTime(order.created_at)],
  [t('orders.paid'), formatDateTime(order.payment_datetime)],
  [t('orders.id'), <ShortId key="id" value={order.id} subject={t('orders.id')} />],
];

function OrderStatusBadge({ status }: { status: string }) {
  const { t } = useTranslation();
  return <StatusBadge tone={orderTone(status)}>{humanStatus(t, status)}</StatusBadge>;
}

/** An active order and an expired one are confirmed by calls of their own; nothing else can be confirmed. */
function ConfirmOrder({ order }: { order: OrderDetail }) {
  const { t } = useTranslation();
  const [confirm, { isLoading }] = useConfirmOrderMutation();
  const run = useAction(confirm, { success: t('orders.confirmed'), failure: t('errors.confirm') });
  const isActive = order.human_status === ORDER_STATUS_TEXT.ACTIVE;
  const isExpired = order.human_status === ORDER_STATUS_TEXT.EXPIRED;
  return (
    <ActionButton
      leftSection={<CheckIcon />}
      loading={isLoading}
      disabled={!isActive && !isExpired}
      onClick={() => void run({ id: order.id, expired: isExpired })}
    >
      {t('actions.confirm')}
    </ActionButton>
  );
}
