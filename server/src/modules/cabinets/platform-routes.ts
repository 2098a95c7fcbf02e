import * as calls from '@kantor/contract/wire/platform/work.ts';
import type { Database } from '../../db/pool.ts';
import type { Bind } from '../../http/endpoint.ts';
import type { Clock } from '../../kernel/clock.ts';
import { DOTTED, type Sight } from '../../kernel/mask.ts';
import { bindObjects, listObjects, type Names, toAccount, withBesides } from '../inspection/index.ts';
import { atMoment } from './service.ts';
import { type Cabinet, cabinetObjects, readAnyCabinet } from './store.ts';
import { toCabinet } from './wire.ts';

const toSeen = (cabinet: Cabinet, names: Names, sight: Sight, at: Date) => ({
  ...toCabinet(atMoment(cabinet, at)),
  phone: sight.number(cabinet.phone),
  account: toAccount(names, cabinet.traderId),
});

/** The cabinets of all traders, for those who run the platform. */
export const platformCabinetRoutes = (bind: Bind, deps: { db: Database; clock: Clock }): void =>
  bindObjects(bind, deps, {
    calls: {
      list: calls.listPlatformCabinets,
      get: calls.getPlatformCabinet,
      reveal: calls.revealPlatformCabinet,
    },
    kind: 'cabinet',
    list: (db, request) => listObjects<Cabinet>(db, cabinetObjects, request),
    find: readAnyCabinet,
    accountsOf: ({ traderId }: Cabinet) => [traderId],
    toItem: (row, names, at) => toSeen(row, names, DOTTED, at),
    toDetail: (found, { besides, names, sight, at }) => ({
      ...toSeen(found, names, sight, at),
      ...withBesides(besides, sight),
    }),
  });
