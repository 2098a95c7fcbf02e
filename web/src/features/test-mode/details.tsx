import { Link } from 'react-router';
import { AppealEvents, OrderEvents, PayoutEvents } from '@/acts/test-mode/events';
import { texts as t } from '@/acts/test-mode/texts';
import {
  getTestAppeal,
  getTestOrder,
  getTestPayout,
  type TestAppealDetail,
  type TestOrderDetail,
  type TestPayoutDetail,
} from '@/api/test-mode';
import { inRub, inUsdt } from '@/shared/lib/format-amount';
import { formatDateTime } from '@/shared/lib/format-date';
import { paths } from '@/shared/lib/paths';
import { detailScreen } from '@/shared/detail/detail-screen';
import { type Fact, FactsCard } from '@/shared/detail/facts';
import { ShortId } from '@/shared/ui/short-id';
import { Status } from '@/shared/ui/status';

const idFact = (id: string): Fact => [t('fields.id'), <ShortId key="id" value={id} subject={t('fields.id')} />];

const orderFacts = (order: TestOrderDetail): readonly Fact[] => [
  [t('testMode:amount'), inRub(order.amount)],
  [t('testMode:number'), order.external_id],
  [t('testMode:status'), <Status key="status" kind="order" of={order} />],
  [t('testMode:created'), formatDateTime(order.created_at)],
  [t('testMode:expires'), formatDateTime(order.expires_at)],
  [t('testMode:paid'), formatDateTime(order.paid_at)],
  [
    t('testMode:page'),
    <a key="page" href={order.payment_url} target="_blank" rel="noreferrer">
      {t('testMode:open')}
    </a>,
  ],
  [
    t('testMode:ofOrder'),
    <Link key="appeals" to={`${paths.appeals}?order_id=${order.id}`}>
      {t('testMode:open')}
    </Link>,
  ],
  idFact(order.id),
];

export const { Component: OrderPage } = detailScreen({
  name: 'orders',
  call: getTestOrder,
  live: true,
  tools: (order) => <OrderEvents order={order} />,
  body: (order) => <FactsCard title={t('testMode:title')} facts={orderFacts(order)} />,
});

const payoutFacts = (payout: TestPayoutDetail): readonly Fact[] => [
  [t('testMode:amount'), inRub(payout.amount)],
  [t('fields.usdt'), inUsdt(payout.amount_in_usdt)],
  [t('testMode:number'), payout.external_id ?? '—'],
  [t('testMode:status'), <Status key="status" kind="payout" of={payout} />],
  [t('testMode:created'), formatDateTime(payout.created_at)],
  idFact(payout.id),
];

export const { Component: PayoutPage } = detailScreen({
  name: 'payouts',
  call: getTestPayout,
  live: true,
  tools: (payout) => <PayoutEvents payout={payout} />,
  body: (payout) => <FactsCard title={t('testMode:title')} facts={payoutFacts(payout)} />,
});

const appealFacts = (appeal: TestAppealDetail): readonly Fact[] => [
  [t('testMode:claimed'), inRub(appeal.amount)],
  [t('testMode:confirmed'), appeal.paid_amount === null ? '—' : inRub(appeal.paid_amount)],
  [t('testMode:status'), <Status key="status" kind="appeal" of={appeal} />],
  [t('testMode:created'), formatDateTime(appeal.created_at)],
  [
    t('testMode:order'),
    <Link key="order" to={paths.order(appeal.order_id)}>
      {appeal.external_id}
    </Link>,
  ],
  idFact(appeal.id),
];

export const { Component: AppealPage } = detailScreen({
  name: 'appeals',
  call: getTestAppeal,
  live: true,
  tools: (appeal) => <AppealEvents appeal={appeal} />,
  body: (appeal) => <FactsCard title={t('testMode:title')} facts={appealFacts(appeal)} />,
});
