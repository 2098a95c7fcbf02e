import * as calls from '@kantor/contract/wire/platform/work.ts';
import type { Database } from '../../db/pool.ts';
import type { Bind } from '../../http/endpoint.ts';
import type { Clock } from '../../kernel/clock.ts';
import { DOTTED, type Sight } from '../../kernel/mask.ts';
import { bindObjects, listObjects, type Names, toAccount, withBesides } from '../inspection/index.ts';
import { requisiteObjects } from './store/platform.ts';
import { type OwnedRequisite, readAnyRequisite } from './store/requisites.ts';
import { toRequisite } from './wire.ts';

const toSeen = (requisite: OwnedRequisite, names: Names, sight: Sight) => ({
  ...toRequisite(requisite),
  phone: sight.number(requisite.phone),
  bank_account: sight.number(requisite.bankAccount),
  account: toAccount(names, requisite.traderId),
});

/** The requisites of all traders, for those who run the platform. */
export const platformRequisiteRoutes = (bind: Bind, deps: { db: Database; clock: Clock }): void =>
  bindObjects(bind, deps, {
    calls: {
      list: calls.listPlatformRequisites,
      get: calls.getPlatformRequisite,
      reveal: calls.revealPlatformRequisite,
    },
    kind: 'requisite',
    list: (db, request, at) => listObjects<OwnedRequisite>(db, requisiteObjects(at), request),
    find: readAnyRequisite,
    accountsOf: ({ traderId }: OwnedRequisite) => [traderId],
    toItem: (row, names) => toSeen(row, names, DOTTED),
    toDetail: (found, { besides, names, sight }) => ({
      ...toSeen(found, names, sight),
      ...withBesides(besides, sight),
    }),
  });
