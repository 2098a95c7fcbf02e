import * as calls from '@kantor/contract/wire/platform/work.ts';
import type { Bind } from '../../http/endpoint.ts';
import { bindObjects, bindTotals, type PlatformDeps, withBesides } from '../inspection/index.ts';
import { platformRequisiteList, toSeen } from './lists.ts';
import { requisiteObjects } from './store/platform.ts';
import { type OwnedRequisite, readAnyRequisite } from './store/requisites.ts';

/** The requisites of all traders, for those who run the platform. */
export const platformRequisiteRoutes = (bind: Bind, deps: PlatformDeps): void => {
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
