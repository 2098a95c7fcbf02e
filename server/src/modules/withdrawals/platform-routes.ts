import * as calls from '@kantor/contract/wire/platform/exchange.ts';
import type { Bind } from '../../http/endpoint.ts';
import { bindObjects, bindTotals, type PlatformDeps, withBesides } from '../inspection/index.ts';
import { platformWithdrawalList, toSeen } from './lists.ts';
import { withdrawalObjects } from './store/platform.ts';
import { type OwnedWithdrawal, readAnyWithdrawal } from './store/withdrawals.ts';

/** The withdrawals of all accounts, for those who run the platform. */
export const platformWithdrawalRoutes = (bind: Bind, deps: PlatformDeps): void => {
  bindTotals(bind, deps, calls.getPlatformWithdrawalTotals, () => withdrawalObjects);
  bindObjects(bind, deps, {
    list: platformWithdrawalList,
    calls: { get: calls.getPlatformWithdrawal },
    kind: 'withdrawal',
    find: readAnyWithdrawal,
    accountsOf: ({ ownerId }: OwnedWithdrawal) => [ownerId],
    causesOf: ({ id }) => [id],
    toDetail: (found, { besides, names, sight }) => ({ ...toSeen(found, names), ...withBesides(besides, sight) }),
  });
};
