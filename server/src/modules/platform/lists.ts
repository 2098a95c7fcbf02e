import type { HoldOf } from '@kantor/contract/plain/figures.ts';
import { SCALE } from '@kantor/contract/plain/money.ts';
import { listAccountEntries, listPlatformAccounts } from '@kantor/contract/wire/platform/accounts.ts';
import { listOldHolds } from '@kantor/contract/wire/platform/overview.ts';
import { defineList } from '../../http/list.ts';
import { toPage } from '../../http/page.ts';
import { readAccountNames } from '../accounts/index.ts';
import { ACCOUNT_ENTRY_COLUMNS, toEntry } from '../balance/index.ts';
import * as accounts from './service/accounts.ts';
import { readOldHolds } from './store/holds.ts';
import { toHold, toKnownAccount } from './wire.ts';

export const accountList = defineList({
  name: 'platform_accounts',
  call: listPlatformAccounts,
  read: async ({ db, clock, query: { status, ...query } }) =>
    toPage(await accounts.listAccounts({ db, clock }, { ...query, state: status }), toKnownAccount),
  columns: [
    { key: 'id', head: 'ID', text: ({ id }) => id },
    { key: 'name', head: 'Кабинет', text: ({ name }) => name },
    { key: 'role', head: 'Кто', text: ({ role }) => (role === 'trader' ? 'Трейдер' : 'Магазин') },
    { key: 'state', head: 'Заблокирован', moment: (row) => row.blocked_at },
    { key: 'created', head: 'Создан', moment: (row) => row.created_at },
    { key: 'available', head: 'Доступно, USDT', amount: (row) => row.available, scale: SCALE.usdt, isSummed: true },
    { key: 'held', head: 'Удержано, USDT', amount: (row) => row.held, scale: SCALE.usdt, isSummed: true },
    { key: 'earned', head: 'Заработок, USDT', amount: (row) => row.earned, scale: SCALE.usdt, isSummed: true },
    { key: 'debt', head: 'Долг, USDT', amount: (row) => row.debt, scale: SCALE.usdt, isSummed: true },
    { key: 'fee', head: 'Ставка, %', amount: (row) => BigInt(row.basis_points), scale: 2 },
    {
      key: 'traffic',
      head: 'Готовых реквизитов',
      text: ({ requisites }) => requisites && `${requisites.ready} из ${requisites.all}`,
    },
    { key: 'today', head: 'Заказов сегодня', count: ({ orders }) => orders.today },
    { key: 'closed', head: 'Закрыто', count: ({ orders }) => orders.closed },
    { key: 'lost', head: 'Не закрыто', count: ({ orders }) => orders.lost },
    { key: 'signedIn', head: 'Входили', moment: (row) => row.signed_in_at },
  ],
});

/** Entries on a part of an account's balance. */
export const accountEntryList = defineList({
  name: 'platform_entries',
  call: listAccountEntries,
  read: async ({ db, params, query }) => toPage(await accounts.listEntries(db, { ...query, ...params }), toEntry),
  columns: ACCOUNT_ENTRY_COLUMNS,
});

const HOLD_TEXT: Record<HoldOf, string> = { withdrawal: 'Вывод', payout: 'Выплата', appeal: 'Апелляция' };

/** What is held for too long. */
export const holdList = defineList({
  name: 'platform_holds',
  call: listOldHolds,
  read: async ({ db, clock, query }) => {
    const holds = await readOldHolds(db, query, clock());
    const names = await readAccountNames(
      db,
      holds.results.map(({ ownerId }) => ownerId),
    );
    return toPage(holds, toHold(names));
  },
  columns: [
    { key: 'what', head: 'Под что', text: ({ of }) => HOLD_TEXT[of] },
    { key: 'id', head: 'ID', text: ({ id }) => id },
    { key: 'account', head: 'Чьё', text: ({ account }) => account.name },
    { key: 'held', head: 'Удержано, USDT', amount: ({ held }) => held, scale: SCALE.usdt, isSummed: true },
    { key: 'since', head: 'С какого времени', moment: ({ since }) => since },
  ],
});
