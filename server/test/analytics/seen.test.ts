import { getAnalytics, getBreakdown, getRefusals } from '@kantor/contract/wire/analytics.ts';
import { getMerchantReport } from '@kantor/contract/wire/merchant-reports.ts';
import { SUM_BANDS } from '@kantor/contract/plain/analytics.ts';
import { sql } from 'kysely';
import { expect } from 'vitest';
import { DAY, HOUR, MINUTE } from '../../src/kernel/clock.ts';
import { quantile } from '../../src/modules/analytics/rules.ts';
import { test } from './fixture.ts';

// What each is told of: their own, and no more in a figure than on a screen.

const today = { query: { period: 'today' } } as const;
const of = (by: 'bank' | 'method' | 'requisite' | 'band' | 'merchant' | 'trader') =>
  ({ query: { period: 'today', by } }) as const;
const NO_MONEY = { earned: null, fee: null, revenue: null };

test('each sees their own: a shift no earnings, a support person no fees, the platform all', async ({
  kantor,
  market,
}) => {
  const { traders, merchants, operator, issue } = market;
  const order = await issue(1000);
  await order?.confirm();
  await issue(2000);
  const { rows } = await sql<{
    trader: string;
  }>`select trader_id as trader from orders where status = 'CLOSED'`.execute(kantor.db);
  const trader = traders.find(({ id }) => id === rows[0]?.trader);
  const merchant = order?.merchant;
  if (trader === undefined || merchant === undefined) throw new Error('Nothing was closed');
  const [shift, support, developer, viewer] = [
    await kantor.createMember(trader.id, 'shift'),
    await kantor.createMember(merchant.id, 'support'),
    await kantor.createMember(merchant.id, 'developer'),
    await kantor.createMember(merchant.id, 'viewer'),
  ];
  const whole = await operator.call(getAnalytics, today);
  expect(whole.figures).toMatchObject({
    asked: 2,
    issued: 2,
    closed: 1,
    sum: order && expect.stringMatching(/^1000\.\d\d$/),
  });
  const money = ({ figures: { earned, fee, revenue } }: typeof whole) => ({ earned, fee, revenue });
  expect(Number(whole.figures.fee)).toBeCloseTo(Number(whole.figures.earned) + Number(whole.figures.revenue), 6);

  const own = await trader.call(getAnalytics, today);
  expect([money(own), own.figures.asked]).toEqual([{ ...NO_MONEY, earned: whole.figures.earned }, null]);
  const theirs = await merchant.call(getAnalytics, today);
  expect([money(theirs), theirs.figures.asked]).toEqual([{ ...NO_MONEY, fee: whole.figures.fee }, 1]);
  expect(await viewer.call(getAnalytics, today)).toEqual(theirs);

  for (const [person, seen] of [
    [shift, own],
    [support, theirs],
    [developer, theirs],
  ] as const) {
    const told = await person.call(getAnalytics, today);
    const without = { ...seen.figures, ...NO_MONEY, asked: null };
    expect([told.figures, told.compared.now, told.days]).toEqual([
      without,
      { ...seen.compared.now, ...NO_MONEY, asked: null },
      seen.days.map((bar) => ({ ...bar, ...NO_MONEY, asked: null })),
    ]);
    const { rows: cells, total } = await person.call(getBreakdown, of('bank'));
    expect([total, ...cells]).toEqual([total, ...cells].map((each) => ({ ...each, ...NO_MONEY })));
    expect(await person.refusal(getRefusals, today)).toMatchObject({ status: 403 });
  }

  // Another account is as if it were not there, and the platform's people may look at one.
  const named = (account: string) => ({ query: { period: 'today', account } }) as const;
  for (const person of [trader, merchant, shift])
    for (const account of [trader.id, merchant.id, operator.id])
      expect(await person.refusal(getAnalytics, named(account))).toMatchObject({ status: 404 });
  expect(await operator.refusal(getAnalytics, named(operator.id))).toMatchObject({ status: 404 });
  expect((await operator.call(getAnalytics, named(trader.id))).figures).toEqual({
    ...whole.figures,
    ...own.figures,
    ...money(whole),
  });

  const other = merchants.find(({ id }) => id !== merchant.id);
  expect((await other?.call(getAnalytics, today))?.figures).toMatchObject({ closed: 0, issued: 1 });
});

test('a breakdown has all of the total: by bank, method, sum, requisite, merchant and trader', async ({ market }) => {
  const { traders, merchants, operator, issue } = market;
  for (const roubles of [900, 1500, 40_000]) await (await issue(roubles))?.confirm();
  const total = { issued: 3, closed: 3 };
  for (const by of ['bank', 'method', 'band', 'requisite', 'merchant', 'trader'] as const) {
    const told = await operator.call(getBreakdown, of(by));
    expect([by, told.total]).toEqual([by, { ...told.total, ...total }]);
    expect([by, told.rows.reduce((sum, { closed }) => sum + closed, 0), told.rest]).toEqual([by, 3, null]);
  }
  const { rows: bands } = await operator.call(getBreakdown, of('band'));
  expect(bands.map(({ min, below, closed }) => [min, below, closed])).toEqual([
    ['30000.00', '100000.00', 1],
    ['1000.00', '3000.00', 1],
    ['0.00', '1000.00', 1],
  ]);
  const { rows: accounts } = await operator.call(getBreakdown, of('merchant'));
  expect(accounts.map(({ name }) => String(name)).toSorted()).toEqual(
    merchants.map(({ username }) => username).toSorted(),
  );
  for (const by of ['merchant', 'trader'] as const) {
    expect(await traders[0]?.refusal(getBreakdown, of(by))).toMatchObject({
      status: 400,
      problem: { errors: { by: [expect.any(String)] } },
    });
    expect(await merchants[0].refusal(getBreakdown, of(by))).toMatchObject({ status: 400 });
  }
  expect(await merchants[0].refusal(getBreakdown, of('requisite'))).toMatchObject({ status: 400 });
});

test('a merchant is told why orders were refused, by sums, and not what stood in the way at the traders', async ({
  kantor,
  market,
}) => {
  const {
    merchants: [merchant],
    operator,
    traders,
  } = market;
  for (const { id } of traders)
    await sql`update requisite set max_amount = 500000 where trader_id = ${id}`.execute(kantor.db);
  await kantor.heartbeat();
  for (const sum of ['6000', '7000', '20000']) expect(await merchant.findsRequisite(sum)).toBe(false);
  await sql`update requisite set is_active = false`.execute(kantor.db);
  expect(await merchant.findsRequisite('700')).toBe(false);
  const told = await merchant.call(getRefusals, today);
  expect(told).toMatchObject({
    count: 4,
    sum: '33700.00',
    sums_since: null,
    reasons: [
      {
        reason: 'no_requisite',
        count: 4,
        bands: [
          { band: 0, min: '0.00', below: '1000.00', count: 1 },
          { band: 3, min: '5000.00', below: '10000.00', count: 2 },
          { band: 4, min: '10000.00', below: '30000.00', count: 1 },
        ],
      },
    ],
  });
  expect((await operator.call(getRefusals, today)).reasons.map(({ reason, count }) => [reason, count])).toEqual([
    ['amount_limits', 3],
    ['requisite_off', 1],
  ]);
  expect((await merchant.call(getAnalytics, today)).figures).toMatchObject({ asked: 4, issued: 0 });
  expect(
    (await merchant.api.call(getMerchantReport, { query: { from: '2026-11-20', to: '2026-11-20', step: 'hour' } }))
      .rows,
  ).toMatchObject([{ start: '2026-11-20T09:00:00.000Z', asked: 4, issued: 0 }]);
});

test('a period is compared with as many days before, while it goes on up to the last whole hour', async ({
  kantor,
  market,
}) => {
  const { operator, issue } = market;
  await (await issue(1000))?.confirm();
  kantor.pass(2 * HOUR);
  await issue(2000);
  kantor.pass(DAY - 2 * HOUR + 5 * MINUTE);
  await issue(3000);
  // It is 12:05: yesterday's noon and today's are not over.
  const now = await operator.call(getAnalytics, today);
  expect([now.compared.until, now.compared.before.issued, now.compared.now.issued, now.figures.issued]).toEqual([
    '2026-11-21T09:00:00.000Z',
    0,
    0,
    1,
  ]);
  kantor.pass(HOUR);
  const later = await operator.call(getAnalytics, today);
  expect([later.compared.before.issued, later.compared.now.issued]).toEqual([1, 1]);
  expect(later.compared).toMatchObject({ from: '2026-11-20', to: '2026-11-20' });
  const yesterday = await operator.call(getAnalytics, { query: { period: 'yesterday' } });
  expect([yesterday.figures, yesterday.compared.before.issued]).toEqual([yesterday.compared.now, 0]);
  expect(yesterday.figures.issued).toBe(2);
  expect(yesterday.hours).toHaveLength(24);
  const week = await operator.call(getAnalytics, { query: {} });
  expect([week.period, week.days.length, week.hours.length]).toEqual([
    { from: '2026-11-15', to: '2026-11-21' },
    7,
    6 * 24 + 14,
  ]);
  const month = await operator.call(getAnalytics, { query: { period: 'month' } });
  expect([month.period, month.compared.from, month.hours]).toEqual([
    { from: '2026-11-01', to: '2026-11-21' },
    '2026-10-11',
    [],
  ]);
});

test('a period that is turned round, above a year, half or not begun is refused with a sentence', async ({
  market,
}) => {
  const {
    operator,
    merchants: [merchant],
  } = market;
  const wrong = async (query: object) => (await operator.refusal(getAnalytics, { query })).problem.errors;
  expect(await wrong({ period: 'own', from: '2026-11-20', to: '2026-11-19' })).toEqual({
    to: ['Период заканчивается раньше, чем начинается'],
  });
  expect(await wrong({ period: 'own', from: '2025-11-19', to: '2026-11-20' })).toEqual({
    to: ['Период не может быть длиннее года'],
  });
  expect(await wrong({ period: 'own', from: '2026-11-20' })).toEqual({ from: ['Укажите оба дня периода'] });
  expect(await wrong({ period: 'today', from: '2026-11-20', to: '2026-11-20' })).toEqual({
    period: ['Дни указывают только для своего периода'],
  });
  expect(await wrong({ period: 'own', from: '2026-11-21', to: '2026-11-22' })).toEqual({
    from: ['Этот период ещё не начался'],
  });
  expect(
    await operator.call(getAnalytics, { query: { period: 'own', from: '2025-11-20', to: '2026-11-20' } }),
  ).toMatchObject({ days: { length: 366 } });
  const report = async (query: object) =>
    (await merchant.api.refusal(getMerchantReport, { query: query as never })).problem.errors;
  expect(await report({ from: '2026-11-01', to: '2026-11-20', step: 'hour' })).toEqual({
    step: ['По часам отчёт бывает не длиннее недели'],
  });
  expect(await report({ from: '2026-07-01', to: '2026-07-02', step: 'hour' })).toEqual({
    step: ['Часы хранятся 90 дней: за это время есть отчёт по дням'],
  });
});

test("a merchant's server reads the same by day, hour, bank, method and band, to the kopeck", async ({
  kantor,
  market,
}) => {
  const {
    merchants: [merchant, other],
    issue,
  } = market;
  const orders = [await issue(1000), await issue(1500), await issue(4000), await issue(5000)];
  for (const order of orders) await order?.confirm();
  await orders.find((order) => order?.merchant.id === merchant.id)?.reverse('100');
  kantor.pass(DAY);
  const days = { from: '2026-11-20', to: '2026-11-21' } as const;
  const { figures } = await merchant.call(getAnalytics, { query: { period: 'own', ...days } });
  const kopecks = (amount: string | number) => BigInt(String(amount).replace('.', ''));
  for (const query of [
    days,
    { ...days, step: 'hour' },
    { ...days, by: 'bank' },
    { ...days, by: 'method' },
    { ...days, by: 'band' },
  ] as const) {
    const { rows, counted_since } = await merchant.api.call(getMerchantReport, { query });
    expect(counted_since).toBeNull();
    expect(rows.reduce((sum, { amount }) => sum + kopecks(amount), 0n)).toBe(kopecks(figures.sum));
    expect(rows.reduce((sum, row) => sum + kopecks(row.fee_in_usdt), 0n)).toBe(kopecks(figures.fee ?? ''));
  }
  expect(figures).toMatchObject({ closed: 2, reversed: 1, reversed_sum: '100.00' });
  expect((await other.api.call(getMerchantReport, { query: days })).rows).toMatchObject([{ closed: 2, reversed: 0 }]);
});

test('bands, waits and quantiles are the same in the database and in the code', async ({ kantor }) => {
  const amounts = SUM_BANDS.flatMap((least) => [least - 1n, least, least + 1n]).filter((amount) => amount > 0n);
  const { rows } = await sql<{ amount: bigint; band: number }>`
    select amount, rollup_band(amount) as band from unnest(${amounts}::bigint[]) as amount`.execute(kantor.db);
  for (const { amount, band } of rows) expect(band).toBe(SUM_BANDS.findLastIndex((least) => least <= amount));
  // Of one wait, the quantile is that wait to 3 %.
  const waits = [0, 1, 31, 32, 63, 64, 65, 100, 599, 600, 601, 3600, 86_400, 1_000_000];
  const { rows: buckets } = await sql<{ wait: bigint; bucket: bigint }>`
    select wait, rollup_wait(wait) as bucket from unnest(${waits}::bigint[]) as wait`.execute(kantor.db);
  for (const { wait, bucket } of buckets) {
    const told = quantile([{ seconds: Number(bucket), n: 1n }], 0.5) ?? Number.NaN;
    expect(Math.abs(told - Number(wait))).toBeLessThanOrEqual(Number(wait) / 32);
  }
  const many = [
    { seconds: 5, n: 5n },
    { seconds: 10, n: 4n },
    { seconds: 20, n: 1n },
  ];
  expect([quantile(many, 0.5), quantile(many, 0.9), quantile([], 0.5)]).toEqual([5, 10, null]);
});
