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
import { type OwnedNotification, readNotification, readNotificationOwner } from './store/notifications.ts';
import { notificationObjects } from './store/platform.ts';
import { toNotification, toNotificationDetail } from './wire.ts';

const toListed = (notification: OwnedNotification, _at: Date) => ({
  ...toNotification(notification),
  phone: DOTTED.number(notification.phone),
  text: DOTTED.text(notification.text),
});

/** Anybody's notification as its trader sees it. @throws ApiError 404. */
async function read(db: Reader, id: string, sight: Sight, _at: Date) {
  const traderId = await readNotificationOwner(db, id);
  const found = traderId === undefined ? undefined : await readNotification(db, traderId, id);
  if (traderId === undefined || found === undefined) throw notFound();
  const besides = await inspect(db, { id, causes: [], accounts: [traderId] });
  return {
    ...toNotificationDetail(found),
    phone: sight.number(found.phone),
    text: sight.text(found.text),
    plain_request: sight.text(found.plainRequest),
    account: toAccount(besides.names, traderId),
    ...withBesides(besides, sight),
  };
}

export function platformNotificationRoutes(bind: Bind, deps: { db: Database; clock: Clock }): void {
  const { db, clock } = deps;
  bind(calls.listPlatformNotifications, async ({ query }) => {
    const at = clock();
    const found = await listObjects<OwnedNotification>(db, notificationObjects, requestOf(query));
    const names = await namesOf(db, found.results, ({ traderId }) => [traderId]);
    return toFoundPage(found, (row) => ({ ...toListed(row, at), account: toAccount(names, row.traderId) }));
  });
  bind(calls.getPlatformNotification, ({ params }) => read(db, params.id, DOTTED, clock()));
  bind(calls.revealPlatformNotification, ({ caller, params: { id }, request }) =>
    reveal(deps, { actor: actorOf(caller, request), kind: 'notification', id }, (tx) =>
      read(tx, id, REVEALED, clock()),
    ),
  );
}
