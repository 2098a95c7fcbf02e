import type { AppealStage } from '@kantor/contract/plain/appeals.ts';
import { SCALE } from '@kantor/contract/plain/money.ts';
import { listAppeals } from '@kantor/contract/wire/appeals.ts';
import { listPlatformAppeals } from '@kantor/contract/wire/platform/exchange.ts';
import { defineList, type ItemOf, type ListColumn } from '../../http/list.ts';
import { toNarrowedPage } from '../../http/page.ts';
import { ownerOf } from '../../kernel/owner.ts';
import { listObjects, type Names, objectList, toAccount } from '../inspection/index.ts';
import * as service from './service.ts';
import { appealObjects, type AppealOwners, type OwnedAppealRow } from './store/appeal.ts';
import { toRow } from './wire.ts';

const STAGE_TEXT: Record<AppealStage, string> = { trader: 'Трейдер', merchant: 'Магазин', operator: 'Оператор' };

const COLUMNS: readonly ListColumn<ItemOf<typeof listAppeals>>[] = [
  { key: 'id', head: 'ID', text: ({ id }) => id },
  { key: 'order', head: 'Заказ', text: (appeal) => appeal.order_id },
  { key: 'amount', head: 'Сумма, ₽', amount: ({ amount }) => amount, scale: SCALE.rub, isSummed: true },
  { key: 'of-order', head: 'Сумма заказа, ₽', amount: (appeal) => appeal.order_amount, scale: SCALE.rub },
  {
    key: 'difference',
    head: 'Разница, ₽',
    amount: ({ amount, order_amount: ordered }) => (ordered === undefined ? null : amount - ordered),
    scale: SCALE.rub,
  },
  { key: 'created', head: 'Создана', moment: (appeal) => appeal.created_at },
  { key: 'closed', head: 'Решена', moment: (appeal) => appeal.processed_datetime },
  { key: 'status', head: 'Статус', text: (appeal) => appeal.human_status },
  { key: 'stage', head: 'Чьего ответа ждёт', text: ({ stage }) => stage && STAGE_TEXT[stage] },
  { key: 'until', head: 'Ответить до', moment: (appeal) => appeal.answer_until },
];

export const appealList = defineList({
  name: 'appeals',
  call: listAppeals,
  read: async ({ db, caller, query }) => {
    const { order_id: orderId = '', ...request } = query;
    return toNarrowedPage(await service.listAppeals(db, ownerOf(caller), { ...request, orderId }), toRow);
  },
  columns: COLUMNS,
});

export const ownersOf = (names: Names, { merchantId, traderId }: AppealOwners) => ({
  merchant: toAccount(names, merchantId),
  trader: toAccount(names, traderId),
});

export const platformAppealList = objectList({
  name: 'platform_appeals',
  call: listPlatformAppeals,
  list: (db, request) => listObjects<OwnedAppealRow>(db, appealObjects, request),
  accountsOf: ({ merchantId, traderId }: AppealOwners) => [merchantId, traderId],
  toItem: (row, names) => ({ ...toRow(row), ...ownersOf(names, row) }),
  columns: [
    ...COLUMNS,
    { key: 'merchant', head: 'Магазин', text: ({ merchant }) => merchant.name },
    { key: 'trader', head: 'Трейдер', text: ({ trader }) => trader.name },
  ],
});
