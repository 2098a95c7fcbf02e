import { SCALE } from '@kantor/contract/plain/money.ts';
import type { BalanceMode } from '@kantor/contract/plain/statuses.ts';
import { listMessagesToSort } from '@kantor/contract/wire/match.ts';
import { listBalanceBanks } from '@kantor/contract/wire/platform/balances.ts';
import { defineList } from '../../http/list.ts';
import { toPage } from '../../http/page.ts';
import * as sorting from './service/sorting.ts';
import { readBalanceBanks } from './store/modes.ts';
import { toBalanceBank, toMessageToSort } from './wire.ts';

export const messageToSortList = defineList({
  name: 'messages_to_sort',
  call: listMessagesToSort,
  read: async ({ db, clock, caller, query }) =>
    toPage(await sorting.listMessagesToSort(db, { ...query, traderId: caller.id }, clock()), toMessageToSort),
  columns: [
    { key: 'id', head: 'ID', text: ({ id }) => id },
    { key: 'created', head: 'Когда', moment: (row) => row.created_at },
    { key: 'cabinet', head: 'Кабинет', text: ({ cabinet }) => cabinet.device_name },
    { key: 'bank', head: 'Банк', text: ({ bank }) => bank },
    { key: 'amount', head: 'Сумма, ₽', amount: ({ amount }) => amount, scale: SCALE.rub, isSummed: true },
    { key: 'sender', head: 'Отправитель', text: ({ sender }) => sender },
    { key: 'text', head: 'Текст', text: ({ text }) => text },
    { key: 'reason', head: 'Почему ждёт', text: ({ reason }) => reason },
    { key: 'candidates', head: 'Похожие заказы', text: ({ candidates }) => candidates.map(({ id }) => id).join('; ') },
  ],
});

const MODE_TEXT: Record<BalanceMode, string> = { off: 'Нет', shadow: 'Только сравнивать', on: 'Да' };

export const balanceBankList = defineList({
  name: 'platform_balances',
  call: listBalanceBanks,
  read: async ({ db, query }) => toPage(await readBalanceBanks(db, query), toBalanceBank),
  columns: [
    { key: 'name', head: 'Банк', text: ({ name }) => name },
    { key: 'mode', head: 'Решать по остаткам', text: ({ mode }) => MODE_TEXT[mode] },
    { key: 'done', head: 'Закрыто', count: ({ done }) => done },
    { key: 'compared', head: 'Сошлось', count: ({ agreed }) => agreed },
    { key: 'disagreements', head: 'Разошлось', count: ({ disagreed }) => disagreed },
    { key: 'open', head: 'Не решено', count: ({ open }) => open },
    { key: 'doubted', head: 'Под сомнением', count: ({ doubted }) => doubted },
  ],
});
