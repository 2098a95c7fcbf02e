import * as calls from '@kantor/contract/wire/platform/exchange.ts';
import type { Reader } from '../../db/tx.ts';
import type { Bind } from '../../http/endpoint.ts';
import { toShopDataSeen } from '../../http/shop-data.ts';
import type { Files } from '../files/index.ts';
import { bindObjects, bindTotals, type PlatformDeps, withBesides } from '../inspection/index.ts';
import { ownersOf, platformPayoutList } from './lists.ts';
import { type Payout, readAnyPayout } from './store/payout.ts';
import { payoutObjects } from './store/platform.ts';
import { readTakes } from './store/takes.ts';
import { toDetail } from './wire.ts';

const NO_ACTIONS = { canTake: false, canFree: false, canFinish: false, canContest: false };

/** A payout's page shows who took it so many times at most. */
const MAX_TAKES = 100;

async function find(db: Reader, id: string) {
  const payout = await readAnyPayout(db, id);
  return payout && { ...payout, takes: await readTakes(db, { payoutId: id }, MAX_TAKES) };
}

/** The payouts of all accounts, for those who run the platform. */
export const platformPayoutRoutes = (bind: Bind, { files, ...deps }: PlatformDeps & { files: Files }): void => {
  bindTotals(bind, deps, calls.getPlatformPayoutTotals, payoutObjects);
  bindObjects(bind, deps, {
    list: platformPayoutList,
    calls: { get: calls.getPlatformPayout, reveal: calls.revealPlatformPayout },
    kind: 'payout',
    find,
    accountsOf: ({ merchantId, traderId }: Payout) => [merchantId, traderId],
    causesOf: ({ id }) => [id],
    // As its merchant sees it.
    toDetail: (payout, { besides, names, sight, caller }) => ({
      ...toDetail({ payout, actions: NO_ACTIONS, showsReceiver: true, takeRefusal: null }, files.linksFor(caller)),
      phone: sight.number(payout.phone),
      bank_account: sight.number(payout.bankAccount),
      contest_reason: sight.typed(payout.contestReason),
      decision_reason: sight.typed(payout.decisionReason),
      contested_at: payout.contestedAt,
      settled_at: payout.settledAt,
      takes: payout.takes.map(({ trader, takenAt, endedAt, outcome }) => ({
        trader,
        taken_at: takenAt,
        ended_at: endedAt,
        outcome,
      })),
      ...toShopDataSeen(payout, sight),
      ...ownersOf(names, payout),
      ...withBesides(besides, sight),
    }),
  });
};
