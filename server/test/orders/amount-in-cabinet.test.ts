import { getLiquidity } from '@kantor/contract/wire/platform/liquidity.ts';
import { sql } from 'kysely';
import { describe, expect } from 'vitest';
import { MINUTE } from '../../src/kernel/clock.ts';
import { atOnce } from '../support/at-once.ts';
import { SBER, TBANK } from '../support/bank-phone.ts';
import { holdOpen } from '../support/hold-open.ts';
import { test as base } from './fixture.ts';

// One amount at two requisites of one cabinet, at a bank whose messages name neither card nor account (decision 66).

const test = base
  .extend('bankId', () => TBANK)
  .extend('requisite', { auto: true }, ({ kantor, trader, bankId }) => kantor.createRequisite(trader.id, { bankId }))
  .extend('cabinetId', async ({ kantor, requisite }) => {
    const { rows } = await sql<{ id: string }>`select cabinet_id as id from requisite where id = ${requisite}`.execute(
      kantor.db,
    );
    return rows[0]?.id ?? '';
  })
  /** Another requisite in the same cabinet. */
  .extend('other', { auto: true }, ({ kantor, trader, cabinetId, bankId }) =>
    kantor.createRequisite(trader.id, { cabinetId, bankId, last4: '7777' }),
  );

describe('two orders of one amount', () => {
  test('are not issued in one cabinet at a bank that names no tail, until the amount is free', async ({
    kantor,
    merchant,
    isFree,
    expire,
    countRefusals,
  }) => {
    const before = await countRefusals();
    await merchant.order('1500');
    expect(await isFree()).toBe(false);
    expect(await countRefusals()).toBe(before + 1);
    // Another sum goes to the other one.
    await merchant.order('1500.01');
    kantor.pass(25 * MINUTE);
    await expire();
    await merchant.order('1500');
  });

  test('are issued in two cabinets', async ({ kantor, trader, merchant, isFree }) => {
    await kantor.createRequisite(trader.id, { bankId: TBANK });
    await merchant.order('1500');
    expect([await isFree(), await isFree()]).toEqual([true, false]);
  });

  test('are issued in one cabinet at two banks', async ({ kantor, trader, cabinetId, merchant }) => {
    await kantor.createRequisite(trader.id, { cabinetId, bankId: SBER });
    await merchant.order('1500', { bank: TBANK });
    await merchant.order('1500', { bank: SBER });
  });
});

describe('two orders of one amount at a bank that names the tail', () => {
  test.override('bankId', () => SBER);

  test('are issued in one cabinet', async ({ merchant }) => {
    await merchant.order('1500');
    await merchant.order('1500');
  });
});

test('the database refuses them, kept at the other requisite or wanted at both', async ({
  kantor,
  trader,
  merchant,
  cabinetId,
  requisite,
  other,
  isRefused,
}) => {
  const apart = await kantor.createRequisite(trader.id, { cabinetId, bankId: SBER });
  await merchant.order('1500', { bank: TBANK });
  for (const [id, elsewhere] of [
    [requisite, other],
    [other, requisite],
  ] as const) {
    expect(await isRefused([id, '1500'])).toBe(true);
    expect(await isRefused([apart, '1501'], [id, '1500'])).toBe(true);
    expect(await isRefused([apart, '1500'], [id, '1501'])).toBe(false);
    expect(await isRefused([id, '1501'], [elsewhere, '1502'])).toBe(false);
    expect(await isRefused([id, '1501'], [apart, '1502'], [elsewhere, '1501'])).toBe(true);
  }
});

test('whoever wants an amount in a cabinet waits for who wants it there, and then sees who has it', async ({
  kantor,
  merchant,
  requisite,
  other,
  isRefused,
}) => {
  const { id } = await merchant.order('1400');
  const isAt = sql`id = ${id} and requisite_id = ${requisite}`;
  const { rows } = await sql`select from orders where ${isAt}`.execute(kantor.db);
  const [taken, free] = rows.length === 1 ? [requisite, other] : [other, requisite];
  const letGo = await holdOpen(kantor.ownerDb, async (tx) => {
    await sql`select orders_lock_amounts(array[${taken}::uuid], array[150000::bigint])`.execute(tx);
    await sql`update orders set amount = 150000 where id = ${id}`.execute(tx);
  });
  expect(await isRefused([free, '1501'])).toBe(false);
  const waiting = isRefused([free, '1500']);
  await kantor.untilBlocked();
  await letGo();
  expect(await waiting).toBe(true);
});

describe('of orders that are asked for at once', () => {
  test('in one process, one gets the amount', async ({ merchant }) => {
    const { answers, refusals } = await atOnce(Array.from({ length: 6 }, () => merchant.order('1500')));
    expect(answers).toHaveLength(1);
    expect(new Set(refusals.map(({ code }) => code))).toEqual(new Set(['no_requisite']));
  });

  test('in two processes, one gets the amount, though they have chosen two requisites', async ({
    merchant,
    orderElsewhere,
    race,
  }) => {
    const { answers, refusals } = await race(() => [merchant.order('1500'), orderElsewhere('1500')]);
    expect(answers).toHaveLength(1);
    expect(refusals.map(({ code }) => code)).toEqual(['no_requisite']);
    const more = await atOnce(
      ['1600', '1700', '1800'].flatMap((sum) => [merchant.order(sum), orderElsewhere(sum), merchant.order(sum)]),
    );
    expect(more.answers).toHaveLength(3);
  });

  test('of different amounts, all get them', async ({ merchant, orderElsewhere, race }) => {
    const { answers } = await race(() => [merchant.order('1500'), orderElsewhere('1500.01')]);
    expect(answers).toHaveLength(2);
  });
});

test('Liquidity counts them by the amount that is kept, each cabinet by its own orders', async ({
  kantor,
  merchant,
}) => {
  const operator = await kantor.createOperator();
  await merchant.order('1500');
  await kantor.createRequisite((await kantor.createTrader()).id, { bankId: TBANK });
  const { levels } = await operator.call(getLiquidity, { query: { bank: TBANK, amount: '1500' } });
  expect(levels.find(({ amount }) => amount === '1500.00')).toMatchObject({
    available: 1,
    stopped: { amount_slot: 2 },
  });
});
