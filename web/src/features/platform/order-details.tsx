import { ReverseOrder } from '@/acts/platform/contested';
import { May } from '@/session/may';
import { getPlatformOrder, type PlatformOrder, useRevealPlatformOrderMutation } from '@/api/platform-lists';
import { DetailColumns } from '@/shared/detail/detail-frame';
import { detailScreen } from '@/shared/detail/detail-screen';
import { type Fact, FactsCard } from '@/shared/detail/facts';
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
  [t('orders.amount'), inRub(order.amount)],
  [t('orders.rate'), rateInRub(order.conversion_rate)],
  [t('orders.usdt'), inUsdt(order.amount_in_usdt)],
  [t('fields.method'), order.is_sbp ? t('method.sbp') : t('method.c2c')],
  [t('orders.created'), formatDateTime(order.created_at)],
  [t('orders.paid'), formatDateTime(order.payment_datetime)],
  ...(order.reversed_amount === null
    ? []
    : [[t('orders.reversedAmount'), inRub(order.reversed_amount)] satisfies Fact]),
  [t('orders.id'), <ShortId key="id" value={order.id} subject={t('orders.id')} />],
];

const historyFacts = (order: PlatformOrder): readonly Fact[] =>
  order.status_history.map((step) => [formatDateTime(step.created_at), <Status key="step" kind="order" of={step} />]);

const messageFacts = (order: PlatformOrder): readonly Fact[] =>
  order.notifications.map((message) => [
    formatDateTime(message.created_at),
    <MessageText key={message.id} text={message.text} cut />,
  ]);

function Facts({ order }: { order: PlatformOrder }) {
  const t = useTexts();
  return <FactsCard title={t('orders.info')} facts={orderFacts(order, t)} />;
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
      <FactsCard title={t('orders.history')} facts={historyFacts(order)} />
      {order.notifications.length > 0 && <FactsCard title={t('orders.messages')} facts={messageFacts(order)} />}
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
