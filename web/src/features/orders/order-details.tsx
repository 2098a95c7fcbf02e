import type { TFunction } from 'i18next';
import { Fragment, Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import { getOrder, isReversed, isRunning, type OrderDetail } from '@/api/orders';
import { ConfirmOrder } from '@/acts/confirm-order';
import { GroundFact } from '@/acts/ground-fact';
import { UnheardNote } from '@/acts/unheard-note';
import { useRole } from '@/session/use-user';
import { rateInRub, inRub, inUsdt } from '@/shared/lib/format-amount';
import { formatDateTime } from '@/shared/lib/format-date';
import { lazyLater } from '@/shared/lib/lazy-later';
import { DetailColumns } from '@/shared/detail/detail-frame';
import { detailScreen } from '@/shared/detail/detail-screen';
import { FactsCard, type Fact } from '@/shared/detail/facts';
import { ShopData } from '@/shared/detail/shop-data';
import { CheckIcon } from '@/shared/ui/icons';
import { ShortId } from '@/shared/ui/short-id';
import { TimeLeft } from '@/shared/ui/time-left';
import { OpenAppeal } from './open-appeal';
import { OrderReversal } from './order-reversal';
import { OrderTimeline } from './order-timeline';
import { RequisiteLink } from './requisite-link';
import { StatusBadge } from '@/shared/ui/status-badge';
import { Status, statusText } from '@/shared/ui/status';

const ClaimCard = lazyLater(() => import('@/session/claim/claim-card'));

/** For the trader who confirmed it: by what. */
const groundFacts = (order: OrderDetail, t: TFunction): readonly Fact[] =>
  order.status === 'CLOSED' && order.status_history.at(-1)?.actor === 'trader'
    ? [[t('order.ground'), <GroundFact key="ground" ground={order.ground} />]]
    : [];

/** What one comes for: the sum, and how the order stands. */
const leadFacts = (order: OrderDetail, t: TFunction): readonly Fact[] => [
  [t('order.amount'), inRub(order.amount)],
  [
    t('orders.status'),
    // A screen reader says it when it changes.
    <span key="status" aria-live="polite">
      <Status kind="order" of={order} />
      {isReversed(order) && (
        <>
          {' '}
          <StatusBadge tone="neutral">{t('orders.reversed')}</StatusBadge>
        </>
      )}
      {isRunning(order) && (
        <span aria-live="off">
          {` ${t('order.left')}\u00a0`}
          <TimeLeft until={order.expires_at} />
        </span>
      )}
      <UnheardNote order={order} />
    </span>,
  ],
  [t('order.usdt'), inUsdt(order.amount_in_usdt)],
  [t('order.rate'), rateInRub(order.conversion_rate)],
];

/** The shop's own number and what the order costs it. */
const ofMerchant = ({ external_id: number, fee_in_usdt: fee }: OrderDetail, t: TFunction): readonly Fact[] => [
  ...(number
    ? [[t('order.number'), <ShortId key="number" value={number} subject={t('order.number')} />] as const]
    : []),
  ...(fee === undefined ? [] : [[t('order.fee'), inUsdt(fee)] as const]),
];

const orderFacts = (order: OrderDetail, t: TFunction, isTrader: boolean): readonly Fact[] => [
  [t('orders.requisite'), () => <RequisiteLink order={order} />],
  [t('orders.bank'), order.bank_name],
  [t('fields.method'), order.is_sbp ? t('method.sbp') : t('method.c2c')],
  [t('orders.created'), formatDateTime(order.created_at)],
  [t('orders.paid'), formatDateTime(order.payment_datetime)],
  ...(isTrader ? groundFacts(order, t) : ofMerchant(order, t)),
  [t('order.id'), <ShortId key="id" value={order.id} subject={t('order.id')} />],
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

function Side({ order }: { order: OrderDetail }) {
  return (
    <>
      <OrderReversal order={order} />
      {order.claim && (
        <Suspense>
          <ClaimCard id={order.id} />
        </Suspense>
      )}
      <OrderTimeline order={order} />
      <ShopData of={order} whom="payer" />
    </>
  );
}

function Facts({ order }: { order: OrderDetail }) {
  const { t } = useTranslation();
  const isTrader = useRole() === 'trader';
  return <FactsCard title={t('order.info')} lead={leadFacts(order, t)} facts={orderFacts(order, t, isTrader)} />;
}

export const { Component, preload } = detailScreen({
  name: 'orders',
  call: getOrder,
  live: true,
  actions: (order) => (
    <Fragment key={order.id}>
      <OpenAppeal order={order} />
      <Confirm order={order} />
    </Fragment>
  ),
  body: (order) => <DetailColumns main={<Facts order={order} />} side={<Side order={order} />} />,
});
