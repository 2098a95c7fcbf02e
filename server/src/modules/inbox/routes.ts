import { getInbox } from '@kantor/contract/wire/inbox.ts';
import type { Database } from '../../db/pool.ts';
import type { Bind } from '../../http/endpoint.ts';
import type { Clock } from '../../kernel/clock.ts';
import { inboxOf } from './rules.ts';
import { readInbox } from './store/inbox.ts';
import { toInbox } from './wire.ts';

export function inboxRoutes(bind: Bind, { db, clock }: { db: Database; clock: Clock }): void {
  bind(getInbox, async ({ caller: { id, role, memberRole } }) => {
    const kinds = memberRole === undefined ? [] : inboxOf({ role, memberRole });
    return toInbox(await readInbox(db, kinds, { accountId: id, at: clock() }));
  });
}
