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
import { type OwnedRow, readDelivery, readDeliveryOwner } from './store/deliveries.ts';
import { webhookObjects } from './store/platform.ts';
import { toDetail, toRow } from './wire.ts';

const toListed = (delivery: OwnedRow, _at: Date) => toRow(delivery);

/** Anybody's delivery as its merchant sees it. @throws ApiError 404. */
async function read(db: Reader, id: string, sight: Sight, _at: Date) {
  const merchantId = await readDeliveryOwner(db, id);
  const found = merchantId === undefined ? undefined : await readDelivery(db, merchantId, id);
  if (merchantId === undefined || found === undefined) throw notFound();
  const besides = await inspect(db, { id, causes: [], accounts: [merchantId] });
  return {
    ...toDetail(found),
    body: sight.text(found.body),
    account: toAccount(besides.names, merchantId),
    ...withBesides(besides, sight),
  };
}

export function platformWebhookRoutes(bind: Bind, deps: { db: Database; clock: Clock }): void {
  const { db, clock } = deps;
  bind(calls.listPlatformWebhooks, async ({ query }) => {
    const at = clock();
    const found = await listObjects<OwnedRow>(db, webhookObjects, requestOf(query));
    const names = await namesOf(db, found.results, ({ merchantId }) => [merchantId]);
    return toFoundPage(found, (row) => ({ ...toListed(row, at), account: toAccount(names, row.merchantId) }));
  });
  bind(calls.getPlatformWebhook, ({ params }) => read(db, params.id, DOTTED, clock()));
  bind(calls.revealPlatformWebhook, ({ caller, params: { id }, request }) =>
    reveal(deps, { actor: actorOf(caller, request), kind: 'webhook', id }, (tx) => read(tx, id, REVEALED, clock())),
  );
}
