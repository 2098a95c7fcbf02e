import { SCALE } from '@kantor/contract/plain/money.ts';
import type { WithdrawalOutcome } from '@kantor/contract/plain/statuses.ts';
import * as calls from '@kantor/contract/wire/platform/exchange.ts';
import type { Database } from '../../db/pool.ts';
import type { Bind } from '../../http/endpoint.ts';
import type { FileColumn } from '../../http/table-file.ts';
import type { Clock } from '../../kernel/clock.ts';
import { DOTTED } from '../../kernel/mask.ts';
import { bindObjects, type ItemOf, listObjects, type Names, toAccount, withBesides } from '../inspection/index.ts';
import { withdrawalObjects } from './store/platform.ts';
import { type OwnedWithdrawal, readAnyWithdrawal } from './store/withdrawals.ts';
import { toWithdrawal } from './wire.ts';

const toSeen = (withdrawal: OwnedWithdrawal, names: Names) => ({
  ...toWithdrawal(withdrawal),
  rejected_reason: DOTTED.typed(withdrawal.rejectedReason),
  can_cancel: false,
  sending_by: withdrawal.sendingBy,
  account: toAccount(names, withdrawal.ownerId),
});

const OUTCOME_TEXT: Record<WithdrawalOutcome, string> = {
  SENT: 'Отправлен',
  REJECTED: 'Отклонён',
  CANCELLED: 'Отменён',
};

const FILE_COLUMNS: readonly FileColumn<ItemOf<typeof calls.listPlatformWithdrawals>>[] = [
  { head: 'ID', text: ({ id }) => id },
  { head: 'Чей', text: ({ account }) => account.name },
  { head: 'Сумма, USDT', amount: (withdrawal) => withdrawal.amount_in_usdt, scale: SCALE.usdt, isSummed: true },
  { head: 'Кошелёк', text: ({ wallet }) => wallet },
  { head: 'Создан', moment: (withdrawal) => withdrawal.created_at },
  { head: 'Отправляет', text: (withdrawal) => withdrawal.sending_by },
  { head: 'Закрыт', moment: (withdrawal) => withdrawal.done_datetime },
  {
    head: 'Статус',
    text: ({ outcome, human_status: open }) => (outcome === null ? open : OUTCOME_TEXT[outcome]),
  },
  { head: 'Хеш', text: (withdrawal) => withdrawal.transaction_hash_proof },
  { head: 'Причина отказа', text: (withdrawal) => withdrawal.rejected_reason },
];

/** The withdrawals of all accounts, for those who run the platform. */
export const platformWithdrawalRoutes = (bind: Bind, deps: { db: Database; clock: Clock }): void =>
  bindObjects(bind, deps, {
    calls: { list: calls.listPlatformWithdrawals, get: calls.getPlatformWithdrawal },
    kind: 'withdrawal',
    list: (db, request) => listObjects<OwnedWithdrawal>(db, withdrawalObjects, request),
    find: readAnyWithdrawal,
    accountsOf: ({ ownerId }: OwnedWithdrawal) => [ownerId],
    causesOf: ({ id }) => [id],
    toItem: toSeen,
    file: { call: calls.exportPlatformWithdrawals, name: 'withdrawals', columns: FILE_COLUMNS },
    toDetail: (found, { besides, names, sight }) => ({ ...toSeen(found, names), ...withBesides(besides, sight) }),
  });
