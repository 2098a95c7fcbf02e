import { useState } from 'react';
import { useNavigate } from 'react-router';
import {
  getTestAppeals,
  getTestOrders,
  getTestPayouts,
  type TestAppeal,
  type TestOrder,
  type TestPayout,
} from '@/api/test-mode';
import { formatAmount } from '@/shared/lib/format-amount';
import { formatDateTime } from '@/shared/lib/format-date';
import { paths } from '@/shared/lib/paths';
import type { Column } from '@/shared/list/data-table';
import { listSection } from '@/shared/list/list-section';
import { FilterButtons } from '@/shared/ui/filter-buttons';
import { Status } from '@/shared/ui/status';
import { AppealEvents, OrderEvents, PayoutEvents } from './test-events';
import { type Texts, texts, useTexts } from './texts';
import classes from './test-mode.module.css';

interface Shown {
  external_id: string | null;
  amount: string | number;
  created_at: string;
}

const common = <Row extends Shown>(t: Texts): readonly Column<Row>[] => [
  {
    id: 'number',
    header: t('webhooks:testMode.number'),
    fit: 'wrap',
    card: 'head',
    cell: ({ external_id: number }) => number ?? '—',
  },
  {
    id: 'amount',
    header: t('webhooks:testMode.amount'),
    align: 'right',
    unit: '₽',
    cell: ({ amount }) => formatAmount(amount),
  },
  {
    id: 'created',
    header: t('webhooks:testMode.created'),
    labelled: true,
    cell: ({ created_at: at }) => formatDateTime(at),
  },
];

const orderColumns = (t: Texts): readonly Column<TestOrder>[] => [
  ...common<TestOrder>(t),
  {
    id: 'status',
    header: t('webhooks:testMode.status'),
    card: 'badge',
    cell: (order) => <Status kind="order" of={order} />,
  },
  {
    id: 'events',
    header: t('webhooks:testMode.events'),
    align: 'right',
    card: 'wide',
    interactive: true,
    cell: (order) => <OrderEvents order={order} />,
  },
];

const Orders = listSection({
  name: 'testOrders',
  call: getTestOrders,
  pageSize: 10,
  columns: () => orderColumns(texts),
  live: 'first page',
});

const payoutColumns = (t: Texts): readonly Column<TestPayout>[] => [
  ...common<TestPayout>(t),
  {
    id: 'status',
    header: t('webhooks:testMode.status'),
    card: 'badge',
    cell: (payout) => <Status kind="payout" of={payout} />,
  },
  {
    id: 'events',
    header: t('webhooks:testMode.events'),
    align: 'right',
    card: 'wide',
    interactive: true,
    cell: (payout) => <PayoutEvents payout={payout} />,
  },
];

const Payouts = listSection({
  name: 'testPayouts',
  call: getTestPayouts,
  pageSize: 10,
  columns: () => payoutColumns(texts),
  live: 'first page',
});

const appealColumns = (t: Texts): readonly Column<TestAppeal>[] => [
  ...common<TestAppeal>(t),
  {
    id: 'status',
    header: t('webhooks:testMode.status'),
    card: 'badge',
    cell: (appeal) => <Status kind="appeal" of={appeal} />,
  },
  {
    id: 'events',
    header: t('webhooks:testMode.events'),
    align: 'right',
    card: 'wide',
    interactive: true,
    cell: (appeal) => <AppealEvents appeal={appeal} />,
  },
];

const Appeals = listSection({
  name: 'testAppeals',
  call: getTestAppeals,
  pageSize: 10,
  columns: () => appealColumns(texts),
  live: 'first page',
});

const KINDS = { orders: Orders, payouts: Payouts, appeals: Appeals };
type Kind = keyof typeof KINDS;

/** The test world: what the merchant's server has made with test keys, and what happens to it. */
export function Component() {
  const t = useTexts();
  const navigate = useNavigate();
  const [kind, setKind] = useState<Kind>('orders');
  const List = KINDS[kind];
  const choose = (next: Kind) => {
    setKind(next);
    // The page was one of the other list.
    void navigate(paths.developerPart('test'), { replace: true });
  };
  return (
    <div className={classes.world}>
      <p className={classes.note}>{t('webhooks:testMode.note')}</p>
      <FilterButtons
        label={t('webhooks:testMode.what')}
        value={kind}
        options={(['orders', 'payouts', 'appeals'] as const).map((value) => ({
          value,
          label: t(`webhooks:testMode.kinds.${value}`),
        }))}
        onChange={choose}
      />
      <List />
    </div>
  );
}
