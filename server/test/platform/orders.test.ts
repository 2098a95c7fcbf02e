import { confirmOrder } from '@kantor/contract/wire/orders.ts';
import { cancelMerchantOrder } from '@kantor/contract/wire/merchant-orders.ts';
import { getPlatformOrder, listPlatformOrders, revealPlatformOrder } from '@kantor/contract/wire/platform/orders.ts';
import type { OrderFilter } from '@kantor/contract/plain/statuses.ts';
import { type RawBuilder, sql } from 'kysely';
import { describe, expect } from 'vitest';
import { DAY, HOUR, moscowMidnight } from '../../src/kernel/clock.ts';
import { takeFile } from '../exports/fixture.ts';
import { kantorTest } from '../support/fixtures.ts';
import { foldAll } from '../support/outbox-reading.ts';

// Every filter of the platform's list of orders, and every search, is counted against the rows.

const DAYS = 3;
const A_DAY = 16;

const test = kantorTest
  .extend('operator', { scope: 'file' }, ({ kantor }) => kantor.createOperator())
  .extend('traders', { scope: 'file' }, async ({ kantor }) => [
    await kantor.createTrader({ balance: '100000' }),
    await kantor.createTrader({ balance: '100000' }),
  ])
  .extend('merchants', { scope: 'file' }, async ({ kantor }) => [
    await kantor.createMerchant(),
    await kantor.createMerchant(),
  ])
  /** The days on which there are orders. */
  .extend('days', { scope: 'file' }, ({ kantor }) =>
    Array.from({ length: DAYS }, (_, n) => {
      const noon = new Date(moscowMidnight(kantor.clock()).getTime() + n * DAY + 12 * HOUR);
      return noon.toISOString().slice(0, 10);
    }),
  )
  /** All pages of a question: what they count, whether that is everything, and the ids. */
  .extend('asked', ({ operator }) => async (query: Query) => {
    const size = 7;
    const ids: string[] = [];
    const counts = new Set<number>();
    for (let page = 1; page <= ids.length / size + 2; page += 1) {
      const { count, results, rest } = await operator.call(listPlatformOrders, {
        query: { ...query, page, page_size: size },
      });
      counts.add(rest === null ? count : -1);
      ids.push(...results.map(({ id }) => id));
    }
    return { query, counts: [...counts], ids };
  })
  /** The same, as the rows say. */
  .extend('told', ({ kantor }) => async (query: Query, condition: RawBuilder<unknown>) => {
    const { rows } = await sql<{ id: string }>`
      select id from orders where ${condition} order by id desc`.execute(kantor.db);
    return { query, counts: [rows.length], ids: rows.map(({ id }) => id) };
  });

interface Query {
  account?: string;
  bank?: number;
  status?: OrderFilter;
  from?: string;
  to?: string;
  min?: string;
  max?: string;
  search?: string;
}

// The days begin with the first order: `days` is made before the clock moves.
test.beforeAll(async ({ kantor, traders, merchants, days: _days }) => {
  for (const [n, trader] of traders.entries()) {
    await kantor.createRequisite(trader.id, {
      bankId: 1,
      fio: 'Ёлкина Анна',
      phone: `+7999111223${n}`,
      last4: `987${n}`,
    });
    await kantor.createRequisite(trader.id, { bankId: 2, fio: 'Петров Пётр', phone: `+7999111224${n}`, last4: '' });
  }
  for (let day = 0; day < DAYS; day += 1) {
    for (let n = 0; n < A_DAY; n += 1) {
      const merchant = merchants[n % 3 === 0 ? 0 : 1];
      const order = await merchant?.order(1000 + 10 * n + day, {
        bank: n % 4 === 0 ? 2 : 1,
        // One number reads as its order's sum, too.
        external_id: day === 2 && n === 7 ? '1072' : `shop-${day}-${n}`,
      });
      const params = { id: order?.id ?? '' };
      const { rows } = await sql<{ trader: string }>`
        select trader_id as trader from orders where id = ${params.id}`.execute(kantor.db);
      if (n % 5 === 0) await traders.find(({ id }) => id === rows[0]?.trader)?.call(confirmOrder, { params });
      if (n % 5 === 1) await merchant?.api.call(cancelMerchantOrder, { params });
      kantor.pass(1000);
    }
    // What is folded, and what is not: lists are the same.
    if (day === 1) await foldAll(kantor);
    if (day < DAYS - 1) kantor.pass(DAY - A_DAY * 1000);
  }
});

const none = sql`true`;

describe('the orders of everybody', () => {
  test('are found by any combination of filters, as the rows say', async ({
    traders,
    merchants,
    days,
    asked,
    told,
  }) => {
    const accounts = [
      [{}, none],
      [{ account: traders[0]?.id ?? '' }, sql`trader_id = ${traders[0]?.id}`],
      [{ account: merchants[1]?.id ?? '' }, sql`merchant_id = ${merchants[1]?.id}`],
    ] as const;
    const bankOf = (bank: number) => sql`
      exists (select from payee where payee.requisite_id = orders.requisite_id and version = payee_version and bank_id = ${bank})`;
    const banks = [
      [{}, none],
      [{ bank: 2 }, bankOf(2)],
    ] as const;
    const statuses = [
      [{}, none],
      [{ status: 'CLOSED' }, sql`status = 'CLOSED'`],
      [{ status: 'ACTIVE' }, sql`status = 'ACTIVE'`],
    ] as const;
    const dayOf = sql`(created_at at time zone 'Europe/Moscow')::date`;
    const [, second = '', third = ''] = days;
    const spans = [
      [{}, none],
      [{ from: second }, sql`${dayOf} >= ${second}::date`],
      [{ to: second }, sql`${dayOf} <= ${second}::date`],
      [{ from: second, to: second }, sql`${dayOf} = ${second}::date`],
      [{ from: third, to: second }, sql`false`],
    ] as const;
    const sums = [
      [{}, none],
      [{ min: '1030', max: '1090.00' }, sql`amount between 103000 and 109000`],
    ] as const;
    let nonEmpty = 0;
    for (const [account, ofAccount] of accounts)
      for (const [bank, ofBank] of banks)
        for (const [status, inStatus] of statuses)
          for (const [span, inSpan] of spans)
            for (const [sum, ofSum] of sums) {
              const query = { ...account, ...bank, ...status, ...span, ...sum };
              const conditions = [ofAccount, ofBank, inStatus, inSpan, ofSum];
              const rows = await told(query, sql.join(conditions, sql` and `));
              expect(await asked(query)).toEqual(rows);
              if (rows.ids.length > 0) nonEmpty += 1;
            }
    expect(nonEmpty).toBeGreaterThan(100);
  });

  test('are found by what an order is known by, alone and with filters', async ({ kantor, merchants, asked, told }) => {
    const { rows } = await sql<{ id: string; merchant: string }>`
      select id, merchant_id as merchant from orders where external_id = 'shop-1-7'`.execute(kantor.db);
    const { id = '', merchant = '' } = rows[0] ?? {};
    const isIt = sql`id = ${id}`;
    const searches = [
      [id, isIt],
      [id.slice(0, 13), sql`left(id::text, 13) = ${id.slice(0, 13)}`],
      [id.slice(0, 8), sql`left(id::text, 8) = ${id.slice(0, 8)}`],
      [id.slice(-8).toUpperCase(), sql`right(id::text, 8) = ${id.slice(-8)}`],
      ['shop-1-7', isIt],
      ['1 071,00 ₽', sql`amount = 107100`],
      ['1071', sql`amount = 107100`],
      // By two ways at once, and once.
      ['1072', sql`external_id = '1072'`],
      ['•9870', sql`exists (select from requisite where requisite.id = requisite_id and last_4_digits_card = '9870')`],
      ['2241', sql`exists (select from requisite where requisite.id = requisite_id and phone like '%2241')`],
      ['ёлкин', sql`exists (select from requisite where requisite.id = requisite_id and fio like 'Ёлк%')`],
      ['shop-9-9', sql`false`],
    ] as const;
    for (const [search, condition] of searches) {
      const rows = await told({ search }, condition);
      expect([search, rows.ids.length > 0]).toEqual([search, search !== 'shop-9-9']);
      expect(await asked({ search })).toEqual(rows);
      const ofMerchant = { search, account: merchant };
      expect(await asked(ofMerchant)).toEqual(await told(ofMerchant, sql`${condition} and merchant_id = ${merchant}`));
      const small = { search, status: 'CLOSED', max: '1050' } as const;
      expect(await asked(small)).toEqual(
        await told(small, sql`${condition} and status = 'CLOSED' and amount <= 105000`),
      );
    }
    expect(merchants.map((each) => each.id)).toContain(merchant);
  });

  test('are a file of exactly what is asked', async ({ kantor, operator, merchants, days, asked }) => {
    const [, second = ''] = days;
    for (const query of [
      {},
      { status: 'CLOSED', account: merchants[1]?.id ?? '' },
      { bank: 2, from: second },
    ] as const) {
      const filters = Object.fromEntries(Object.entries(query).map(([name, value]) => [name, String(value)]));
      const { lines } = await takeFile(kantor, operator, { list: 'platform_orders', filters });
      const ids = lines.slice(1, -1);
      expect([query, ids.map((line) => line.split(';')[0])]).toEqual([query, (await asked(query)).ids]);
      expect(lines.join('').includes('+7999')).toBe(false);
    }
  });

  test('of an account that is none are none', async ({ operator }) => {
    const query = { account: operator.id };
    expect(await operator.call(listPlatformOrders, { query })).toEqual({ count: 0, results: [], rest: null });
  });

  test('a search names whose each is', async ({ operator, traders, merchants }) => {
    const { results } = await operator.call(listPlatformOrders, { query: { search: 'shop-0-0' } });
    expect(results).toMatchObject([
      { external_id: 'shop-0-0', merchant: { id: merchants[0]?.id, name: merchants[0]?.username, role: 'merchant' } },
    ]);
    expect(traders.map(({ username }) => username)).toContain(results[0]?.trader.name);
  });
});

describe('an order of anybody', () => {
  test('opens as its owners see it, with its money and its journal; numbers are dots until someone reveals them', async ({
    kantor,
    operator,
  }) => {
    const { rows } = await sql<{ id: string; trader: string; phone: string; account: string }>`
      select o.id, trader_id as trader, payee.phone, payee.bank_account as account
      from orders o join payee on payee.requisite_id = o.requisite_id and version = payee_version
      where external_id = 'shop-0-0'`.execute(kantor.db);
    const { id = '', trader, phone = '', account = '' } = rows[0] ?? {};
    const seen = await operator.call(getPlatformOrder, { params: { id } });
    expect(seen).toMatchObject({
      id,
      external_id: 'shop-0-0',
      status: 'CLOSED',
      trader: { id: trader },
      is_revealed: false,
      payee: { phone: `•••••••${phone.slice(-4)}`, bank_account: `${'•'.repeat(16)}${account.slice(-4)}` },
      trail: [{ kind: 'order_hold' }, { kind: 'order_close', human_kind: 'Закрытие заказа' }],
      journal: [{ action: 'confirm-order' }],
    });
    for (const { entries } of seen.trail) {
      const sum = entries.reduce((total, { amount }) => total + BigInt(String(amount).replace('.', '')), 0n);
      expect(sum).toBe(0n);
    }
    const balances = await sql<{ balance: bigint }>`
      select balance_after as balance from ledger_entry join ledger_journal on ledger_journal.id = journal_id
      where cause = ${id} and kind = 'order_hold' order by balance_after`.execute(kantor.db);
    expect(seen.trail[0]?.entries.flatMap(({ balance_after: after }) => after ?? []).toSorted()).toEqual(
      balances.rows
        .map(({ balance }) => `${balance / 1_000_000n}.${String(balance % 1_000_000n).padStart(6, '0')}`)
        .toSorted(),
    );

    const revealed = await operator.call(revealPlatformOrder, { params: { id } });
    expect(revealed).toMatchObject({
      is_revealed: true,
      payee: { phone, bank_account: account },
      journal: [{ who: operator.username, action: 'reveal' }, { action: 'confirm-order' }],
    });
    expect((await operator.call(getPlatformOrder, { params: { id } })).journal).toHaveLength(2);
  });
});
