import { EXPORT_LISTS, SERVER_LIST_NAMES } from '@kantor/contract/plain/exports.ts';
import type { Call } from '@kantor/contract/wire/call.ts';
import { CALLS } from '@kantor/contract/wire/calls.ts';
import { listExports } from '@kantor/contract/wire/exports.ts';
import * as members from '@kantor/contract/wire/members.ts';
import { listOrderMessages } from '@kantor/contract/wire/orders.ts';
import { listProposals } from '@kantor/contract/wire/platform/proposals.ts';
import { listOpenWithdrawals } from '@kantor/contract/wire/platform/withdrawals.ts';
import * as reconciliations from '@kantor/contract/wire/reconciliations.ts';
import * as statements from '@kantor/contract/wire/statement.ts';
import { listViews } from '@kantor/contract/wire/views.ts';
import { search } from '@kantor/contract/wire/search.ts';
import { listSignIns } from '@kantor/contract/wire/security.ts';
import * as testMode from '@kantor/contract/wire/test-mode.ts';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { LISTS } from '../../src/app/lists.ts';

/** Lists without a file, and why. */
const WITHOUT = new Map<Call, string>([
  [listExports, 'the files themselves'],
  [search, 'a search box’s answers, a few of each kind'],
  [listSignIns, 'a person’s own browsers, on the page where they end them'],
  [members.listMembers, 'a handful of people, on the page where they are invited'],
  [members.listInvitations, 'the same'],
  [listOrderMessages, 'messages to choose from while one order is confirmed'],
  [listProposals, 'a few decisions that wait'],
  [listOpenWithdrawals, 'the desk of what is being sent: platform_withdrawals has the same by status'],
  [reconciliations.listReconciliations, 'a few comparisons a month; each of their piles has a file of its own'],
  [reconciliations.listReconciliationRows, 'a pile: it has a file of its own'],
  [reconciliations.listPlatformReconciliations, 'as a merchant’s'],
  [reconciliations.listPlatformReconciliationRows, 'as a merchant’s'],
  [statements.listActs, 'a few acts a year; each is a page and a PDF of its own'],
  [statements.listAccountActs, 'the same'],
  [statements.listRevenueActs, 'the same'],
  [listViews, 'names of a list’s filters'],
  [testMode.listTestOrders, 'the test world, where nothing happened'],
  [testMode.listTestPayouts, 'the same'],
  [testMode.listTestAppeals, 'the same'],
]);

const isList = ({ method, response }: (typeof CALLS)[number]): boolean =>
  method === 'GET' && response instanceof z.ZodObject && response.shape['results'] instanceof z.ZodArray;

test('every list is taken away as a file, but for those that are named here', () => {
  const filed = new Set(LISTS.map(({ call }) => call.path));
  const without = CALLS.filter((call) => isList(call) && !filed.has(call.path)).map(({ path }) => path);
  expect(without.toSorted()).toEqual([...WITHOUT.keys()].map(({ path }) => path).toSorted());
});

test('each name is one list, and a server’s are among them', () => {
  expect(LISTS.map(({ name }) => name).toSorted()).toEqual(EXPORT_LISTS.toSorted());
  expect(EXPORT_LISTS).toEqual(expect.arrayContaining(SERVER_LIST_NAMES));
});

test.for(LISTS)('$name: its columns have keys and heads of their own', ({ columns }) => {
  for (const names of [columns.map(({ key }) => key), columns.map(({ head }) => head)])
    expect(new Set(names).size).toBe(names.length);
});
