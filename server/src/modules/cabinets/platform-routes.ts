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
import { atMoment } from './service.ts';
import { type Cabinet, cabinetObjects, readAnyCabinet } from './store.ts';
import { toCabinet } from './wire.ts';

const toSeen = (cabinet: Cabinet, sight: Sight, at: Date) => ({
  ...toCabinet(atMoment(cabinet, at)),
  phone: sight.number(cabinet.phone),
});
const toListed = (cabinet: Cabinet, at: Date) => toSeen(cabinet, DOTTED, at);

/** Anybody's cabinet as its owner sees it. @throws ApiError 404. */
async function read(db: Reader, id: string, sight: Sight, at: Date) {
  const found = await readAnyCabinet(db, id);
  if (found === undefined) throw notFound();
  const besides = await inspect(db, { id, causes: [], accounts: [found.traderId] });
  return {
    ...toSeen(found, sight, at),
    account: toAccount(besides.names, found.traderId),
    ...withBesides(besides, sight),
  };
}

export function platformCabinetRoutes(bind: Bind, deps: { db: Database; clock: Clock }): void {
  const { db, clock } = deps;
  bind(calls.listPlatformCabinets, async ({ query }) => {
    const at = clock();
    const found = await listObjects<Cabinet>(db, cabinetObjects, requestOf(query));
    const names = await namesOf(db, found.results, ({ traderId }) => [traderId]);
    return toFoundPage(found, (row) => ({ ...toListed(row, at), account: toAccount(names, row.traderId) }));
  });
  bind(calls.getPlatformCabinet, ({ params }) => read(db, params.id, DOTTED, clock()));
  bind(calls.revealPlatformCabinet, ({ caller, params: { id }, request }) =>
    reveal(deps, { actor: actorOf(caller, request), kind: 'cabinet', id }, (tx) => read(tx, id, REVEALED, clock())),
  );
}
