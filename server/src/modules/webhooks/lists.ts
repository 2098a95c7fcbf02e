import { listPlatformWebhooks } from '@kantor/contract/wire/platform/work.ts';
import { listWebhooks } from '@kantor/contract/wire/webhooks.ts';
import { defineList, type ItemOf, type ListColumn } from '../../http/list.ts';
import { toPage } from '../../http/page.ts';
import { listObjects, objectList, toAccount } from '../inspection/index.ts';
import * as service from './service.ts';
import type { OwnedRow } from './store/deliveries.ts';
import { webhookObjects } from './store/platform.ts';
import { toRow } from './wire.ts';

const COLUMNS: readonly ListColumn<ItemOf<typeof listWebhooks>>[] = [
  { key: 'id', head: 'ID', text: ({ id }) => id },
  { key: 'type', head: 'Событие', text: ({ type }) => type },
  { key: 'object', head: 'По чему', text: (row) => row.object_id },
  { key: 'url', head: 'Адрес', text: ({ url }) => url },
  { key: 'status', head: 'Статус', text: (row) => row.human_status },
  { key: 'attempts', head: 'Попыток', count: ({ attempts }) => attempts },
  { key: 'created', head: 'Создан', moment: (row) => row.created_at },
  { key: 'next', head: 'Следующая попытка', moment: (row) => row.next_attempt_at },
  { key: 'delivered', head: 'Доставлен', moment: (row) => row.delivered_at },
  { key: 'test', head: 'Тестовый', text: (row) => (row.is_test ? 'да' : 'нет') },
];

export const webhookList = defineList({
  name: 'webhooks',
  call: listWebhooks,
  read: async ({ db, caller, query }) => {
    const found = await service.listDeliveries({ db }, caller.id, query);
    return { ...toPage(found, toRow), rest: found.rest };
  },
  columns: COLUMNS,
});

export const platformWebhookList = objectList({
  name: 'platform_webhooks',
  call: listPlatformWebhooks,
  list: (db, request) => listObjects<OwnedRow>(db, webhookObjects, request),
  accountsOf: ({ merchantId }: OwnedRow) => [merchantId],
  toItem: (row, names) => ({ ...toRow(row), account: toAccount(names, row.merchantId) }),
  columns: [{ key: 'account', head: 'Магазин', text: ({ account }) => account.name }, ...COLUMNS],
});
