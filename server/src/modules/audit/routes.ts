import * as calls from '@kantor/contract/wire/audit.ts';
import type { Database } from '../../db/pool.ts';
import type { Bind } from '../../http/endpoint.ts';
import { listJournal, listPlatformJournal } from './service.ts';
import { toDeed, toPlatformDeed } from './wire.ts';

export function auditRoutes(bind: Bind, { db }: { db: Database }): void {
  bind(calls.listJournal, async ({ caller, query }) => {
    const page = await listJournal(db, caller.id, query);
    return { ...page, results: page.results.map(toDeed) };
  });
  bind(calls.listPlatformJournal, async ({ query: { account, ...query } }) => {
    const page = await listPlatformJournal(db, { ...query, accountId: account });
    return { ...page, results: page.results.map(toPlatformDeed) };
  });
}
