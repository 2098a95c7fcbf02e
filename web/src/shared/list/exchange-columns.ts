import type { TFunction } from 'i18next';
import { type Amount, formatAmount } from '../lib/format-amount';
import type { Column } from './data-table';

/** Roubles, and the USDT that they are. */
export const amountColumns = (t: TFunction): readonly Column<{ amount: Amount; amount_in_usdt: Amount }>[] => [
  {
    id: 'amount',
    header: t('fields.amountRub'),
    align: 'right',
    card: 'head',
    unit: t('units.rub'),
    cell: ({ amount }) => formatAmount(amount),
  },
  {
    id: 'usdt',
    header: t('fields.amountUsdt'),
    isMinor: true,
    align: 'right',
    card: 'end',
    unit: t('units.usdt'),
    cell: ({ amount_in_usdt: amount }) => formatAmount(amount),
  },
];

/** The method by which roubles are sent. */
export const methodColumn = (t: TFunction): Column<{ is_sbp: boolean }> => ({
  id: 'method',
  header: t('fields.method'),
  isMinor: true,
  card: 'end',
  cell: ({ is_sbp: isSbp }) => (isSbp ? t('method.sbp') : t('method.c2c')),
});

/** The requisite to which an order's payer sends them. */
export const requisiteColumns = (
  t: TFunction,
): readonly Column<{ bank_detail: { short_name: string }; bank_name: string }>[] => [
  { id: 'requisite', header: t('orders.requisite'), cell: (order) => order.bank_detail.short_name },
  {
    id: 'bank',
    header: t('orders.bank'),
    fit: 'cut',
    width: '13%',
    card: 'none',
    isMinor: true,
    cell: (order) => order.bank_name,
  },
];
