import { SCALE } from '@kantor/contract/plain/money.ts';
import type { WithdrawalOutcome } from '@kantor/contract/plain/statuses.ts';
import { listPlatformWithdrawals } from '@kantor/contract/wire/platform/exchange.ts';
import * as calls from '@kantor/contract/wire/withdrawals.ts';
import { type Ask, defineList, type ItemOf, type ListColumn } from '../../http/list.ts';
import { toNarrowedPage } from '../../http/page.ts';
import { DOTTED } from '../../kernel/mask.ts';
import { listObjects, type Names, objectList, toAccount } from '../inspection/index.ts';
import * as wallets from './service/wallets.ts';
import * as withdrawals from './service/withdrawals.ts';
import { withdrawalObjects } from './store/platform.ts';
import type { OwnedWithdrawal } from './store/withdrawals.ts';
import { toWallet, toWithdrawal } from './wire.ts';

const OUTCOME_TEXT: Record<WithdrawalOutcome, string> = {
  SENT: 'Отправлен',
  REJECTED: 'Отклонён',
  CANCELLED: 'Отменён',
};

const COLUMNS: readonly ListColumn<ItemOf<typeof calls.listWithdrawals>>[] = [
  { key: 'id', head: 'ID', text: ({ id }) => id },
  { key: 'amount', head: 'Сумма, USDT', amount: (row) => row.amount_in_usdt, scale: SCALE.usdt, isSummed: true },
  { key: 'wallet', head: 'Кошелёк', text: ({ wallet }) => wallet },
  { key: 'created', head: 'Создан', moment: (row) => row.created_at },
  { key: 'sending', head: 'Отправляется с', moment: (row) => row.sending_at },
  { key: 'closed', head: 'Закрыт', moment: (row) => row.done_datetime },
  {
    key: 'status',
    head: 'Статус',
    text: ({ outcome, human_status: open }) => (outcome === null ? open : OUTCOME_TEXT[outcome]),
  },
  { key: 'hash', head: 'Хеш', text: (row) => row.transaction_hash_proof },
  { key: 'reason', head: 'Причина отказа', text: (row) => row.rejected_reason },
];

const WALLET_COLUMNS: readonly ListColumn<ItemOf<typeof calls.listWallets>>[] = [
  { key: 'number', head: 'Кошелёк', text: (wallet) => wallet.wallet_to_withdraw },
  { key: 'valid', head: 'Адрес верен', text: (wallet) => (wallet.is_valid ? 'да' : 'нет') },
  { key: 'created', head: 'Добавлен', moment: (wallet) => wallet.created_at },
  { key: 'usable', head: 'Выводить с', moment: (wallet) => wallet.usable_at },
];

type Of = Pick<Ask<typeof calls.listWithdrawals>, 'db' | 'clock' | 'caller' | 'query'>;

const readWallets = async ({ db, clock, caller }: Omit<Of, 'query'>) => {
  const now = clock();
  const found = await wallets.listWallets(db, caller.id);
  return { count: found.length, results: found.map((wallet) => toWallet(wallet, now)) };
};

const readWithdrawals = async ({ db, caller, query }: Of) =>
  toNarrowedPage(await withdrawals.listWithdrawals(db, caller.id, query), toWithdrawal);

export const walletList = defineList({
  name: 'wallets',
  call: calls.listWallets,
  read: readWallets,
  columns: WALLET_COLUMNS,
});

export const traderWalletList = defineList({
  name: 'trader_wallets',
  call: calls.listTraderWallets,
  read: readWallets,
  columns: WALLET_COLUMNS,
});

export const withdrawalList = defineList({
  name: 'withdrawals',
  call: calls.listWithdrawals,
  read: readWithdrawals,
  columns: [...COLUMNS, { key: 'key', head: 'Ключ API', text: (row) => row.api_key }],
});

export const traderWithdrawalList = defineList({
  name: 'trader_withdrawals',
  call: calls.listTraderWithdrawals,
  read: readWithdrawals,
  columns: COLUMNS,
});

export const toSeen = (withdrawal: OwnedWithdrawal, names: Names) => ({
  ...toWithdrawal(withdrawal),
  rejected_reason: DOTTED.typed(withdrawal.rejectedReason),
  can_cancel: false,
  sending_by: withdrawal.sendingBy,
  account: toAccount(names, withdrawal.ownerId),
});

export const platformWithdrawalList = objectList({
  name: 'platform_withdrawals',
  call: listPlatformWithdrawals,
  list: (db, request) => listObjects<OwnedWithdrawal>(db, withdrawalObjects, request),
  accountsOf: ({ ownerId }: OwnedWithdrawal) => [ownerId],
  toItem: toSeen,
  columns: [
    { key: 'account', head: 'Чей', text: ({ account }) => account.name },
    ...COLUMNS.map((column) => {
      if (column.key === 'amount') return { ...column, key: 'usdt' };
      return column.key === 'status' ? { ...column, key: 'state' } : column;
    }),
    { key: 'sender', head: 'Отправляет', text: (row) => row.sending_by },
  ],
});
