import * as calls from '@kantor/contract/wire/platform/work.ts';
import type { Database } from '../../db/pool.ts';
import type { Bind } from '../../http/endpoint.ts';
import type { Clock } from '../../kernel/clock.ts';
import { bindObjects, bindTotals, withBesides } from '../inspection/index.ts';
import { platformRequisiteList, toSeen } from './lists.ts';
import { requisiteObjects } from './store/platform.ts';
import { type OwnedRequisite, readAnyRequisite } from './store/requisites.ts';

/** The requisites of all traders, for those who run the platform. */
export const platformRequisiteRoutes = (bind: Bind, deps: { db: Database; clock: Clock }): void => {
  bindTotals(bind, deps, calls.getPlatformRequisiteTotals, requisiteObjects);
  bindObjects(bind, deps, {
    list: platformRequisiteList,
    calls: {
      get: calls.getPlatformRequisite,
      reveal: calls.revealPlatformRequisite,
    },
    kind: 'requisite',
    find: readAnyRequisite,
    accountsOf: ({ traderId }: OwnedRequisite) => [traderId],
    toDetail: (found, { besides, names, sight }) => ({
      ...toSeen(found, names, sight),
      ...withBesides(besides, sight),
    }),
  });
};
