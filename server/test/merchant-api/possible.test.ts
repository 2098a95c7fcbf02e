import { getLimits } from '@kantor/contract/wire/limits.ts';
import { cancelMerchantOrder, createMerchantOrder } from '@kantor/contract/wire/merchant-orders.ts';
import { parseMinorUnits } from '@kantor/contract/plain/money.ts';
import { sql } from 'kysely';
import { describe, expect } from 'vitest';
import { HOUR, SECOND } from '../../src/kernel/clock.ts';
import { kantorTest } from '../support/fixtures.ts';
import type { Kantor } from '../support/kantor.ts';
import type { Merchant } from '../support/people.ts';

// What is told beforehand and what issuing does have the same conditions: each told answer is tried.

interface Asked {
  amount: string;
  method?: 'sbp' | 'c2c';
  bank?: number | null;
}

const CODES: Record<string, string> = { yes: 'yes', no_requisite: 'not_now', sum_impossible: 'never' };
const kopecks = (amount: string) => parseMinorUnits(amount, 2) ?? 0n;

/** What is told of a sum. */
async function toldOf(kantor: Kantor, merchant: Merchant, { amount, method = 'sbp', bank = null }: Asked) {
  await kantor.heartbeat();
  kantor.pass(SECOND);
  const { possible } = await merchant.api.call(getLimits);
  const of = possible.find((each) => each.method === method && each.bank === bank);
  const sum = kopecks(amount);
  return of?.ranges.find(({ from, to }) => kopecks(String(from)) <= sum && (to === null || sum <= kopecks(String(to))))
    ?.answer;
}

/** What an order of it meets. It is cancelled, and its sum is free again. */
async function metBy(kantor: Kantor, merchant: Merchant, { amount, method = 'sbp', bank = null }: Asked) {
  const fields = { method, ...(bank !== null && { bank }) };
  try {
    const { id } = await merchant.order(amount, fields);
    await merchant.api.call(cancelMerchantOrder, { params: { id } });
    kantor.pass(HOUR);
    return 'yes';
  } catch (error) {
    return CODES[(error as { code: string }).code];
  }
}

const test = kantorTest
  .extend('merchant', { scope: 'file' }, ({ kantor }) => kantor.createMerchant())
  /** Requisites: of a ready trader one for 100 to 5 000, of one who has 50 USDT one for 10 000 and more, and one that is off. */
  .extend('market', { scope: 'file', auto: true }, async ({ kantor }) => {
    const rich = await kantor.createTrader({ balance: '100000' });
    await kantor.createRequisite(rich.id, { bankId: 1, minAmount: 100_00n, maxAmount: 5000_00n });
    const poor = await kantor.createTrader({ balance: '200' });
    await kantor.createRequisite(poor.id, { bankId: 2, minAmount: 10_000_00n, maxAmount: 0n });
    const off = await kantor.createRequisite(rich.id, { bankId: 3, minAmount: 50_00n, maxAmount: 60_00n });
    await sql`update requisite set is_active = false where id = ${off}`.execute(kantor.db);
  });

const SUMS = [
  '1',
  '49.99',
  '50',
  '60',
  '60.01',
  '99.99',
  '100',
  '5000',
  '5000.01',
  '9999.99',
  '10000',
  '20000',
  '20000.50',
  '9000000',
];

describe('what could be issued now', () => {
  test.for(SUMS)('%s: an order meets what was told, at any bank and at each', async (amount, { kantor, merchant }) => {
    for (const bank of [null, 1, 2, 3]) {
      const asked = { amount, bank };
      const told = await toldOf(kantor, merchant, asked);
      expect([bank, told]).toEqual([bank, await metBy(kantor, merchant, asked)]);
    }
  });

  test('all sums have an answer, from the smallest on', async ({ merchant }) => {
    const { possible, order_min: least } = await merchant.api.call(getLimits);
    for (const { ranges } of possible) {
      expect(ranges[0]?.from).toBe(least);
      expect(ranges.at(-1)?.to).toBeNull();
      ranges.slice(1).forEach(({ from, answer }, n) => {
        expect(kopecks(String(from))).toBe(kopecks(String(ranges[n]?.to)) + 1n);
        expect(answer).not.toBe(ranges[n]?.answer);
      });
    }
  });

  test('a sum that never is is refused without "later", and an unknown bank by name', async ({ merchant }) => {
    const never = await merchant.refusedOrder('7000', { bank: 1 });
    expect([never.status, never.code]).toEqual([409, 'sum_impossible']);
    expect(never.problem.detail).toMatch(/от 100\s₽ до 5\s000\s₽/);
    expect(never.problem.detail).not.toContain('позже');
    const unknown = await merchant.refusedOrder('150', { bank: 32_000 });
    expect([unknown.status, unknown.problem.errors]).toEqual([400, { bank: [expect.stringContaining('GET /banks')] }]);
  });

  test('less than the smallest order is refused with its sum', async ({ merchant }) => {
    const answer = await merchant.api.raw(createMerchantOrder, {
      body: { amount: '0.99', method: 'sbp', external_id: 'small' },
      headers: { 'idempotency-key': 'small' },
    });
    expect([answer.status, answer.body.errors]).toEqual([400, { amount: ['Сумма заказа — не меньше 1 ₽'] }]);
  });
});
