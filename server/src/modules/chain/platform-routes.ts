import * as calls from '@kantor/contract/wire/platform/exchange.ts';
import type { Bind } from '../../http/endpoint.ts';
import { bindObjects, bindTotals, type PlatformDeps, toAccount, withBesides } from '../inspection/index.ts';
import { platformDepositList } from './lists.ts';
import { type OwnedDeposit, readAnyDeposit } from './store/deposits.ts';
import { depositObjects } from './store/platform.ts';
import { toDetail } from './wire.ts';

/** The deposits of all traders, for those who run the platform. */
export const platformDepositRoutes = (bind: Bind, deps: PlatformDeps): void => {
  bindTotals(bind, deps, calls.getPlatformDepositTotals, () => depositObjects);
  bindObjects(bind, deps, {
    list: platformDepositList,
    calls: { get: calls.getPlatformDeposit },
    kind: 'deposit',
    find: readAnyDeposit,
    accountsOf: ({ traderId }: OwnedDeposit) => [traderId],
    causesOf: ({ id, byHand }) => (byHand === null ? [id] : [id, byHand]),
    toDetail: (found, { besides, names, sight }) => ({
      ...toDetail({ ...found, isPending: false }),
      account: toAccount(names, found.traderId),
      ...withBesides(besides, sight),
    }),
  });
};
