import { getMerchantLimits } from '@kantor/contract/wire/limits.ts';
import { sql } from 'kysely';
import { describe, expect } from 'vitest';
import { readLimits } from '../../src/modules/accounts/index.ts';
import { kantorTest as test } from '../support/fixtures.ts';

describe('The limits of a merchant', () => {
  test('are set by an operator one by one, audited, and only told by a dry run', async ({ kantor }) => {
    const merchant = await kantor.createMerchant();
    const set = (...options: string[]) => kantor.cli('set-limits', merchant.username, ...options);
    await set('--active-orders', '10', '--active-sum', '500000.50', '--dry-run');
    expect(await readLimits(kantor.db, merchant.id)).toMatchObject({ activeOrders: 0, activeSum: 0n });
    await set('--active-orders', '10', '--active-sum', '500000.50', '--by', 'anna');
    await set('--unpaid-hour', '30', '--requests-second', '5');
    await set('--active-orders', 'none');
    expect(await merchant.call(getMerchantLimits)).toMatchObject({
      active_orders: { limit: null },
      active_sum: { limit: '500000.50' },
      unpaid_hour: { limit: 30 },
      requests_second: 5,
    });
    const { rows } = await sql<{ who: string; after: object }>`
      select who, after from audit where action = 'set-limits' order by id`.execute(kantor.db);
    expect(rows).toHaveLength(3);
    const named = rows.find(({ who }) => who === 'anna');
    expect(named?.after).toMatchObject({ active_orders: '10', active_sum: '500000.50 RUB' });
  });

  test('are sensible for a new merchant, or as its operator says', async ({ kantor }) => {
    await kantor.cli('create-merchant', 'usual');
    await kantor.cli('create-merchant', 'large', '--active-sum', 'none', '--active-orders', '500');
    const { rows } = await sql<{ id: string }>`
      select id from account where name in ('usual', 'large') order by name desc`.execute(kantor.db);
    const [usual, large] = await Promise.all(rows.map(({ id }) => readLimits(kantor.db, id)));
    expect(usual).toEqual({ activeOrders: 50, activeSum: 3_000_000_00n, unpaidHour: 100, requestsSecond: 20 });
    expect(large).toEqual({ activeOrders: 500, activeSum: 0n, unpaidHour: 100, requestsSecond: 20 });
  });

  test('are a merchant’s alone, and numbers', async ({ kantor }) => {
    const trader = await kantor.createTrader();
    const merchant = await kantor.createMerchant();
    await expect(kantor.cli('set-limits', trader.username, '--active-orders', '1')).rejects.toThrow('only a merchant');
    await expect(kantor.cli('set-limits', merchant.username)).rejects.toThrow('at least one');
    await expect(kantor.cli('set-limits', merchant.username, '--active-orders', '-1')).rejects.toThrow();
  });
});
