import { SCALE } from '@kantor/contract/plain/money.ts';
import * as calls from '@kantor/contract/wire/platform/exchange.ts';
import type { Database } from '../../db/pool.ts';
import type { Bind } from '../../http/endpoint.ts';
import type { FileColumn } from '../../http/table-file.ts';
import type { Clock } from '../../kernel/clock.ts';
import { bindObjects, type ItemOf, listObjects, toAccount, withBesides } from '../inspection/index.ts';
import { type OwnedDeposit, readAnyDeposit } from './store/deposits.ts';
import { depositObjects } from './store/platform.ts';
import { toDetail, toRow } from './wire.ts';

const FILE_COLUMNS: readonly FileColumn<ItemOf<typeof calls.listPlatformDeposits>>[] = [
  { head: 'ID', text: ({ id }) => id },
  { head: 'Трейдер', text: ({ account }) => account.name },
  { head: 'Сумма, USDT', amount: ({ amount }) => amount, scale: SCALE.usdt, isSummed: true },
  { head: 'Зачислено', moment: ({ timestamp }) => timestamp },
  { head: 'Блок', text: (deposit) => String(deposit.block_number) },
  { head: 'Хеш', text: (deposit) => deposit.tx_hash },
];

/** The deposits of all traders, for those who run the platform. */
export const platformDepositRoutes = (bind: Bind, deps: { db: Database; clock: Clock }): void =>
  bindObjects(bind, deps, {
    calls: { list: calls.listPlatformDeposits, get: calls.getPlatformDeposit },
    kind: 'deposit',
    list: (db, request) => listObjects<OwnedDeposit>(db, depositObjects, request),
    find: readAnyDeposit,
    accountsOf: ({ traderId }: OwnedDeposit) => [traderId],
    causesOf: ({ id, byHand }) => (byHand === null ? [id] : [id, byHand]),
    toItem: (row, names) => ({ ...toRow(row), account: toAccount(names, row.traderId) }),
    file: { call: calls.exportPlatformDeposits, name: 'deposits', columns: FILE_COLUMNS },
    toDetail: (found, { besides, names, sight }) => ({
      ...toDetail({ ...found, isPending: false }),
      account: toAccount(names, found.traderId),
      ...withBesides(besides, sight),
    }),
  });
