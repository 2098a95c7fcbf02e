import { listApiRequests } from '@kantor/contract/wire/api-requests.ts';
import type { Database } from '../../db/pool.ts';
import type { Bind } from '../../http/endpoint.ts';
import { toPage } from '../../http/page.ts';
import { findRequests } from './store.ts';
import { toRequest } from './wire.ts';

/** What the merchant's own keys have asked for. */
export function apiRequestRoutes(bind: Bind, { db }: { db: Database }): void {
  bind(listApiRequests, async ({ caller, query }) => {
    const found = await findRequests(db, { merchantId: caller.id, ...query });
    return { ...toPage(found, toRequest), rest: found.rest };
  });
}
