import type { Database } from '@kantor/server/src/db/pool.ts';
import { readRevenue, readRevenueTurnover, readTurnover } from '@kantor/server/src/modules/ledger/index.ts';
import type { Kind } from './grown-reads.ts';

/** A read of a statement of all time, of the account that has half of all orders, or of the platform's revenue. */
const ofAllTime = (
  name: string,
  role: 'trader' | 'merchant',
  read: (db: Database, ownerId: string) => Promise<unknown>,
): Kind => ({
  name,
  isPage: true,
  async requests(of) {
    const owner = await of.owner(role, 0);
    return [{ owner, status: 'ALL', page: 1, search: '', read }];
  },
});

/** A page in the middle of the revenue: a closed order has an entry there, and more than half of the orders are closed. */
const middle = (rows: number) => Math.ceil(rows / 4 / 30);

export const statementKinds = (rows: number): readonly Kind[] => [
  ofAllTime('the sums of a trader', 'trader', (db, id) => readTurnover(db, id, {})),
  ofAllTime('of a merchant', 'merchant', (db, id) => readTurnover(db, id, {})),
  ofAllTime('of the revenue', 'trader', (db) => readRevenueTurnover(db, {})),
  ofAllTime("the revenue's first page", 'trader', (db) => readRevenue(db, { page: 1, pageSize: 30 })),
  ofAllTime('its middle one', 'trader', (db) => readRevenue(db, { page: middle(rows), pageSize: 30 })),
];
