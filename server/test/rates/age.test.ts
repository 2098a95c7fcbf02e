import { sql } from 'kysely';
import { getRate } from '@kantor/contract/wire/info.ts';
import { createMerchantOrder } from '@kantor/contract/wire/merchant-orders.ts';
import { createPayout } from '@kantor/contract/wire/payouts.ts';
import { describe, expect } from 'vitest';
import { transaction } from '../../src/db/tx.ts';
import { DAY, MINUTE } from '../../src/kernel/clock.ts';
import { createRateRefresher, httpSource, MANUAL, setRate, staleAt } from '../../src/modules/rates/index.ts';
import { findCurrentRate } from '../../src/modules/rates/store.ts';
import { kantorTest } from '../support/fixtures.ts';
import type { Kantor } from '../support/kantor.ts';
import { startRateServer } from '../support/rate-server.ts';

const RULES = { jumpBp: 500n, sourceMaxAgeMs: 15 * MINUTE, manualMaxAgeMs: DAY };
const EVERY = 30_000;

/** Puts a rate in force, in 1/10000 of a rouble. */
const put = (kantor: Kantor, value: bigint, source: string) => {
  const at = kantor.clock();
  return transaction(kantor.db, (tx) => setRate(tx, { value, source, staleAt: staleAt(RULES, source, at), at }));
};

const priceOf = (url: string) => httpSource({ url, path: 'price' });

const sourceTest = kantorTest.extend('server', { scope: 'file' }, async ({ options: _options }, { onCleanup }) => {
  const server = await startRateServer();
  onCleanup(() => server.close());
  return server;
});

const test = sourceTest;

/** The calls that need a rate: a merchant's orders and payouts. */
async function openBusiness(kantor: Kantor) {
  const trader = await kantor.createTrader({ balance: '100000' });
  await kantor.createRequisite(trader.id);
  const merchant = await kantor.createMerchant({ payoutEnable: true });
  await kantor.fund(merchant.id, '1000');
  const body = { amount: 500, fio: 'Ли Ян', phone: '+79035550917', bank_account: '', is_sbp: true };
  return {
    merchant,
    body,
    refusals: async () =>
      (await sql`select gate, n from issue_refusal where merchant_id = ${merchant.id}`.execute(kantor.db)).rows,
  };
}

describe.each([
  ['of a source', 'rates.example', RULES.sourceMaxAgeMs],
  ['set by the operator', MANUAL, RULES.manualMaxAgeMs],
])('a rate %s', (_whose, source, age) => {
  let business: Awaited<ReturnType<typeof openBusiness>>;
  test.beforeAll(async ({ kantor }) => {
    business = await openBusiness(kantor);
    await put(kantor, 100_0000n, source);
    await put(kantor, 100_0000n, source);
  });

  test('is good until the last millisecond of its age', async ({ kantor }) => {
    const { merchant, body, refusals } = business;
    kantor.pass(age - 1);
    await merchant.order('10');
    await merchant.call(createPayout, { body });
    expect(await merchant.call(getRate)).toMatchObject({ rate: '100.0000', is_stale: false });
    expect(await refusals()).toEqual([]);
  });

  test('then stops orders and payouts, is counted, and marked', async ({ kantor }) => {
    const { merchant, body, refusals } = business;
    kantor.pass(1);
    const balances = await kantor.balances(merchant.id);
    for (const refused of [await merchant.refusedOrder('20'), await merchant.refusal(createPayout, { body })])
      expect(refused.problem).toMatchObject({
        status: 409,
        code: 'rate_stale',
        detail: 'Курс устарел, новые заказы и выплаты приостановлены. Повторите попытку позже',
      });
    expect(await kantor.balances(merchant.id)).toEqual(balances);
    expect(await merchant.call(getRate)).toEqual({
      rate: '100.0000',
      updated_at: new Date(kantor.clock().getTime() - age).toISOString(),
      is_stale: true,
    });
    expect(await refusals()).toEqual([{ gate: 'rate_stale', n: 1n }]);
  });

  test('and set again lets both through, the order under the same key too', async ({ kantor }) => {
    const { merchant, body } = business;
    const again = {
      headers: { 'idempotency-key': `key-${source}` },
      body: { amount: '30', method: 'sbp', external_id: `order-${source}` },
    } as const;
    await kantor.heartbeat();
    expect(await merchant.api.refusal(createMerchantOrder, again)).toMatchObject({ code: 'rate_stale' });
    await put(kantor, 100_0000n, source);
    await kantor.heartbeat();
    await merchant.api.call(createMerchantOrder, again);
    await merchant.call(createPayout, { body });
  });
});

describe("a worker's care", () => {
  /** A worker that refreshes the rate turn by turn, with what it logs and what it tells everyone. */
  const test = sourceTest.extend('care', async ({ kantor, server }) => {
    const said: string[] = [];
    const refresh = createRateRefresher({
      ...kantor,
      source: priceOf(server.url),
      rules: RULES,
      every: EVERY,
      log: { info: (line) => said.push(`info ${line}`), error: (line) => said.push(`error ${line}`) },
    });
    const turn = (milliseconds = EVERY) => {
      kantor.pass(milliseconds);
      return refresh();
    };
    /** Events since the last look. */
    const told = async () => {
      const { rows } = await sql`delete from outbox where kind = 'rate.changed' returning id`.execute(kantor.db);
      return rows.length;
    };
    server.says('100');
    await put(kantor, 100_0000n, new URL(server.url).host);
    await told();
    return { said, turn, told };
  });

  test('keeps the rate fresh for as long as the source answers, and says nothing', async ({
    kantor,
    care: { said, turn, told },
  }) => {
    for (let i = 0; i < 40; i += 1) await turn();
    expect(said).toEqual([]);
    expect(await told()).toBe(0);
    expect((await findCurrentRate(kantor.db))?.confirmedAt).toEqual(kantor.clock());
  });

  test('tells once that the source fails, and that it answers again', async ({ server, care: { said, turn } }) => {
    server.does((response) => void response.writeHead(500).end());
    await turn();
    expect(said).toEqual([]);
    for (let i = 0; i < 4; i += 1) await turn();
    expect(said).toEqual([
      expect.stringMatching(/^error The rate source .+ is of no use: it answered with status 500/),
    ]);
    server.says('100');
    await turn();
    await turn();
    expect(said.slice(1)).toEqual([expect.stringMatching(/^info The rate source .+ answers again\.$/)]);
  });

  test('tells once, everyone too, that the rate has gone stale, and that it is fresh again', async ({
    server,
    care: { said, turn, told },
  }) => {
    server.does((response) => void response.writeHead(500).end());
    await turn(RULES.sourceMaxAgeMs - 1);
    expect(await told()).toBe(0);
    await turn(1);
    await turn();
    expect(said).toContainEqual(expect.stringMatching(/^error The rate 100\.0000 is stale since .+: no orders/));
    expect(said.filter((line) => line.includes('is stale'))).toHaveLength(1);
    expect(await told()).toBe(1);
    server.says('100');
    await turn();
    expect(await told()).toBe(1);
    await turn();
    expect(await told()).toBe(0);
  });

  test('tells once of what waits for the operator', async ({ server, care: { said, turn } }) => {
    server.says('120');
    for (let i = 0; i < 3; i += 1) await turn();
    expect(said).toEqual([
      expect.stringMatching(/says 120\.0000, too far from 100\.0000: it waits for "npm run kantor -- accept-rate \d+"/),
    ]);
  });
});
