import * as calls from '@kantor/contract/wire/platform/exchange.ts';
import type { Database } from '../../db/pool.ts';
import type { Bind } from '../../http/endpoint.ts';
import type { Clock } from '../../kernel/clock.ts';
import { DOTTED } from '../../kernel/mask.ts';
import { bindObjects, listObjects, type Names, toAccount, withBesides } from '../inspection/index.ts';
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
    toDetail: (found, { besides, names, sight }) => ({ ...toSeen(found, names), ...withBesides(besides, sight) }),
  });
