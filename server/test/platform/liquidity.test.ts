import { GATES } from '@kantor/contract/plain/gates.ts';
import { getLiquidity } from '@kantor/contract/wire/platform/liquidity.ts';
import { updateRequisite } from '@kantor/contract/wire/requisites.ts';
import { sql } from 'kysely';
import { describe, expect } from 'vitest';
import { DAY, MINUTE } from '../../src/kernel/clock.ts';
import { readLiquidity } from '../../src/modules/orders/index.ts';
import { askReadiness } from '../../src/modules/orders/service/readiness.ts';
import { explaining, nodesOf } from '../support/explaining.ts';
import { freshKantorTest } from '../support/fixtures.ts';
import type { Kantor } from '../support/kantor.ts';
import { rub } from '../support/money.ts';
import type { Merchant, Trader } from '../support/people.ts';

// One trader with one requisite: whatever issuing says of it, liquidity says, too.
const test = freshKantorTest
  .extend('operator', ({ kantor }) => kantor.createOperator())
  .extend('merchant', ({ kantor }) => kantor.createMerchant())
  .extend('trader', ({ kantor }) => kantor.createTrader())
  .extend('requisite', { auto: true }, ({ kantor, trader }) => kantor.createRequisite(trader.id))
  .extend('set', ({ kantor, trader, requisite }) => {
    const rows = {
      trader: sql`id = ${trader.id}`,
      requisite: sql`id = ${requisite}`,
      cabinet: sql`trader_id = ${trader.id}`,
    };
    const tables = { trader: 'account', requisite: 'requisite', cabinet: 'cabinet' };
    return (row: keyof typeof rows, column: string, value: unknown) =>
      sql`update ${sql.table(tables[row])} set ${sql.ref(column)} = ${value} where ${rows[row]}`.execute(kantor.db);
  })
  /** The level of 1 500 roubles, at bank 1 unless the test says otherwise. */
  .extend('level', ({ operator }) => async (query: { bank?: number; method?: 'sbp' | 'c2c' } = { bank: 1 }) => {
    const { levels } = await operator.call(getLiquidity, { query: { amount: '1500', ...query } });
    return levels.find(({ amount }) => amount === '1500.00');
  });

interface Context {
  kantor: Kantor;
  merchant: Merchant;
  trader: Trader;
  requisite: string;
  set: (row: 'trader' | 'requisite' | 'cabinet', column: string, value: unknown) => Promise<unknown>;
}

const SHUT: [gate: (typeof GATES)[number], close: (context: Context) => Promise<unknown>][] = [
  ['trader_blocked', ({ set }) => set('trader', 'blocked_at', new Date())],
  ['traffic_off', ({ set }) => set('trader', 'traffic_on', false)],
  ['balance', ({ merchant }) => merchant.order('98500.01')],
  ['requisite_off', ({ set }) => set('requisite', 'is_active', false)],
  ['method', ({ set }) => set('requisite', 'is_sbp', false)],
  [
    'bank',
    ({ trader, requisite }) =>
      trader.call(updateRequisite, { params: { id: requisite }, body: { bank_type: 2, is_sbp: true } }),
  ],
  ['cabinet', ({ set }) => set('cabinet', 'is_active', false)],
  ['device_silent', async ({ kantor }) => [kantor.switchPhonesOff(), kantor.pass(2 * MINUTE)]],
  ['amount_limits', ({ set }) => set('requisite', 'max_amount', rub('1499.99'))],
  ['amount_limits', ({ set }) => set('requisite', 'min_amount', rub('1500.01'))],
  [
    'current_deals',
    async ({ set, merchant }) => [await set('requisite', 'max_current_deals', 1), await merchant.order('10')],
  ],
  ['max_deals', async ({ set, merchant }) => [await set('requisite', 'max_deals', 1), await merchant.order('10')]],
  [
    'interval',
    async ({ set, merchant }) => [await set('requisite', 'interval_minutes', 1), await merchant.order('10')],
  ],
  ['amount_slot', ({ merchant }) => merchant.order('1500.00')],
];

/** The gate that the refusal of an order was counted under. */
const refusedAt = async ({ db }: Kantor) => {
  const { rows } = await sql<{ gate: string }>`select gate from issue_refusal`.execute(db);
  return rows.map(({ gate }) => gate);
};

describe('liquidity, and the trader’s own page, say what issuing does', () => {
  test('an open requisite is available, and takes the order', async ({ merchant, level }) => {
    expect(await level()).toMatchObject({ available: 1, stopped: {}, amount_usdt: '15.000000' });
    await merchant.order('1500', { bank: 1 });
  });

  test.for(SHUT)('at the gate %s', async ([gate, close], { kantor, merchant, trader, requisite, set, level }) => {
    await close({ kantor, merchant, trader, requisite, set });
    expect(await level()).toMatchObject({ available: 0, stopped: { [gate]: 1 } });
    const question = { amount: rub('1500'), method: 'sbp', bankId: 1, seesBalance: true } as const;
    const ready = await askReadiness(kantor, trader.id, question);
    expect(ready).toMatchObject({ ready: 0, requisites: [{ stopped: expect.arrayContaining([gate]) }] });
    expect(ready.requisites[0]?.stopped[0]).toBe(gate);
    // A sum that no requisite takes is no matter of waiting.
    const code = gate === 'amount_limits' ? 'sum_impossible' : 'no_requisite';
    expect(await merchant.refusedOrder('1500', { bank: 1 })).toMatchObject({ code });
    expect(await refusedAt(kantor)).toEqual([gate]);
  });

  test('every gate is tried above', () => {
    expect(new Set(SHUT.map(([gate]) => gate))).toEqual(new Set(GATES));
  });

  test('of several shut gates the first counts, and each requisite once', async ({
    kantor,
    trader,
    merchant,
    set,
    level,
  }) => {
    await kantor.createRequisite(trader.id, { bankId: 2, maxAmount: rub('1000') });
    await merchant.order('1500', { bank: 1 });
    expect(await level()).toMatchObject({ available: 0, stopped: { bank: 1, amount_slot: 1 } });
    expect(await level({})).toMatchObject({ available: 0, stopped: { amount_limits: 1, amount_slot: 1 } });
    await set('trader', 'traffic_on', false);
    expect(await level()).toMatchObject({ available: 0, stopped: { traffic_off: 2 } });
  });
});

test('the orders of a requisite are looked at once for all sums, and by the index of what they keep', async ({
  kantor,
  merchant,
}) => {
  await merchant.order('1500');
  const { db, plans, destroy } = explaining(kantor.ownerUrl);
  const levels = [rub('500'), rub('1500'), rub('5000')].map((amount) => ({ amount, amountUsdt: amount }));
  const at = kantor.clock();
  expect(await readLiquidity(db, { levels, method: 'sbp', bankId: undefined, at })).toEqual([
    { available: 1, stopped: {} },
    { available: 0, stopped: { amount_slot: 1 } },
    { available: 1, stopped: {} },
  ]);
  await destroy();
  const scans = plans.flatMap(nodesOf).filter((node) => node['Relation Name'] === 'orders' && node['Actual Loops'] > 0);
  expect(scans).toMatchObject([{ 'Index Name': 'orders_amount', 'Actual Loops': 1, 'Actual Rows': 1 }]);
});

describe('the answer', () => {
  test('has the usual sums and one of your own, each with all requisites outside the archive', async ({
    kantor,
    trader,
    operator,
  }) => {
    const archived = await kantor.createRequisite(trader.id);
    await sql`update requisite set is_active = false, archived_at = now() where id = ${archived}`.execute(kantor.db);
    const answer = await operator.call(getLiquidity, { query: { amount: '777.77' } });
    expect(answer).toMatchObject({ requisites: 1, rate: '100.0000', is_rate_stale: false });
    expect(answer.levels.map(({ amount }) => amount)).toEqual([
      ...['500.00', '1000.00', '5000.00', '10000.00', '30000.00', '100000.00'],
      '777.77',
    ]);
    // 1 000 USDT are 100 000 RUB.
    expect(answer.levels.map(({ available }) => available)).toEqual([1, 1, 1, 1, 1, 1, 1]);
    const usual = await operator.call(getLiquidity, { query: { amount: '500' } });
    expect(usual.levels).toHaveLength(6);
  });

  test('asks for the method that was chosen', async ({ set, level }) => {
    await set('requisite', 'is_c2c', false);
    expect(await level({ method: 'sbp' })).toMatchObject({ available: 1 });
    expect(await level({ method: 'c2c' })).toMatchObject({ available: 0, stopped: { method: 1 } });
  });

  test('says that the rate is too old', async ({ kantor, operator }) => {
    kantor.pass(3651 * DAY);
    expect(await operator.call(getLiquidity)).toMatchObject({ is_rate_stale: true });
  });

  test('a sum that is none is a 400', async ({ operator }) => {
    for (const amount of ['0', '-1', 'x', '1.001'])
      expect((await operator.refusal(getLiquidity, { query: { amount } })).status).toBe(400);
  });
});
