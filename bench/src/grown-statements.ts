import { readRevenue, readRevenueTurnover, readTurnover } from '@kantor/server/src/modules/ledger/index.ts';
import { readOf } from './grown-analytics.ts';
import type { Kind } from './grown-reads.ts';

const PAGE_SIZE = 30;

/** Reads of statements of all time. More than half of the orders are closed, and have an entry of the revenue: its middle page is a quarter's. */
export const statementKinds = (rows: number): readonly Kind[] => [
  readOf('the sums of a trader', 'trader', (db, id = '') => readTurnover(db, id, {})),
  readOf('of a merchant', 'merchant', (db, id = '') => readTurnover(db, id, {})),
  readOf('of the revenue', undefined, (db) => readRevenueTurnover(db, {})),
  readOf("the revenue's first page", undefined, (db) => readRevenue(db, { page: 1, pageSize: PAGE_SIZE })),
  readOf('its middle one', undefined, (db) =>
    readRevenue(db, { page: Math.ceil(rows / 4 / PAGE_SIZE), pageSize: PAGE_SIZE }),
  ),
];
