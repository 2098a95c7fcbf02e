import { getMe } from '@kantor/contract/wire/auth.ts';
import type { Database } from '../../db/pool.ts';
import type { Bind } from '../../http/endpoint.ts';
import { unauthorized } from '../../kernel/errors.ts';
import { readUser } from './store.ts';
import { toProfile } from './wire.ts';

export function userRoutes(bind: Bind, { db }: { db: Database }): void {
  bind(getMe, async ({ caller }) => {
    const user = await readUser(db, caller.id);
    if (user === undefined) throw unauthorized();
    return toProfile(user);
  });
}
