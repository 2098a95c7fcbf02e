import { listBalanceBanks } from '@kantor/contract/wire/platform/balances.ts';
import type { Bind } from '../../http/endpoint.ts';
import type { Database } from '../../db/pool.ts';
import { readBalanceBanks } from './store/modes.ts';
import { toBalanceBank } from './wire.ts';

/** What banks' balances settle, for the platform's people. */
export function bankBalanceRoutes(bind: Bind, { db }: { db: Database }): void {
  bind(listBalanceBanks, async ({ query }) => {
    const { count, results } = await readBalanceBanks(db, query);
    return { count, results: results.map(toBalanceBank) };
  });
}
