import type { KeyScope } from '@kantor/contract/plain/api-keys.ts';
import { listApiKeys } from '@kantor/contract/wire/api-keys.ts';
import { defineList } from '../../http/list.ts';
import { readApiKeys } from './store.ts';
import { toApiKey } from './wire.ts';

const SCOPE_TEXT: Record<KeyScope, string> = {
  orders: 'заказы и апелляции',
  payouts: 'выплаты',
  withdrawals: 'выводы',
  read: 'чтение',
};

const END_TEXT = { revoked: 'Отозван', password: 'Сменён пароль', blocked: 'Аккаунт заблокирован' };

export const apiKeyList = defineList({
  name: 'api_keys',
  call: listApiKeys,
  read: async ({ db, clock, caller }) => {
    const found = await readApiKeys(db, caller.id, clock());
    return { count: found.length, results: found.map(toApiKey) };
  },
  columns: [
    { key: 'name', head: 'Название', text: ({ name }) => name },
    { key: 'scopes', head: 'Права', text: ({ scopes }) => scopes.map((scope) => SCOPE_TEXT[scope]).join(', ') },
    { key: 'addresses', head: 'Откуда', text: ({ addresses }) => addresses.join(', ') },
    { key: 'created', head: 'Создан', moment: (key) => key.created_at },
    { key: 'expires', head: 'Действует до', moment: (key) => key.expires_at },
    { key: 'used', head: 'Когда использован', moment: (key) => key.last_used_at },
    { key: 'revoked', head: 'Отозван', moment: (key) => key.revoked_at },
    { key: 'state', head: 'Почему не действует', text: (key) => key.end_reason && END_TEXT[key.end_reason] },
    { key: 'test', head: 'Тестовый', text: (key) => (key.is_test ? 'да' : 'нет') },
  ],
});
