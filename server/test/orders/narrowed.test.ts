import { ORDER_CONFIRMERS, type OrderConfirmer } from '@kantor/contract/plain/statuses.ts';
import { cancelMerchantOrder } from '@kantor/contract/wire/merchant-orders.ts';
import { confirmOrder, getOrderTotals, listOrders } from '@kantor/contract/wire/orders.ts';
import { getPlatformOrderTotals, listPlatformOrders } from '@kantor/contract/wire/platform/orders.ts';
import { type RawBuilder, sql } from 'kysely';
import { expect } from 'vitest';
import { DAY } from '../../src/kernel/clock.ts';
import { newId } from '../../src/kernel/ids.ts';
import { filterOrders, sumFiltered } from '../../src/modules/orders/store/filtered.ts';
import { takeFile } from '../exports/fixture.ts';
import { explaining, lookedAt, nodesOf } from '../support/explaining.ts';
import { kantorTest } from '../support/fixtures.ts';
import { foldAll } from '../support/outbox-reading.ts';

/** Orders of two merchants at two requisites of different banks, over two days, in all that may become of them. */
const test = kantorTest
  .extend('trader', { scope: 'file' }, ({ kantor }) => kantor.createTrader({ balance: '100000' }))
  .extend('merchant', { scope: 'file' }, ({ kantor }) => kantor.createMerchant())
  .extend('stranger', { scope: 'file' }, ({ kantor }) => kantor.createTrader({ balance: '100000' }))
  .extend('operator', { scope: 'file' }, ({ kantor }) => kantor.createOperator());

test.beforeAll(async ({ kantor, trader, merchant, stranger }) => {
  const shop = await kantor.createMerchant();
  for (const bankId of [1, 2]) await kantor.createRequisite(trader.id, { bankId });
  await kantor.createRequisite(stranger.id, { bankId: 1 });
  for (let n = 0; n < 40; n += 1) {
    kantor.pass(n === 20 ? DAY : 1000);
    const { id } = await (n % 5 === 0 ? shop : merchant).order(String(500 + n * 10));
    const { rows } = await sql<{ trader: string }>`select trader_id as trader from orders where id = ${id}`.execute(
      kantor.db,
    );
    const whose = rows[0]?.trader === trader.id ? trader : stranger;
    if (n % 4 === 0) await whose.call(confirmOrder, { params: { id } });
    if (n % 4 === 1 && n % 5 !== 0) await merchant.api.call(cancelMerchantOrder, { params: { id } });
  }
});

/** Everything that an order may be asked for, as the database says it. */
interface Known {
  id: string;
  bank: number;
  requisite: string;
  method: 'sbp' | 'c2c';
  number: string;
  trader: string;
  merchant: string;
  confirmed: OrderConfirmer | null;
  amount: bigint;
  status: string;
  day: string;
}

const FIELDS = ['bank', 'requisite', 'method', 'number', 'confirmed', 'trader', 'merchant'] as const;

test.for(['trader', 'merchant', 'operator'] as const)(
  'a %s’s orders by any pair of filters are those that a recount finds, and so are their sums',
  async (role, { kantor, trader, merchant, operator }) => {
    const { rows } = await sql<Known>`
      select o.id, payee.bank_id as bank, o.requisite_id as requisite, case when o.is_sbp then 'sbp' else 'c2c' end as method,
        o.external_id as number, o.trader_id as trader, o.merchant_id as merchant, o.amount, o.status, to_char(o.created_at at time zone 'Europe/Moscow', 'YYYY-MM-DD') as day,
        (select actor from order_status_change as step where order_id = o.id and step.status = 'CLOSED') as confirmed
      from orders o join payee on payee.requisite_id = o.requisite_id and payee.version = o.payee_version
      where ${role === 'operator' ? sql`true` : sql`${sql.ref(`o.${role}_id`)} = ${{ trader, merchant }[role].id}`}
      order by o.id desc`.execute(kantor.db);
    const person = { trader, merchant, operator }[role];
    // Whose the others are, the platform alone asks.
    const unknown: readonly string[] = {
      trader: ['number', 'trader', 'merchant'],
      merchant: ['requisite', 'trader', 'merchant'],
      operator: [],
    }[role];
    const fields = FIELDS.filter((field) => !unknown.includes(field));
    const samples = [rows[0], rows[7], rows.at(-1)].flatMap((row) => row ?? []);
    // Newest first: the day before.
    const first = rows.at(-1)?.day ?? '';
    const pairs = fields.flatMap((one) => fields.filter((other) => other >= one).map((other) => [one, other] as const));
    for (const sample of samples) {
      for (const [one, other] of pairs) {
        const query: Record<string, string | number> = {
          [one]: sample[one] ?? 'trader',
          [other]: sample[other] ?? 'trader',
          ...(one === other && { from: first, to: first, min: '600.00' }),
        };
        const fit = rows.filter(
          (row) =>
            [one, other].every((field) => String(row[field]) === String(query[field])) &&
            (one !== other || (row.day === first && row.amount >= 60_000n)),
        );
        const call = role === 'operator' ? listPlatformOrders : listOrders;
        const { results, count, rest } = await person.call(call, { query: { page_size: 100, ...query } });
        expect([results.map(({ id }) => id), count, rest], JSON.stringify(query)).toEqual([
          fit.map(({ id }) => id),
          fit.length,
          null,
        ]);
        const totals = role === 'operator' ? getPlatformOrderTotals : getOrderTotals;
        const { is_whole: isWhole, statuses } = await person.call(totals, { query });
        expect(isWhole).toBe(true);
        const recount = Map.groupBy(fit, ({ status }) => status);
        expect(Object.fromEntries(statuses.map(({ status, count: n, amount }) => [status, [n, amount]]))).toEqual(
          Object.fromEntries(
            Array.from(recount, ([status, of]) => [
              status,
              [of.length, (Number(of.reduce((sum, { amount }) => sum + amount, 0n)) / 100).toFixed(2)],
            ]),
          ),
        );
      }
    }
  },
);

test('a requisite and a number of others answer as those that never were', async ({
  kantor,
  trader,
  merchant,
  stranger,
}) => {
  const { rows } = await sql<{ id: string }>`select id from requisite where trader_id = ${stranger.id}`.execute(
    kantor.db,
  );
  const theirs = rows[0]?.id ?? '';
  const nobodys = newId(kantor.clock());
  const nothing = { count: 0, results: [], rest: null };
  for (const requisite of [theirs, nobodys]) {
    expect(await trader.call(listOrders, { query: { requisite } })).toEqual(nothing);
    expect(await trader.call(getOrderTotals, { query: { requisite } })).toEqual({ is_whole: true, statuses: [] });
    expect(await merchant.refusal(listOrders, { query: { requisite } })).toMatchObject({ status: 400 });
  }
  expect(await trader.refusal(listOrders, { query: { number: 'A-1' } })).toMatchObject({ status: 400 });
  expect(await trader.refusal(getOrderTotals, { query: { number: 'A-1' } })).toMatchObject({ status: 400 });
});

test('all that the platform has is counted by the counters of its merchants, folded or not', async ({
  kantor,
  trader,
  merchant,
  operator,
}) => {
  const told = async (query: object) => {
    const { is_whole: isWhole, statuses } = await operator.call(getPlatformOrderTotals, { query });
    return [isWhole, Object.fromEntries(statuses.map(({ status, count, amount }) => [status, [count, amount]]))];
  };
  const counted = async (condition: RawBuilder<unknown>) => {
    const { rows } = await sql<{ status: string; n: bigint; amount: string }>`
      select status, count(*) as n, (sum(amount) / 100)::numeric(20, 2)::text as amount from orders
      where ${condition} group by status`.execute(kantor.db);
    return [true, Object.fromEntries(rows.map(({ status, n, amount }) => [status, [Number(n), amount]]))];
  };
  for (const fold of [() => Promise.resolve(), () => foldAll(kantor)]) {
    await fold();
    expect(await told({})).toEqual(await counted(sql`true`));
    for (const [query, condition] of [
      [{ account: trader.id }, sql`trader_id = ${trader.id}`],
      [{ merchant: merchant.id }, sql`merchant_id = ${merchant.id}`],
      [{ trader: trader.id, merchant: merchant.id }, sql`trader_id = ${trader.id} and merchant_id = ${merchant.id}`],
      [{ account: trader.id, trader: trader.id }, sql`trader_id = ${trader.id}`],
      // A merchant is no trader, and two of a side share nothing.
      [{ trader: merchant.id }, sql`false`],
      [{ account: merchant.id, merchant: newId(kantor.clock()) }, sql`false`],
    ] as const)
      expect([query, await told(query)]).toEqual([query, await counted(condition)]);
  }
});

test('the line under a list is the last line of its file', async ({ kantor, trader, merchant, operator }) => {
  const rub = (text: string | undefined) => Number((text ?? '').replace(',', '.'));
  for (const [person, list, totals] of [
    [trader, 'orders', getOrderTotals],
    [merchant, 'orders', getOrderTotals],
    [operator, 'platform_orders', getPlatformOrderTotals],
  ] as const) {
    const filters = { bank: '1', min: '550.00', confirmed: 'trader' as const };
    const { statuses } = await person.call(totals, { query: { ...filters, bank: 1 } });
    const count = statuses.reduce((sum, each) => sum + each.count, 0);
    const amount = statuses.reduce((sum, each) => sum + Number(each.amount), 0);
    expect(count).toBeGreaterThan(1);
    const { lines } = await takeFile(kantor, person, { list, filters, columns: ['id', 'amount'] });
    const last = lines.at(-1)?.split(';') ?? [];
    expect([last[0], rub(last[1])]).toEqual([`Всего строк: ${count}`, amount]);
  }
});

test('a filter together with a text, or with a day of the totals, is refused by name', async ({ trader }) => {
  expect(await trader.refusal(listOrders, { query: { id: '500', bank: 1 } })).toMatchObject({ status: 400 });
  expect(await trader.refusal(getOrderTotals, { query: { id: '500', method: 'sbp' } })).toMatchObject({ status: 400 });
  expect(await trader.refusal(getOrderTotals, { query: { since: '2026-01-01', bank: 1 } })).toMatchObject({
    status: 400,
  });
});

test('whatever the filters are, ten thousand orders are looked at, and each by its own keys', async ({
  kantor,
  trader,
}) => {
  const { db, plans, destroy } = explaining(kantor.ownerUrl);
  const owner = { role: 'trader', id: trader.id } as const;
  const span = { since: undefined, until: undefined };
  const page = { page: 1, pageSize: 10, before: undefined, status: 'ALL' as const, ...span };
  const { rows } = await sql<{ id: string }>`select id from requisite where trader_id = ${trader.id}`.execute(
    kantor.db,
  );
  for (const narrowing of [
    { bankId: 1 },
    { requisiteId: rows[0]?.id },
    { method: 'sbp' as const },
    ...ORDER_CONFIRMERS.map((confirmedBy) => ({ confirmedBy, min: 1n })),
  ]) {
    await filterOrders(db, owner, { ...page, ...narrowing });
    await sumFiltered(db, owner, { ...span, ...narrowing });
  }
  await destroy();
  const { rows: all } = await sql<{
    n: bigint;
  }>`select count(*) as n from orders where trader_id = ${trader.id}`.execute(kantor.db);
  const nodes = plans.flatMap(nodesOf);
  for (const node of nodes.filter((each) => each['Relation Name'] === 'orders'))
    expect(lookedAt(node)).toBeLessThanOrEqual(Number(all[0]?.n ?? 0n));
  for (const table of ['payee', 'order_status_change'])
    expect(nodes.filter((each) => each['Relation Name'] === table && each['Node Type'] === 'Seq Scan')).toEqual([]);
});
