import { listApiRequests } from '@kantor/contract/wire/api-requests.ts';
import { defineList } from '../../http/list.ts';
import { toPage } from '../../http/page.ts';
import { findRequests } from './store.ts';
import { toRequest } from './wire.ts';

/** What the merchant's own keys have asked for. */
export const apiRequestList = defineList({
  name: 'api_requests',
  call: listApiRequests,
  read: async ({ db, caller, query }) => {
    const found = await findRequests(db, { merchantId: caller.id, ...query });
    return { ...toPage(found, toRequest), rest: found.rest };
  },
  columns: [
    { key: 'id', head: 'ID запроса', text: (row) => row.request_id },
    { key: 'at', head: 'Когда', moment: ({ at }) => at },
    { key: 'call', head: 'Запрос', text: ({ method, route }) => `${method} ${route ?? '?'}` },
    { key: 'answer', head: 'Ответ', count: ({ status }) => status },
    { key: 'code', head: 'Код отказа', text: ({ code }) => code },
    { key: 'number', head: 'Ваш номер', text: (row) => row.external_id },
    { key: 'object', head: 'Объект', text: (row) => row.object_id },
    { key: 'key', head: 'Ключ', text: ({ key }) => key.name },
    { key: 'address', head: 'Откуда', text: ({ address }) => address },
    { key: 'duration', head: 'Длительность, мс', count: (row) => row.duration_ms },
    { key: 'replayed', head: 'Повтор', text: (row) => (row.is_replayed ? 'да' : 'нет') },
    { key: 'test', head: 'Тестовый', text: (row) => (row.is_test ? 'да' : 'нет') },
  ],
});
