import type { TestAppeal, TestOrder, TestPayout } from '@/api/test-mode';
import { formatAmount } from '@/shared/lib/format-amount';
import { formatDateTime } from '@/shared/lib/format-date';
import type { Column } from '@/shared/list/data-table';
import { Status } from '@/shared/ui/status';
import { AppealEvents, OrderEvents, PayoutEvents } from './events';
import type { Texts } from './texts';

interface Shown {
  external_id: string | null;
  amount: string | number;
  created_at: string;
}

const common = <Row extends Shown>(t: Texts): readonly Column<Row>[] => [
  {
    id: 'number',
    header: t('testMode:number'),
    fit: 'wrap',
    card: 'head',
    cell: ({ external_id: number }) => number ?? '—',
  },
  {
    id: 'amount',
    header: t('testMode:amount'),
    align: 'right',
    unit: '₽',
    cell: ({ amount }) => formatAmount(amount),
  },
  {
    id: 'created',
    header: t('testMode:created'),
    labelled: true,
    cell: ({ created_at: at }) => formatDateTime(at),
  },
];

export const orderColumns = (t: Texts): readonly Column<TestOrder>[] => [
  ...common<TestOrder>(t),
  {
    id: 'status',
    header: t('testMode:status'),
    card: 'badge',
    cell: (order) => <Status kind="order" of={order} />,
  },
  {
    id: 'events',
    header: t('testMode:events'),
    align: 'right',
    card: 'wide',
    interactive: true,
    cell: (order) => <OrderEvents order={order} />,
  },
];

export const payoutColumns = (t: Texts): readonly Column<TestPayout>[] => [
  ...common<TestPayout>(t),
  {
    id: 'status',
    header: t('testMode:status'),
    card: 'badge',
    cell: (payout) => <Status kind="payout" of={payout} />,
  },
  {
    id: 'events',
    header: t('testMode:events'),
    align: 'right',
    card: 'wide',
    interactive: true,
    cell: (payout) => <PayoutEvents payout={payout} />,
  },
];

export const appealColumns = (t: Texts): readonly Column<TestAppeal>[] => [
  ...common<TestAppeal>(t),
  {
    id: 'status',
    header: t('testMode:status'),
    card: 'badge',
    cell: (appeal) => <Status kind="appeal" of={appeal} />,
  },
  {
    id: 'events',
    header: t('testMode:events'),
    align: 'right',
    card: 'wide',
    interactive: true,
    cell: (appeal) => <AppealEvents appeal={appeal} />,
  },
];
