import * as calls from '@kantor/contract/wire/platform/work.ts';
import type { Bind } from '../../http/endpoint.ts';
import { bindObjects, bindTotals, type PlatformDeps, withBesides } from '../inspection/index.ts';
import { platformCabinetList, toSeen } from './lists.ts';
import { type Cabinet, cabinetObjects, readAnyCabinet } from './store.ts';

/** The cabinets of all traders, for those who run the platform. */
export const platformCabinetRoutes = (bind: Bind, deps: PlatformDeps): void => {
  bindTotals(bind, deps, calls.getPlatformCabinetTotals, () => cabinetObjects);
  bindObjects(bind, deps, {
    list: platformCabinetList,
    calls: {
      get: calls.getPlatformCabinet,
      reveal: calls.revealPlatformCabinet,
    },
    kind: 'cabinet',
    find: readAnyCabinet,
    accountsOf: ({ traderId }: Cabinet) => [traderId],
    toDetail: (found, { besides, names, sight, at }) => ({
      ...toSeen(found, names, sight, at),
      ...withBesides(besides, sight),
    }),
  });
};
