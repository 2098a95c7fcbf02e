import { SCALE } from '@kantor/contract/plain/money.ts';
import { listOrders } from '@kantor/contract/wire/orders.ts';
import { listPlatformOrders } from '@kantor/contract/wire/platform/orders.ts';
import { defineList, type ListColumn } from '../../http/list.ts';
import { toNarrowedPage } from '../../http/page.ts';
import { ownerOf } from '../../kernel/owner.ts';
import { objectList } from '../inspection/index.ts';
import { listPlatformOrders as listAll } from './service/platform.ts';
import * as reading from './service/reading.ts';
import { narrowingOf, type OrderOwners, ownRowFor, toPlatformRow } from './wire.ts';

interface Row {
  id: string;
  bank_detail: { short_name: string };
  bank_name: string;
  amount: bigint;
  amount_in_usdt: bigint;
  conversion_rate: bigint;
  reversed_amount: bigint | null;
  is_sbp: boolean;
  created_at: Date;
  expires_at: Date;
  payment_datetime: Date | null;
  human_status: string;
}

const SHARED = {
  id: { key: 'id', head: 'ID', text: ({ id }: Row) => id },
  what: [
    { key: 'requisite', head: 'Реквизит', text: (order) => order.bank_detail.short_name },
    { key: 'bank', head: 'Банк', text: (order) => order.bank_name },
    { key: 'amount', head: 'Сумма, ₽', amount: ({ amount }) => amount, scale: SCALE.rub, isSummed: true },
    { key: 'usdt', head: 'Сумма, USDT', amount: (order) => order.amount_in_usdt, scale: SCALE.usdt, isSummed: true },
    { key: 'rate', head: 'Курс', amount: (order) => order.conversion_rate, scale: SCALE.rate },
    {
      key: 'reversed',
      head: 'Возвращено, ₽',
      amount: (order) => order.reversed_amount,
      scale: SCALE.rub,
      isSummed: true,
    },
    { key: 'method', head: 'Способ', text: (order) => (order.is_sbp ? 'СБП' : 'C2C') },
    { key: 'created', head: 'Создан', moment: (order) => order.created_at },
    { key: 'expires', head: 'Истекает', moment: (order) => order.expires_at },
    { key: 'paid', head: 'Оплачен', moment: (order) => order.payment_datetime },
    { key: 'status', head: 'Статус', text: (order) => order.human_status },
  ] satisfies ListColumn<Row>[] as ListColumn<Row>[],
} as const;

export const orderList = defineList({
  name: 'orders',
  call: listOrders,
  read: async ({ db, clock, caller, query }) => {
    const { id: search = '', waiting: what, ...asked } = query;
    const waiting = what && { what, at: clock() };
    const owner = ownerOf(caller);
    const found = await reading.listOrders(db, owner, { ...narrowingOf(asked), search, waiting });
    return toNarrowedPage(found, ownRowFor(owner.role));
  },
  columns: [
    SHARED.id,
    { key: 'externalId', only: 'merchant', head: 'Ваш номер', text: (order) => order.external_id },
    ...SHARED.what,
    {
      key: 'fee',
      only: 'merchant',
      head: 'Комиссия, USDT',
      amount: (order) => order.fee_in_usdt,
      scale: SCALE.usdt,
      isSummed: true,
    },
  ],
});

export const platformOrderList = objectList({
  name: 'platform_orders',
  call: listPlatformOrders,
  list: listAll,
  accountsOf: ({ traderId, merchantId }: OrderOwners) => [traderId, merchantId],
  toItem: toPlatformRow,
  columns: [
    SHARED.id,
    { key: 'externalId', head: 'Номер магазина', text: (order) => order.external_id },
    { key: 'trader', head: 'Трейдер', text: ({ trader }) => trader.name },
    { key: 'merchant', head: 'Магазин', text: ({ merchant }) => merchant.name },
    ...SHARED.what,
  ],
});
