import type { TFunction } from 'i18next';
import { Fragment } from 'react';
import { useTranslation } from 'react-i18next';
import { getOrder, isReversed, isRunning, type OrderDetail } from '@/api/orders';
import { ConfirmOrder } from '@/acts/confirm-order';
import { GroundFact } from '@/acts/ground-fact';
import { useRole } from '@/session/use-user';
import { rateInRub, inRub, inUsdt } from '@/shared/lib/format-amount';
import { formatDateTime } from '@/shared/lib/format-date';
import { DetailColumns } from '@/shared/detail/detail-frame';
import { detailScreen } from '@/shared/detail/detail-screen';
import { FactsCard, type Fact } from '@/shared/detail/facts';
import { CheckIcon } from '@/shared/ui/icons';
import { ShortId } from '@/shared/ui/short-id';
import { TimeLeft } from '@/shared/ui/time-left';
import { OrderAppeal } from './order-appeal';
import { OrderHistory } from './order-history';
import { OrderMessages } from './order-messages';
import { OrderReversal } from './order-reversal';
import { StatusBadge } from '@/shared/ui/status-badge';
import { Status, statusText } from '@/shared/ui/status';

/** For the trader who confirmed it: by what. */
const groundFacts = (order: OrderDetail, t: TFunction): readonly Fact[] =>
  order.status === 'CLOSED' && order.status_history.at(-1)?.actor === 'trader'
    ? [[t('orders.ground'), <GroundFact key="ground" ground={order.ground} />]]
    : [];

const orderFacts = (order: OrderDetail, t: TFunction, isTrader: boolean): readonly Fact[] => [
  [t('orders.requisite'), () => order.bank_detail.short_name],
  [t('orders.bank'), order.bank_name],
  [t('orders.amount'), inRub(order.amount)],
  [t('orders.rate'), rateInRub(order.conversion_rate)],
  [t('orders.usdt'), inUsdt(order.amount_in_usdt)],
  [t('fields.method'), order.is_sbp ? t('method.sbp') : t('method.c2c')],
  [
    t('orders.status'),
    <Fragment key="status">
      <Status kind="order" of={order} />
      {isReversed(order) && (
        <>
          {' '}
          <StatusBadge tone="neutral">{t('orders.reversed')}</StatusBadge>
        </>
      )}
      {isRunning(order) && (
        <>
          {` ${t('orders.left')}\u00a0`}
          <TimeLeft until={order.expires_at} />
        </>
      )}
    </Fragment>,
  ],
  [t('orders.created'), formatDateTime(order.created_at)],
  [t('orders.paid'), formatDateTime(order.payment_datetime)],
  ...(isTrader ? groundFacts(order, t) : []),
  [t('orders.id'), <ShortId key="id" value={order.id} subject={t('orders.id')} />],
];

/** For the trader, as long as the order is one that can be confirmed. */
function Confirm({ order }: { order: OrderDetail }) {
  const { t } = useTranslation();
  const isTrader = useRole() === 'trader';
  const canBe = order.status === 'ACTIVE' || order.status === 'EXPIRED';
  if (!isTrader) return null;
  return (
    <ConfirmOrder
      order={order}
      leftSection={<CheckIcon />}
      disabled={!canBe}
      moot={canBe ? undefined : t('inWork.moot', { status: statusText(t, 'order', order) })}
    >
      {t('actions.confirm')}
    </ConfirmOrder>
  );
}

/** The order's history and, for the trader, the banks' messages about it. */
function Side({ order }: { order: OrderDetail }) {
  const isTrader = useRole() === 'trader';
  return (
    <>
      <OrderReversal order={order} />
      <OrderHistory history={order.status_history} />
      <OrderAppeal appeal={order.appeal} />
      {isTrader && order.notifications && <OrderMessages messages={order.notifications} />}
    </>
  );
}

function Facts({ order }: { order: OrderDetail }) {
  const { t } = useTranslation();
  const isTrader = useRole() === 'trader';
  return <FactsCard title={t('orders.info')} facts={orderFacts(order, t, isTrader)} />;
}

export const { Component, preload } = detailScreen({
  name: 'orders',
  call: getOrder,
  live: true,
  badge: (order) => <Status kind="order" of={order} />,
  actions: (order) => <Confirm key={order.id} order={order} />,
  body: (order) => <DetailColumns main={<Facts order={order} />} side={<Side order={order} />} />,
});
