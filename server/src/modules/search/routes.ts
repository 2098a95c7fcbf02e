import { search } from '@kantor/contract/wire/search.ts';
import type { Database } from '../../db/pool.ts';
import { type Bind, mayCall } from '../../http/endpoint.ts';
import type { Clock } from '../../kernel/clock.ts';
import { keysOf, kindsOf } from './rules.ts';
import { findByKeys } from './store/search.ts';
import { toFound } from './wire.ts';

export function searchRoutes(bind: Bind, { db, clock }: { db: Database; clock: Clock }): void {
  bind(search, async ({ caller, query: { text } }) => {
    const { id: accountId, role } = caller;
    const searcher = { role, accountId, kinds: kindsOf(caller), seesStaff: mayCall(caller, 'members.read') };
    const found = await findByKeys(db, searcher, keysOf(text), clock());
    return { results: found.map(toFound) };
  });
}
