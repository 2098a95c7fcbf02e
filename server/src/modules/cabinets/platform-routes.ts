import * as calls from '@kantor/contract/wire/platform/work.ts';
import type { Database } from '../../db/pool.ts';
import type { Bind } from '../../http/endpoint.ts';
import type { Clock } from '../../kernel/clock.ts';
import { bindObjects, bindTotals, withBesides } from '../inspection/index.ts';
import { platformCabinetList, toSeen } from './lists.ts';
import { type Cabinet, cabinetObjects, readAnyCabinet } from './store.ts';

/** The cabinets of all traders, for those who run the platform. */
export const platformCabinetRoutes = (bind: Bind, deps: { db: Database; clock: Clock }): void => {
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
