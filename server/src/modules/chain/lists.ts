import { SCALE } from '@kantor/contract/plain/money.ts';
import { listDeposits, listPendingDeposits } from '@kantor/contract/wire/deposits.ts';
import { listPlatformDeposits } from '@kantor/contract/wire/platform/exchange.ts';
import { defineList, type ItemOf, type ListColumn } from '../../http/list.ts';
import { toNarrowedPage, toPage } from '../../http/page.ts';
import { listObjects, objectList, toAccount } from '../inspection/index.ts';
import * as service from './service.ts';
import type { OwnedDeposit } from './store/deposits.ts';
import { depositObjects } from './store/platform.ts';
import { toPendingRow, toRow } from './wire.ts';

const COLUMNS: readonly ListColumn<ItemOf<typeof listDeposits>>[] = [
  { key: 'id', head: 'ID', text: ({ id }) => id },
  { key: 'hash', head: 'Хеш', text: (deposit) => deposit.tx_hash },
  { key: 'amount', head: 'Сумма, USDT', amount: ({ amount }) => amount, scale: SCALE.usdt, isSummed: true },
  { key: 'block', head: 'Блок', count: (deposit) => deposit.block_number },
  { key: 'created', head: 'Когда', moment: ({ timestamp }) => timestamp },
];

export const depositList = defineList({
  name: 'deposits',
  call: listDeposits,
  read: async ({ db, caller, query }) => toNarrowedPage(await service.listDeposits(db, caller.id, query), toRow),
  columns: COLUMNS,
});

export const pendingDepositList = defineList({
  name: 'pending_deposits',
  call: listPendingDeposits,
  read: async ({ db, caller }) => toPage(await service.listPendingDeposits(db, caller.id), toPendingRow),
  columns: [
    ...COLUMNS,
    { key: 'confirmations', head: 'Подтверждений', count: ({ confirmations }) => confirmations },
    { key: 'needed', head: 'Нужно', count: (deposit) => deposit.confirmations_needed },
  ],
});

export const platformDepositList = objectList({
  name: 'platform_deposits',
  call: listPlatformDeposits,
  list: (db, request) => listObjects<OwnedDeposit>(db, depositObjects, request),
  accountsOf: ({ traderId }: OwnedDeposit) => [traderId],
  toItem: (row, names) => ({ ...toRow(row), account: toAccount(names, row.traderId) }),
  columns: [
    { key: 'trader', head: 'Трейдер', text: ({ account }) => account.name },
    { key: 'usdt', head: 'Сумма, USDT', amount: ({ amount }) => amount, scale: SCALE.usdt, isSummed: true },
    ...COLUMNS.filter(({ key }) => key !== 'amount'),
  ],
});
