import { Fragment } from 'react';
import { Link } from 'react-router';
import { ConfirmAppeal, DeclineAppeal, SplitAppeal } from '@/acts/platform/contested';
import { Payer } from '@/acts/appeal/payer';
import { Steps } from '@/acts/appeal/steps';
import { Turn } from '@/acts/appeal/turn';
import { May } from '@/session/may';
import { getPlatformAppeal, type PlatformAppeal, useRevealPlatformAppealMutation } from '@/api/platform-objects';
import { DetailColumns } from '@/shared/detail/detail-frame';
import { detailScreen } from '@/shared/detail/detail-screen';
import { type Fact, FactsCard } from '@/shared/detail/facts';
import { inRub, inUsdt, rateInRub } from '@/shared/lib/format-amount';
import { formatDateTime } from '@/shared/lib/format-date';
import { orderName } from '@/shared/lib/format-id';
import { paths } from '@/shared/lib/paths';
import { ShortId } from '@/shared/ui/short-id';
import { Status } from '@/shared/ui/status';
import { AccountLink } from '@/shared/ui/account-link';
import { BankMessages } from './bank-messages';
import { Beside } from './beside';
import { RevealButton } from './reveal-button';
import { type Texts, useTexts } from './texts';

/** What else was claimed of the same order. */
function othersOf({ id, appeals }: PlatformAppeal, t: Texts): readonly Fact[] {
  return appeals
    .filter((other) => other.id !== id)
    .map((other): Fact => [
      t('platform:contested.other'),
      <Fragment key={other.id}>
        <Link to={paths.platformAppeal(other.id)}>{inRub(other.amount)}</Link> <Status kind="appeal" of={other} />
      </Fragment>,
    ]);
}

const ownFacts = (item: PlatformAppeal, t: Texts): readonly Fact[] => [
  ...(item.paid === null ? [] : [[t('platform:contested.confirmedFor'), inRub(item.paid)] satisfies Fact]),
  [t('platform:columns.merchant'), () => <AccountLink account={item.merchant} />],
  [t('fields.created'), formatDateTime(item.created_at)],
  [t('fields.closed'), formatDateTime(item.processed_datetime)],
  ...othersOf(item, t),
  [t('fields.id'), <ShortId key="id" value={item.id} subject={t('fields.id')} />],
];

const orderFacts = ({ order_detail: order }: PlatformAppeal, t: Texts): readonly Fact[] => [
  [
    t('platform:columns.order'),
    <Link key="order" to={paths.platformOrder(order.id)}>
      {orderName(order.id)}
    </Link>,
  ],
  [t('platform:contested.orderStatus'), <Status key="status" kind="order" of={order} />],
  [t('platform:columns.trader'), () => <AccountLink account={order.trader} />],
  [t('platform:columns.externalId'), order.external_id],
  [
    t('orders.requisite'),
    () => <Link to={paths.platformRequisite(order.payee.requisite)}>{order.bank_detail.short_name}</Link>,
  ],
  [t('orders.bank'), order.bank_name],
  [t('platform:payee.fio'), () => order.payee.fio],
  [t('platform:payee.phone'), () => order.payee.phone],
  [t('platform:payee.account'), () => order.payee.bank_account],
  [t('order.amount'), inRub(order.amount)],
  [t('order.rate'), rateInRub(order.conversion_rate)],
  [t('order.usdt'), inUsdt(order.amount_in_usdt)],
  [t('orders.created'), formatDateTime(order.created_at)],
  [t('platform:contested.expires'), formatDateTime(order.expires_at)],
  [t('orders.paid'), formatDateTime(order.payment_datetime)],
];

function Body({ item }: { item: PlatformAppeal }) {
  const t = useTexts();
  const { desk } = item;
  return (
    <DetailColumns
      main={
        <>
          <Payer claimed={item.amount} desk={desk} />
          <FactsCard title={t('platform:contested.order')} facts={orderFacts(item, t)} />
          <FactsCard title={t('platform:contested.claim')} facts={ownFacts(item, t)} />
        </>
      }
      side={
        <>
          <Turn appeal={item} desk={desk} />
          <BankMessages of={item} />
          <Steps desk={desk} orderId={item.order_id} />
          <Beside of={item} />
        </>
      }
    />
  );
}

function Reveal({ item }: { item: PlatformAppeal }) {
  const [reveal] = useRevealPlatformAppealMutation();
  return <RevealButton id={item.id} isRevealed={item.is_revealed} reveal={reveal} />;
}

function Actions({ item }: { item: PlatformAppeal }) {
  return (
    item.status === 'OPEN' && (
      <May right="platform.decide">
        <ConfirmAppeal id={item.id} amount={String(item.amount)} />
        <SplitAppeal id={item.id} />
        <DeclineAppeal id={item.id} />
      </May>
    )
  );
}

export const { Component, preload } = detailScreen({
  name: 'appeals',
  section: 'platformAppeals',
  call: getPlatformAppeal,
  badge: (item) => <Status kind="appeal" of={item} />,
  actions: (item) => <Actions key={item.id} item={item} />,
  tools: (item) => <Reveal key={item.id} item={item} />,
  body: (item) => <Body item={item} />,
});
