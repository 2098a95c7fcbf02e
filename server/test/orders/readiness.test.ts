import { GATES } from '@kantor/contract/plain/gates.ts';
import { getDemand, getReadiness } from '@kantor/contract/wire/readiness.ts';
import { archiveRequisite } from '@kantor/contract/wire/requisites.ts';
import fc from 'fast-check';
import { sql } from 'kysely';
import { describe, expect } from 'vitest';
import { HOUR, MINUTE } from '../../src/kernel/clock.ts';
import { explaining, nodesOf } from '../support/explaining.ts';
import { mostKopecks, toMicroUsdt } from '../../src/kernel/money.ts';
import { readAtGates } from '../../src/modules/orders/store/readiness.ts';
import { expireDueOrders } from '../../src/modules/orders/index.ts';
import { freshKantorTest } from '../support/fixtures.ts';
import { rub } from '../support/money.ts';

const test = freshKantorTest
  .extend('trader', ({ kantor }) => kantor.createTrader({ balance: '20' }))
  .extend('merchant', ({ kantor }) => kantor.createMerchant());

/** A state of a requisite: what may stop it is as likely as not. */
const sums = fc.constantFrom('0', '500', '1000', '1500', '2500');
const requisites = fc.array(
  fc.record({
    isActive: fc.boolean(),
    isSbp: fc.boolean(),
    isC2c: fc.boolean(),
    bankId: fc.constantFrom(1, 2),
    min: sums,
    max: sums,
    maxDeals: fc.constantFrom(0, 1),
    maxCurrentDeals: fc.constantFrom(0, 1),
    interval: fc.constantFrom(0, 0, 1),
    cabinet: fc.constantFrom('online', 'online', 'off', 'silent'),
  }),
  { minLength: 1, maxLength: 4 },
);
const asked = fc.array(
  fc.record({
    amount: fc.constantFrom('499.99', '500', '1000', '1000.01', '1500', '2500'),
    method: fc.constantFrom('sbp', 'c2c'),
    bank: fc.constantFrom(undefined, 1, 2),
  }),
  { minLength: 3, maxLength: 6 },
);

describe('what the page says is what issuing does', () => {
  test('whatever the requisites are like, and whatever is asked for', async ({ kantor, trader, merchant }) => {
    await fc.assert(
      fc.asyncProperty(requisites, asked, async (states, orders) => {
        await sql`update requisite set archived_at = now(), is_active = false where archived_at is null`.execute(
          kantor.db,
        );
        for (const { cabinet, min, max, interval, ...state } of states) {
          const [low, high] = [rub(min), rub(max)];
          const hasPhone = cabinet !== 'silent';
          const cabinetId = await kantor.createCabinet(trader.id, { isActive: cabinet !== 'off', hasPhone });
          const limits =
            high !== 0n && low > high ? { minAmount: high, maxAmount: low } : { minAmount: low, maxAmount: high };
          await kantor.createRequisite(trader.id, { ...state, ...limits, cabinetId, intervalMinutes: interval });
        }
        for (const { bank, ...order } of orders) {
          await kantor.heartbeat();
          const query = { ...order, ...(bank !== undefined && { bank }) };
          const { ready, requisites: rows } = await trader.call(getReadiness, { query });
          expect(rows).toHaveLength(states.length);
          expect(ready).toBe(rows.filter(({ stopped }) => stopped.length === 0).length);
          await sql`delete from issue_refusal`.execute(kantor.ownerDb);
          const { amount, ...fields } = query;
          const isIssued = await merchant.findsRequisite(amount, fields);
          expect(isIssued).toBe(ready > 0);
          if (isIssued) {
            const { rows: found } = await sql<{ id: string }>`
              select requisite_id as id from orders order by trader_seq desc limit 1`.execute(kantor.db);
            expect(rows.find(({ id }) => id === found[0]?.id)?.stopped).toEqual([]);
          } else {
            // The refusal names the gate of those that came furthest.
            const furthest = Math.max(...rows.map(({ stopped: [first = 'amount_slot'] }) => GATES.indexOf(first)));
            const { rows: counted } = await sql<{ gate: string }>`select gate from issue_refusal`.execute(kantor.db);
            expect(counted).toEqual([{ gate: GATES[furthest] }]);
          }
        }
        // What they hold is free again.
        kantor.pass(HOUR);
        await expireDueOrders(kantor);
      }),
      { numRuns: 12 },
    );
  });

  test.for([
    ['1.000000', '100.00'],
    ['0.000049', '0.00'],
    ['12.345678', '1234.56'],
  ] as const)('of %s USDT the largest order is one of %s', ([usdtText, roubles]) => {
    const funds = BigInt(usdtText.replace('.', ''));
    const most = mostKopecks(funds, 100_0000n);
    expect(most).toBe(rub(roubles));
    expect(toMicroUsdt(most, 100_0000n)).toBeLessThanOrEqual(funds);
    expect(toMicroUsdt(most + 1n, 100_0000n)).toBeGreaterThan(funds);
  });
});

describe('without a sum', () => {
  test('each requisite is judged by the smallest that it takes, and all say what they take together', async ({
    kantor,
    trader,
    merchant,
  }) => {
    await kantor.createRequisite(trader.id, { minAmount: rub('300'), maxAmount: rub('900') });
    const large = await kantor.createRequisite(trader.id, { minAmount: rub('1000') });
    const gone = await kantor.createRequisite(trader.id);
    await trader.call(archiveRequisite, { params: { id: gone } });
    const page = await trader.call(getReadiness);
    expect(page).toMatchObject({ ready: 2, total: 2, amount_from: '300.00', amount_to: '2000.00', no_rate: null });
    expect(page.free).toEqual({ usdt: '20.000000', rub: '2000.00' });
    // 20 USDT are 2 000 roubles, of which 1 100 are held now.
    await merchant.order('1100');
    const held = await trader.call(getReadiness);
    expect(held).toMatchObject({ ready: 1, amount_from: '300.00', amount_to: '900.00' });
    expect(held.requisites.find(({ id }) => id === large)).toMatchObject({ stopped: ['balance'], active_orders: 1 });
  });

  test('a sum that an order keeps stops only a requisite that takes no other', async ({ kantor, trader, merchant }) => {
    const one = await kantor.createRequisite(trader.id, { minAmount: rub('500'), maxAmount: rub('500') });
    await merchant.order('500');
    const several = await kantor.createRequisite(trader.id, { minAmount: rub('500'), maxAmount: rub('600') });
    await merchant.order('500');
    const { requisites: rows } = await trader.call(getReadiness);
    expect(new Map(rows.map(({ id, stopped }) => [id, stopped]))).toEqual(
      new Map([
        [one, ['amount_slot']],
        [several, []],
      ]),
    );
  });

  test('an interval says when it ends, a silent phone since when it is silent', async ({
    kantor,
    trader,
    merchant,
  }) => {
    await kantor.createRequisite(trader.id, { intervalMinutes: 5 });
    await merchant.order('500');
    const heardAt = kantor.clock();
    kantor.switchPhonesOff();
    kantor.pass(3 * MINUTE);
    const [row] = (await trader.call(getReadiness)).requisites;
    expect(row).toMatchObject({
      stopped: ['device_silent', 'interval'],
      last_heard_at: heardAt.toISOString(),
      interval_until: new Date(heardAt.getTime() + 5 * MINUTE).toISOString(),
    });
  });

  test('nobody is issued orders at a rate that is too old', async ({ kantor, trader }) => {
    await kantor.createRequisite(trader.id);
    kantor.pass(3651 * 24 * HOUR);
    await kantor.heartbeat();
    expect(await trader.call(getReadiness)).toMatchObject({ no_rate: 'stale', ready: 0, total: 1, amount_from: null });
  });

  test('a shift is told that USDT are short, and not how many there are', async ({ kantor, trader }) => {
    await kantor.createRequisite(trader.id, { minAmount: rub('3000') });
    const small = await kantor.createRequisite(trader.id, { minAmount: rub('300') });
    const shift = await kantor.createMember(trader.id, 'shift');
    const page = await shift.call(getReadiness);
    expect(page).toMatchObject({ ready: 1, amount_from: '300.00', amount_to: null, free: null });
    for (const { id, ...row } of page.requisites) {
      expect(row).toMatchObject({ stopped: id === small ? [] : ['balance'], amount_to: null });
    }
  });

  test('another trader’s requisites are not told', async ({ kantor, trader }) => {
    await kantor.createRequisite(trader.id);
    const stranger = await kantor.createTrader();
    expect(await stranger.call(getReadiness)).toMatchObject({ total: 0, requisites: [], free: null });
  });

  test('all requisites of a trader are read by their index, orders only for one that passes all else', async ({
    kantor,
    trader,
  }) => {
    for (let n = 0; n < 3; n += 1) await kantor.createRequisite(trader.id);
    const { db, plans, destroy } = explaining(kantor.ownerUrl);
    const question = { amount: undefined, method: undefined, bankId: undefined, rate: 100_0000n, at: kantor.clock() };
    expect(await readAtGates(db, trader.id, question)).toHaveLength(3);
    await destroy();
    expect(plans).toHaveLength(1);
    const orders = plans.flatMap(nodesOf).filter((node) => node['Relation Name'] === 'orders');
    expect(orders).not.toEqual([]);
    for (const node of orders) expect(node['Actual Loops']).toBe(0);
  });
});

describe('what shops asked for', () => {
  test('is counted once an order, whether it was issued or not, and told as it suits the requisites', async ({
    kantor,
    trader,
    merchant,
  }) => {
    await kantor.createRequisite(trader.id, { bankId: 1, isC2c: false, minAmount: rub('500'), maxAmount: rub('1000') });
    await merchant.order('500');
    const once = { external_id: 'same' };
    const answered = await merchant.order('700.50', once);
    expect(answered.amount).toBe('700.50');
    for (const [amount, fields] of [
      ['1000.01', {}],
      ['499.99', {}],
      ['800', { method: 'c2c' }],
      ['800', { bank: 2 }],
      // Its sum is taken, though it would suit.
      ['500', { bank: 1 }],
    ] as const) {
      expect(await merchant.findsRequisite(amount, fields)).toBe(false);
    }
    // A number that is taken is no order, and no requisite is looked for twice.
    expect((await merchant.refusedOrder('600', once)).code).toBe('external_id_taken');
    await kantor.demand.flush();
    expect(await trader.call(getDemand)).toMatchObject({ asked: 7, suitable: 3, issued: 2 });
    const stranger = await kantor.createTrader();
    expect(await stranger.call(getDemand)).toMatchObject({ asked: 7, suitable: 0, issued: 0 });
  });

  test('a day later it is forgotten', async ({ kantor, trader, merchant }) => {
    await kantor.createRequisite(trader.id);
    await merchant.order('500');
    await kantor.demand.flush();
    kantor.pass(24 * HOUR);
    expect(await trader.call(getDemand)).toMatchObject({ asked: 1, suitable: 1, issued: 1 });
    kantor.pass(HOUR);
    await kantor.heartbeat();
    expect(await trader.call(getDemand)).toMatchObject({ asked: 0, suitable: 0, issued: 0 });
    kantor.pass(2 * HOUR);
    await merchant.order('600');
    await kantor.demand.flush();
    const { rows } = await sql<{ amount: bigint }>`select amount from order_demand`.execute(kantor.db);
    expect(rows).toEqual([{ amount: 60_000n }]);
  });

  test('what cannot be written is written with the next', async ({ kantor, trader, merchant }) => {
    await kantor.createRequisite(trader.id);
    await merchant.order('500');
    await sql`alter table order_demand rename to order_demand_away`.execute(kantor.ownerDb);
    await kantor.demand.flush();
    await sql`alter table order_demand_away rename to order_demand`.execute(kantor.ownerDb);
    await merchant.order('600');
    await kantor.demand.flush();
    expect(await trader.call(getDemand)).toMatchObject({ asked: 2, suitable: 2, issued: 2 });
  });
});
