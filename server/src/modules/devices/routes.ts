import * as calls from '@kantor/contract/wire/devices.ts';
import type { Bind } from '../../http/endpoint.ts';
import type { Database } from '../../db/pool.ts';
import { getNotification, listNotifications, listPings } from './service.ts';

export function deviceRoutes(bind: Bind, { db }: { db: Database }): void {
  bind(calls.listPings, ({ caller, query }) => listPings(db, caller.id, query));
  bind(calls.listNotifications, ({ caller, query }) => listNotifications(db, caller.id, query));
  bind(calls.getNotification, ({ caller, params }) => getNotification(db, caller.id, params.id));
}
