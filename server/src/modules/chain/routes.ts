import * as calls from '@kantor/contract/wire/deposits.ts';
import type { Database } from '../../db/pool.ts';
import type { Bind } from '../../http/endpoint.ts';
import { getTransaction, listPendingTransactions, listTransactions } from './service.ts';

export function chainRoutes(bind: Bind, { db }: { db: Database }): void {
  bind(calls.listTransactions, ({ caller, query }) => listTransactions(db, caller.id, query));
  bind(calls.listPendingTransactions, ({ caller }) => listPendingTransactions(db, caller.id));
  bind(calls.getTransaction, ({ caller, params }) => getTransaction(db, caller.id, params.id));
}
