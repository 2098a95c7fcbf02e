import { SCALE } from '@kantor/contract/plain/money.ts';
import { listNotifications, listPings } from '@kantor/contract/wire/devices.ts';
import { listPlatformNotifications } from '@kantor/contract/wire/platform/work.ts';
import type { Reader } from '../../db/tx.ts';
import { defineList, type ItemOf, type ListColumn } from '../../http/list.ts';
import { toNarrowedPage, toPage } from '../../http/page.ts';
import { DOTTED } from '../../kernel/mask.ts';
import { listObjects, objectList, type SummedObjects, toAccount } from '../inspection/index.ts';
import * as service from './service/lists.ts';
import type { OwnedNotification } from './store/notifications.ts';
import { notificationObjects } from './store/platform.ts';
import { toNotification, toPing } from './wire.ts';

const COLUMNS: readonly ListColumn<ItemOf<typeof listNotifications>>[] = [
  { key: 'id', head: 'ID', text: ({ id }) => id },
  { key: 'created', head: 'Когда', moment: (row) => row.created_at },
  { key: 'cabinet', head: 'Кабинет', text: ({ cabinet }) => cabinet.device_name },
  { key: 'phone', head: 'Телефон', text: ({ phone }) => phone },
  { key: 'application', head: 'Приложение', text: ({ application }) => application },
  { key: 'text', head: 'Текст', text: ({ text }) => text },
  { key: 'amount', head: 'Сумма, ₽', amount: ({ amount }) => amount, scale: SCALE.rub, isSummed: true },
  { key: 'order', head: 'Заказ', text: ({ order }) => order },
  { key: 'outcome', head: 'Что с ним', text: ({ reason }) => reason },
];

export const notificationList = defineList({
  name: 'notifications',
  call: listNotifications,
  read: async ({ db, caller, query }) =>
    toNarrowedPage(await service.listNotifications(db, caller.id, query), toNotification),
  columns: COLUMNS,
});

export const pingList = defineList({
  name: 'pings',
  call: listPings,
  read: async ({ db, caller, query }) => toPage(await service.listPings(db, caller.id, query), toPing),
  columns: [
    { key: 'id', head: 'ID', text: ({ id }) => id },
    { key: 'cabinet', head: 'Кабинет', text: ({ cabinet }) => cabinet.device_name },
    { key: 'text', head: 'Текст', text: ({ text }) => text },
    { key: 'created', head: 'Когда', moment: (ping) => ping.created_at },
  ],
});

/** The applications of banks whose messages are read no more. */
export type ReadUnreadApplications = (db: Reader, at: Date) => Promise<string[]>;

/** The messages of all traders, as a list of such a status knows them. */
export async function readObjects(
  db: Reader,
  readUnreadApplications: ReadUnreadApplications,
  at: Date,
  status: string | undefined,
): Promise<SummedObjects> {
  return notificationObjects(status === 'unread_application' ? await readUnreadApplications(db, at) : [], at);
}

export const platformNotificationList = (readUnreadApplications: ReadUnreadApplications) =>
  objectList({
    name: 'platform_notifications',
    call: listPlatformNotifications,
    list: async (db, request, at) =>
      listObjects<OwnedNotification>(db, await readObjects(db, readUnreadApplications, at, request.status), request),
    accountsOf: ({ traderId }: Pick<OwnedNotification, 'traderId'>) => [traderId],
    toItem: (row, names) => ({
      ...toNotification(row),
      phone: DOTTED.number(row.phone),
      text: DOTTED.text(row.text),
      account: toAccount(names, row.traderId),
    }),
    columns: [{ key: 'account', head: 'Трейдер', text: ({ account }) => account.name }, ...COLUMNS],
  });
