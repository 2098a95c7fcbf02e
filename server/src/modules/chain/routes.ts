import * as calls from '@kantor/contract/wire/deposits.ts';
import type { Database } from '../../db/pool.ts';
import type { Bind } from '../../http/endpoint.ts';
import { toPage } from '../../http/page.ts';
import { getDeposit, listDeposits, listPendingDeposits } from './service.ts';
import { toDetail, toPendingRow, toRow } from './wire.ts';

export function chainRoutes(bind: Bind, { db }: { db: Database }): void {
  bind(calls.listDeposits, async ({ caller, query }) => toPage(await listDeposits(db, caller.id, query), toRow));
  bind(calls.listPendingDeposits, async ({ caller }) => toPage(await listPendingDeposits(db, caller.id), toPendingRow));
  bind(calls.getDeposit, async ({ caller, params }) => toDetail(await getDeposit(db, caller.id, params.id)));
}
