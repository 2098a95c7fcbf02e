import * as calls from '@kantor/contract/wire/platform/work.ts';
import type { Database } from '../../db/pool.ts';
import type { Reader } from '../../db/tx.ts';
import { actorOf } from '../../http/actor.ts';
import type { Bind } from '../../http/endpoint.ts';
import type { Clock } from '../../kernel/clock.ts';
import { notFound } from '../../kernel/errors.ts';
import { DOTTED, REVEALED, type Sight } from '../../kernel/mask.ts';
import {
  inspect,
  listObjects,
  namesOf,
  requestOf,
  reveal,
  toAccount,
  toFoundPage,
  withBesides,
} from '../inspection/index.ts';
import { requisiteObjects } from './store/platform.ts';
import { type OwnedRequisite, readAnyRequisite } from './store/requisites.ts';
import { toRequisite } from './wire.ts';

const toSeen = (requisite: OwnedRequisite, sight: Sight) => ({
  ...toRequisite(requisite),
  phone: sight.number(requisite.phone),
  bank_account: sight.number(requisite.bankAccount),
});
const toListed = (requisite: OwnedRequisite, _at: Date) => toSeen(requisite, DOTTED);

/** Anybody's requisite as its owner sees it. @throws ApiError 404. */
async function read(db: Reader, id: string, sight: Sight, at: Date) {
  const found = await readAnyRequisite(db, id, at);
  if (found === undefined) throw notFound();
  const besides = await inspect(db, { id, causes: [], accounts: [found.traderId] });
  return {
    ...toSeen(found, sight),
    account: toAccount(besides.names, found.traderId),
    ...withBesides(besides, sight),
  };
}

export function platformRequisiteRoutes(bind: Bind, deps: { db: Database; clock: Clock }): void {
  const { db, clock } = deps;
  bind(calls.listPlatformRequisites, async ({ query }) => {
    const at = clock();
    const found = await listObjects<OwnedRequisite>(db, requisiteObjects(at), requestOf(query));
    const names = await namesOf(db, found.results, ({ traderId }) => [traderId]);
    return toFoundPage(found, (row) => ({ ...toListed(row, at), account: toAccount(names, row.traderId) }));
  });
  bind(calls.getPlatformRequisite, ({ params }) => read(db, params.id, DOTTED, clock()));
  bind(calls.revealPlatformRequisite, ({ caller, params: { id }, request }) =>
    reveal(deps, { actor: actorOf(caller, request), kind: 'requisite', id }, (tx) => read(tx, id, REVEALED, clock())),
  );
}
