import { formatMinorUnits, parseMinorUnits, SCALE } from '@kantor/contract/plain/money.ts';
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
import { Receipt } from './receipt';
import { RevealButton } from './reveal-button';
import { type Texts, useTexts } from './texts';
import { type Moment, Timeline } from './timeline';

const inKopecks = (sum: string | number): bigint => parseMinorUnits(String(sum), SCALE.rub) ?? 0n;

/** Roubles with a sign that says who would gain. */
function differenceOf({ amount, order_detail: order }: PlatformAppeal): string {
  const kopecks = inKopecks(amount) - inKopecks(order.amount);
  return `${kopecks > 0n ? '+' : ''}${inRub(formatMinorUnits(kopecks, SCALE.rub))}`;
}

const claimFacts = (item: PlatformAppeal, t: Texts): readonly Fact[] => [
  [t('platform:contested.claimed'), inRub(item.amount)],
  [t('platform:contested.ofOrder'), () => inRub(item.order_detail.amount)],
  [t('platform:contested.difference'), () => differenceOf(item)],
  ...(item.paid === null ? [] : [[t('platform:contested.confirmedFor'), inRub(item.paid)] satisfies Fact]),
  [t('platform:columns.merchant'), () => <AccountLink account={item.merchant} />],
  [t('fields.created'), formatDateTime(item.created_at)],
  [t('fields.closed'), formatDateTime(item.processed_datetime)],
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

/** The order's steps, all appeals against it, and what the bank said of it. */
function momentsOf({ order_detail: order, appeals, messages, order_id: orderId }: PlatformAppeal, t: Texts): Moment[] {
  return [
    ...order.status_history.map((step, n): Moment => ({
      key: `step ${n}`,
      at: step.created_at,
      what: <Status kind="order" of={step} />,
      by: t(`platform:contested.by.${step.actor}`),
    })),
    ...appeals.flatMap(({ id, created_at: openedAt, processed_datetime: endedAt, amount, paid }): Moment[] => [
      { key: `${id} opened`, at: openedAt, what: t('platform:contested.opened', { sum: inRub(amount) }) },
      {
        key: `${id} ended`,
        at: endedAt,
        what: paid === null ? t('platform:contested.closed') : t('platform:contested.processed', { sum: inRub(paid) }),
      },
    ]),
    ...messages
      .filter((message) => message.order_id === orderId && message.amount !== null)
      .map(({ id, heard_at: at, amount }): Moment => ({
        key: id,
        at,
        what: t('platform:contested.heard', { sum: inRub(amount) }),
      })),
  ];
}

function Body({ item }: { item: PlatformAppeal }) {
  const t = useTexts();
  const { desk } = item;
  return (
    <DetailColumns
      main={
        <>
          <FactsCard title={t('platform:contested.claim')} facts={claimFacts(item, t)} />
          {desk ? <Payer claimed={item.amount} desk={desk} /> : <Receipt file={item.file} />}
          <FactsCard title={t('platform:contested.order')} facts={orderFacts(item, t)} />
        </>
      }
      side={
        <>
          {desk && <Turn appeal={item} desk={desk} />}
          <BankMessages of={item} />
          {desk ? <Steps desk={desk} orderId={item.order_id} /> : <Timeline moments={momentsOf(item, t)} />}
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
