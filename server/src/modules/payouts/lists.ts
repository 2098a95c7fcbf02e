import { SCALE } from '@kantor/contract/plain/money.ts';
import type { PayoutSettlement } from '@kantor/contract/plain/statuses.ts';
import { listPayouts } from '@kantor/contract/wire/payouts.ts';
import { listPlatformPayouts } from '@kantor/contract/wire/platform/exchange.ts';
import { defineList, type ItemOf, type ListColumn } from '../../http/list.ts';
import { toNarrowedPage } from '../../http/page.ts';
import { ownerOf } from '../../kernel/owner.ts';
import { listObjects, type Names, objectList, toAccount } from '../inspection/index.ts';
import * as service from './service/payout.ts';
import type { Payout } from './store/payout.ts';
import { payoutObjects } from './store/platform.ts';
import { toRow } from './wire.ts';

const SETTLEMENT_TEXT: Record<PayoutSettlement, string> = {
  contestable: 'Можно оспорить',
  contested: 'Оспорена',
  settled: 'Зачтена',
  returned: 'Возвращена',
};

const COLUMNS: readonly ListColumn<ItemOf<typeof listPayouts>>[] = [
  { key: 'id', head: 'ID', text: ({ id }) => id },
  { key: 'amount', head: 'Сумма, ₽', amount: ({ amount }) => amount, scale: SCALE.rub, isSummed: true },
  { key: 'usdt', head: 'Сумма, USDT', amount: (payout) => payout.amount_in_usdt, scale: SCALE.usdt, isSummed: true },
  { key: 'method', head: 'Способ', text: (payout) => (payout.is_sbp ? 'СБП' : 'C2C') },
  { key: 'created', head: 'Создана', moment: (payout) => payout.created_at },
  { key: 'closed', head: 'Закрыта', moment: (payout) => payout.done_datetime },
  { key: 'status', head: 'Статус', text: (payout) => payout.human_status },
  { key: 'settlement', head: 'Расчёт', text: ({ settlement }) => settlement && SETTLEMENT_TEXT[settlement] },
];

export const payoutList = defineList({
  name: 'payouts',
  call: listPayouts,
  read: async ({ db, caller, query }) =>
    toNarrowedPage(await service.listPayouts({ db }, ownerOf(caller), query), toRow),
  columns: COLUMNS,
});

export const ownersOf = (names: Names, { merchantId, traderId, externalId }: Payout) => ({
  merchant: toAccount(names, merchantId),
  trader: traderId === null ? null : toAccount(names, traderId),
  external_id: externalId,
});

export const platformPayoutList = objectList({
  name: 'platform_payouts',
  call: listPlatformPayouts,
  list: (db, request, at) => listObjects<Payout>(db, payoutObjects(at), request),
  accountsOf: ({ merchantId, traderId }: Payout) => [merchantId, traderId],
  toItem: (payout, names) => ({ ...toRow(payout), ...ownersOf(names, payout) }),
  columns: [
    ...COLUMNS,
    { key: 'externalId', head: 'Номер магазина', text: (payout) => payout.external_id },
    { key: 'merchant', head: 'Магазин', text: ({ merchant }) => merchant.name },
    { key: 'trader', head: 'Трейдер', text: ({ trader }) => trader && trader.name },
  ],
});
