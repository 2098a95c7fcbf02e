import type { ExportList } from '@kantor/contract/plain/exports.ts';
import { getOperationTotals, listOperations } from '@kantor/contract/wire/balance.ts';
import * as batches from '@kantor/contract/wire/batches.ts';
import { listPayouts } from '@kantor/contract/wire/payouts.ts';
import { getPlatformAccountTotals, listPlatformAccounts } from '@kantor/contract/wire/platform/accounts.ts';
import { getOldHoldTotals } from '@kantor/contract/wire/platform/overview.ts';
import { expect } from 'vitest';
import { DAY } from '../../src/kernel/clock.ts';
import { csv, row, test as batchTest } from '../payout-batches/fixture.ts';
import type { Kantor } from '../support/kantor.ts';
import type { Person } from '../support/people.ts';
import { takeFile } from './fixture.ts';

// Lists that nothing narrows: what stands under them is the last line of their file, and what their rows come to.

const test = batchTest.extend('operator', ({ kantor }) => kantor.createOperator());

/** The last line of a file, and what its rows of one column come to, in minor units. */
async function fileOf(kantor: Kantor, person: Pick<Person, 'call'>, list: ExportList, columns: string[], filters = {}) {
  const { lines } = await takeFile(kantor, person, { list, columns, filters });
  const cells = lines.slice(1, -1).map((line) => line.split(';'));
  const sums = columns
    .slice(1)
    .map((_, at) => cells.reduce((sum, cell) => sum + BigInt((cell[at + 1] || '0').replace(',', '')), 0n));
  return { last: lines.at(-1)?.split(';'), count: cells.length, sums };
}

const written = (amount: string | number) => String(amount).replace('.', ',');
const minor = (amount: string | number) => BigInt(String(amount).replace('.', ''));

test('a merchant’s operations come to the balance', async ({ kantor, merchant, checked, start, work }) => {
  const batch = await checked(csv([row(1500, 1), row(700, 2)]));
  await start(batch);
  await work();
  const totals = await merchant.call(getOperationTotals);
  const file = await fileOf(kantor, merchant, 'operations', ['id', 'amount']);
  const { results } = await merchant.call(listOperations, { query: { page_size: 100 } });
  expect(totals).toMatchObject({ is_whole: true, count: 3 });
  expect([results.length, results[0]?.balance_after]).toEqual([totals.count, totals.amount]);
  expect([file.last, file.sums]).toEqual([
    [`Всего строк: ${totals.count}`, written(totals.amount)],
    [minor(totals.amount)],
  ]);
  const stranger = await kantor.createMerchant();
  expect(await stranger.call(getOperationTotals)).toMatchObject({ count: 0, amount: '0.000000' });
  const support = await kantor.createMember(merchant.id, 'support');
  expect(await support.refusal(getOperationTotals, {})).toMatchObject({ status: 403 });
});

test('files of payouts come to the rows that are to be paid, or were', async ({
  kantor,
  merchant,
  checked,
  start,
  work,
}) => {
  await start(await checked(csv([row(1500, 1), row(700, 2), '900;;+79995550003;;;'])));
  await work();
  await checked(csv([row(300, 4)]));
  const totals = await merchant.call(batches.getBatchTotals);
  expect(totals).toEqual({ is_whole: true, count: 2, amount: '2500.00' });
  expect((await merchant.call(listPayouts, {})).count).toBe(2);
  const file = await fileOf(kantor, merchant, 'batches', ['file', 'amount']);
  expect([file.last, file.sums]).toEqual([['Всего строк: 2', '2500,00'], [250_000n]]);
  const stranger = await kantor.createMerchant({ payoutEnable: true });
  expect(await stranger.call(batches.getBatchTotals)).toMatchObject({ count: 0, amount: '0.00' });
  const without = await kantor.createMerchant();
  expect(await without.refusal(batches.getBatchTotals, {})).toMatchObject({ status: 403, code: 'payouts_disabled' });
});

test('what is held for too long is added up', async ({ kantor, merchant, operator, checked, start, work }) => {
  await start(await checked(csv([row(1500, 1), row(700, 2)])));
  await work();
  kantor.pass(DAY);
  const before = await operator.call(getOldHoldTotals);
  await start(await checked(csv([row(400, 3)])));
  await work();
  const totals = await operator.call(getOldHoldTotals);
  const file = await fileOf(kantor, operator, 'platform_holds', ['what', 'held']);
  expect(totals).toEqual(before);
  const { statuses } = totals;
  const count = statuses.reduce((sum, each) => sum + each.count, 0);
  const amount = statuses.reduce((sum, each) => sum + minor(each.amount), 0n);
  expect(statuses.map(({ status }) => status)).toEqual(['payout']);
  expect([file.last?.[0], minor((file.last?.[1] ?? '').replace(',', '.'))]).toEqual([`Всего строк: ${count}`, amount]);
  expect([file.count, file.sums]).toEqual([count, [amount]]);
  expect(await merchant.refusal(getOldHoldTotals, {})).toMatchObject({ status: 403 });
});

test('accounts come to what they have, by any filter', async ({ kantor, merchant, operator, checked, start, work }) => {
  await kantor.createTrader({ balance: '5000' });
  await start(await checked(csv([row(1500, 1)])));
  await work();
  for (const filters of [
    {},
    { role: 'trader' },
    { role: 'merchant' },
    { status: 'BLOCKED' },
    { search: merchant.username },
  ]) {
    const { count, states, ...parts } = await operator.call(getPlatformAccountTotals, { query: filters } as never);
    const file = await fileOf(
      kantor,
      operator,
      'platform_accounts',
      ['id', 'available', 'held', 'earned', 'debt'],
      filters,
    );
    const listed = async (status: 'ALL' | 'ACTIVE' | 'BLOCKED' | 'TRAFFIC') =>
      (await operator.call(listPlatformAccounts, { query: { ...filters, status } as never })).count;
    expect(states).toEqual({
      ALL: await listed('ALL'),
      ACTIVE: await listed('ACTIVE'),
      BLOCKED: await listed('BLOCKED'),
      TRAFFIC: await listed('TRAFFIC'),
    });
    const sums = [parts.available, parts.held, parts.earned, parts.debt];
    expect([filters, file.count, file.last, file.sums]).toEqual([
      filters,
      count,
      [`Всего строк: ${count}`, ...sums.map(written)],
      sums.map(minor),
    ]);
  }
  expect(await merchant.refusal(getPlatformAccountTotals, {})).toMatchObject({ status: 403 });
});
