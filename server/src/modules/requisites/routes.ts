import { listBanks } from '@kantor/contract/info.ts';
import type { Database } from '../../db/pool.ts';
import type { Bind } from '../../http/endpoint.ts';
import { readBanks } from './store.ts';

export function requisiteRoutes(bind: Bind, { db }: { db: Database }): void {
  bind(listBanks, () => readBanks(db));
}
