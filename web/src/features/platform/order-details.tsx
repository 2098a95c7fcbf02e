import { ReverseOrder } from '@/acts/platform/contested';
import { May } from '@/session/may';
import { getPlatformOrder, type PlatformOrder, useRevealPlatformOrderMutation } from '@/api/platform-lists';
import { DetailColumns } from '@/shared/detail/detail-frame';
import { detailScreen } from '@/shared/detail/detail-screen';
import { Card, type Fact, FactsCard } from '@/shared/detail/facts';
import { ShopData } from '@/shared/detail/shop-data';
import { type Moment, Timeline } from '@/shared/detail/timeline';
import { inRub, inUsdt, rateInRub } from '@/shared/lib/format-amount';
import { formatDateTime } from '@/shared/lib/format-date';
import { MessageText } from '@/shared/raw/message-text';
import { ShortId } from '@/shared/ui/short-id';
import { Status } from '@/shared/ui/status';
import { AccountLink } from '@/shared/ui/account-link';
import { Beside } from './beside';
import { RevealButton } from './reveal-button';
import { type Texts, useTexts } from './texts';

const orderFacts = (order: PlatformOrder, t: Texts): readonly Fact[] => [
  [t('platform:columns.trader'), () => <AccountLink account={order.trader} />],
  [t('platform:columns.merchant'), () => <AccountLink account={order.merchant} />],
  [t('platform:columns.externalId'), order.external_id],
  [t('orders.requisite'), () => order.bank_detail.short_name],
  [t('orders.bank'), order.bank_name],
  [t('order.amount'), inRub(order.amount)],
  [t('order.rate'), rateInRub(order.conversion_rate)],
  [t('order.usdt'), inUsdt(order.amount_in_usdt)],
  [t('fields.method'), order.is_sbp ? t('method.sbp') : t('method.c2c')],
  [t('orders.created'), formatDateTime(order.created_at)],
  [t('orders.paid'), formatDateTime(order.payment_datetime)],
  ...(order.reversed_amount === null ? [] : [[t('order.reversedAmount'), inRub(order.reversed_amount)] satisfies Fact]),
  [t('order.id'), <ShortId key="id" value={order.id} subject={t('order.id')} />],
];

const momentsOf = (order: PlatformOrder, t: Texts): readonly Moment[] => [
  ...order.status_history.map((step, index) => ({
    key: `step ${index}`,
    at: step.created_at,
    what: <Status kind="order" of={step} />,
    by: t(`order.actors.${step.actor}`),
  })),
  ...order.notifications.map(({ id, created_at: at, text }) => ({
    key: id,
    at,
    what: t('order.message'),
    more: <MessageText text={text} cut />,
  })),
];

function Facts({ order }: { order: PlatformOrder }) {
  const t = useTexts();
  return <FactsCard title={t('order.info')} facts={orderFacts(order, t)} />;
}

function Side({ order }: { order: PlatformOrder }) {
  const t = useTexts();
  const { payee } = order;
  return (
    <>
      <FactsCard
        title={t('platform:payee.title')}
        facts={[
          [t('platform:payee.fio'), payee.fio],
          [t('platform:payee.phone'), payee.phone],
          [t('platform:payee.account'), payee.bank_account],
        ]}
      />
      <Card title={t('order.history')}>
        <Timeline label={t('order.history')} moments={momentsOf(order, t)} />
      </Card>
      <ShopData of={order} whom="payer" />
      <Beside of={order} />
    </>
  );
}

function Reveal({ order }: { order: PlatformOrder }) {
  const [reveal] = useRevealPlatformOrderMutation();
  return <RevealButton id={order.id} isRevealed={order.is_revealed} reveal={reveal} />;
}

function Actions({ order }: { order: PlatformOrder }) {
  return (
    <>
      <Reveal order={order} />
      {order.status === 'CLOSED' && order.reversed_amount === null && (
        <May right="platform.money">
          <ReverseOrder id={order.id} amount={String(order.amount)} />
        </May>
      )}
    </>
  );
}

export const { Component, preload } = detailScreen({
  name: 'orders',
  section: 'platformOrders',
  call: getPlatformOrder,
  badge: (order) => <Status kind="order" of={order} />,
  actions: (order) => <Actions key={order.id} order={order} />,
  body: (order) => <DetailColumns main={<Facts order={order} />} side={<Side order={order} />} />,
});
