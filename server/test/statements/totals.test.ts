import * as calls from '@kantor/contract/wire/statement.ts';
import { describe, expect } from 'vitest';
import { PLATFORM_ACCOUNT } from '../../src/kernel/platform.ts';
import { test } from './fixture.ts';

describe('what a period came to', () => {
  test('opens, comes, goes and closes, by part and together, with what was held apart', async ({
    market,
    trader,
    merchant,
    one,
    both,
  }) => {
    expect(await trader.call(calls.getStatementTotals, { query: one })).toEqual({
      parts: [
        {
          part: 'available',
          opening: '0.000000',
          received: '100.000000',
          spent: '15.000000',
          closing: '85.000000',
          entries: 2,
        },
        {
          part: 'held',
          opening: '0.000000',
          received: '15.000000',
          spent: '15.000000',
          closing: '0.000000',
          entries: 2,
        },
        {
          part: 'earned',
          opening: '0.000000',
          received: '0.300000',
          spent: '0.000000',
          closing: '0.300000',
          entries: 1,
        },
      ],
      whole: { opening: '0.000000', received: '100.000000', spent: '14.700000', closing: '85.300000' },
      kinds: [
        { reason: 'deposit', postings: 1, received: '100.000000', spent: '0.000000' },
        { reason: 'order_hold', postings: 1, received: '0.000000', spent: '0.000000' },
        { reason: 'order_close', postings: 1, received: '0.000000', spent: '14.700000' },
      ],
    });
    expect((await merchant.call(calls.getStatementTotals, { query: { from: both.to, to: both.to } })).whole).toEqual({
      opening: '14.250000',
      received: '0.950000',
      spent: '0.000000',
      closing: '15.200000',
    });
    const empty = { opening: '84.320000', received: '0.000000', spent: '0.000000', closing: '84.320000' };
    expect((await trader.call(calls.getStatementTotals, { query: { from: market.today } })).whole).toEqual(empty);
    const before = await trader.call(calls.getStatementTotals, { query: { to: '2026-01-01' } });
    expect(before.whole).toEqual({ opening: '0.000000', received: '0.000000', spent: '0.000000', closing: '0.000000' });
    expect(before.kinds).toEqual([]);
  });

  test('for the platform is its revenue, and that of any account', async ({ kantor, trader, one, both }) => {
    const accountant = await kantor.createMember(PLATFORM_ACCOUNT, 'accountant');
    const { whole } = await accountant.call(calls.getRevenueTotals, { query: both });
    const closing = (Number(whole.opening) + 0.48).toFixed(6);
    expect(whole).toMatchObject({ received: '0.480000', spent: '0.000000', closing });
    const { count, results } = await accountant.call(calls.listRevenue, { query: both });
    expect(count).toBe(2);
    expect(results[0]).toMatchObject({ reason: 'order_close', amount: '0.030000', balance_after: closing });
    expect((await accountant.call(calls.listRevenue, { query: one })).results).toEqual(results.slice(1));
    expect(await accountant.call(calls.getAccountTotals, { params: { id: trader.id }, query: one })).toEqual(
      await trader.call(calls.getStatementTotals, { query: one }),
    );
  });

  test('that ends before it begins is a 400', async ({ trader, both }) => {
    expect(await trader.refusal(calls.getStatementTotals, { query: { from: both.to, to: both.from } })).toMatchObject({
      status: 400,
    });
  });

  test('is not for those who see no balance', async ({ kantor, trader, merchant }) => {
    const shift = await kantor.createMember(trader.id, 'shift');
    const developer = await kantor.createMember(merchant.id, 'developer');
    const support = await kantor.createMember(PLATFORM_ACCOUNT, 'support');
    for (const person of [shift, developer]) {
      expect((await person.refusal(calls.getStatementTotals, { query: {} })).status).toBe(403);
      expect((await person.refusal(calls.listActs, { query: {} })).status).toBe(403);
    }
    expect((await support.refusal(calls.getRevenueTotals, { query: {} })).status).toBe(403);
    expect((await support.refusal(calls.getAccountTotals, { params: { id: trader.id }, query: {} })).status).toBe(403);
    const finance = await kantor.createMember(merchant.id, 'finance');
    expect((await finance.call(calls.getStatementTotals, { query: {} })).whole.closing).toBe('15.200000');
  });
});
