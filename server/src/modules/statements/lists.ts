import { listRevenue, listStatement } from '@kantor/contract/wire/statement.ts';
import { defineList } from '../../http/list.ts';
import { toPage } from '../../http/page.ts';
import { ENTRY_COLUMNS, toEntry } from '../balance/index.ts';
import { readRevenue } from '../ledger/index.ts';
import { listStatement as readStatement } from './service/statement.ts';

export const statementList = defineList({
  name: 'statement',
  call: listStatement,
  read: async ({ db, caller, query }) => toPage(await readStatement(db, caller, query), toEntry),
  columns: ENTRY_COLUMNS,
});

export const revenueList = defineList({
  name: 'platform_revenue',
  call: listRevenue,
  read: async ({ db, query }) => toPage(await readRevenue(db, query), toEntry),
  columns: ENTRY_COLUMNS,
});
