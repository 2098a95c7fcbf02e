import { listAccountChoices } from '@kantor/contract/wire/platform/accounts.ts';
import type { Database } from '../../db/pool.ts';
import type { Bind } from '../../http/endpoint.ts';
import { readAccountNames, readAccountsLike } from '../accounts/index.ts';

const MAX_CHOICES = 20;

export function inspectionRoutes(bind: Bind, { db }: { db: Database }): void {
  bind(listAccountChoices, async ({ query: { id, name, role } }) =>
    id === undefined ? readAccountsLike(db, name, MAX_CHOICES, role) : [...(await readAccountNames(db, [id])).values()],
  );
}
