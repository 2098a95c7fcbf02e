import { getMe } from '@kantor/contract/wire/auth.ts';
import type { Database } from '../../db/pool.ts';
import type { Bind } from '../../http/endpoint.ts';
import { unauthorized } from '../../kernel/errors.ts';
import { readAccount } from '../accounts/index.ts';
import { toProfile } from './wire.ts';

export function peopleRoutes(bind: Bind, { db }: { db: Database }): void {
  bind(getMe, async ({ caller }) => {
    const account = await readAccount(db, caller.id);
    if (account === undefined || caller.person === undefined) throw unauthorized();
    return toProfile(caller.person, account);
  });
}
