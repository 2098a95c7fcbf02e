import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { transaction } from '../../src/db/tx.ts';
import { DAY, MINUTE } from '../../src/kernel/clock.ts';
import { createRateRefresher, httpSource, MANUAL, setRate, staleAt } from '../../src/modules/rates/index.ts';
import { findCurrentRate } from '../../src/modules/rates/store.ts';
import { type Kantor, startKantor } from '../support/harness.ts';
import { killAtEachStep } from '../kills/kill-at-each-step.ts';
import { startRateServer } from '../support/rate-server.ts';

const RULES = { jumpBp: 500n, sourceMaxAgeMs: 15 * MINUTE, manualMaxAgeMs: DAY };
const EVERY = 30_000;

let kantor: Kantor;
let server: Awaited<ReturnType<typeof startRateServer>>;
beforeAll(async () => {
  kantor = await startKantor();
  server = await startRateServer();
});
afterAll(async () => {
  server.close();
  await kantor.close();
});

const put = (value: bigint, source: string) => {
  const at = kantor.clock();
  return transaction(kantor.db, (tx) => setRate(tx, { value, source, staleAt: staleAt(RULES, source, at), at }));
};

describe.each([
  ['of a source', 'rates.example', RULES.sourceMaxAgeMs],
  ['set by the operator', MANUAL, RULES.manualMaxAgeMs],
])('a rate %s', (_whose, source, age) => {
  let merchant: Awaited<ReturnType<Kantor['createMerchant']>>;
  beforeAll(async () => {
    const trader = await kantor.createTrader({ balance: '100000' });
    await kantor.createRequisite(trader.id);
    merchant = await kantor.createMerchant();
    await kantor.fund(merchant.id, '1000');
    await sql`update users set payout_enable = true where id = ${merchant.id}`.execute(kantor.db);
    await put(100_0000n, source);
    await put(100_0000n, source);
  });

  const order = (amount: string) => kantor.order(merchant.key, amount);
  const payout = () =>
    kantor.send('/api/v1/withdraworders/', {
      method: 'POST',
      token: merchant.token,
      body: { amount: 500, fio: 'Ли Ян', phone: '+79035550917', bank_account: '', is_sbp: true },
    });
  const shown = async () => (await kantor.send('/api/v1/info/rates/', { token: merchant.token })).body;
  const refusals = async () =>
    (await sql`select gate, n from issue_refusal where merchant_id = ${merchant.id}`.execute(kantor.db)).rows;

  test('is good until the last millisecond of its age', async () => {
    kantor.pass(age - 1);
    expect((await order('10')).status).toBe(201);
    expect((await payout()).status).toBe(201);
    expect(await shown()).toMatchObject({ rate: '100.0000', is_stale: false });
    expect(await refusals()).toEqual([]);
  });

  test('then stops orders and payouts, is counted, and marked', async () => {
    kantor.pass(1);
    const balances = await kantor.balances(merchant.id);
    for (const refused of [await order('20'), await payout()]) {
      expect([refused.status, refused.body]).toMatchObject([
        409,
        {
          code: 'rate_stale',
          detail: 'Курс устарел, новые заказы и выплаты приостановлены. Повторите попытку позже',
        },
      ]);
    }
    expect(await kantor.balances(merchant.id)).toEqual(balances);
    expect(await shown()).toEqual({
      rate: '100.0000',
      updated_at: new Date(kantor.clock().getTime() - age).toISOString(),
      is_stale: true,
    });
    expect(await refusals()).toEqual([{ gate: 'rate_stale', n: 1n }]);
  });

  test('and set again lets both through, the order under the same key too', async () => {
    const again = { idempotencyKey: `key-${source}`, body: { external_id: `order-${source}` } };
    expect((await kantor.order(merchant.key, '30', again)).body.code).toBe('rate_stale');
    await put(100_0000n, source);
    expect((await kantor.order(merchant.key, '30', again)).status).toBe(201);
    expect((await payout()).status).toBe(201);
  });
});

describe("a worker's care", () => {
  const said: string[] = [];
  const newKeeper = (source = httpSource({ url: server.url, path: 'price' })) =>
    createRateRefresher({
      ...kantor,
      source,
      rules: RULES,
      every: EVERY,
      log: { info: (line) => said.push(`info ${line}`), error: (line) => said.push(`error ${line}`) },
    });
  let keep: () => Promise<void>;
  const turn = (milliseconds = EVERY) => {
    kantor.pass(milliseconds);
    return keep();
  };
  const told = async () => {
    const { rows } = await sql`delete from outbox where kind = 'rate.changed' returning id`.execute(kantor.db);
    return rows.length;
  };

  beforeEach(async () => {
    said.length = 0;
    keep = newKeeper();
    server.says('100');
    await put(100_0000n, new URL(server.url).host);
    await told();
  });

  test('keeps the rate fresh for as long as the source answers, and says nothing', async () => {
    for (let i = 0; i < 40; i += 1) await turn();
    expect(said).toEqual([]);
    expect(await told()).toBe(0);
    expect((await findCurrentRate(kantor.db))?.confirmedAt).toEqual(kantor.clock());
  });

  test('tells once that the source fails, and that it answers again', async () => {
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

  test('tells once, everyone too, that the rate has gone stale, and that it is fresh again', async () => {
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

  test('tells once of what waits for the operator', async () => {
    server.says('120');
    for (let i = 0; i < 3; i += 1) await turn();
    expect(said).toEqual([
      expect.stringMatching(/says 120\.0000, too far from 100\.0000: it waits for "npm run kantor -- accept-rate \d+"/),
    ]);
  });
});

test('a worker that is killed at any step leaves the rate as it was or as it is said', async () => {
  let value = 100;
  const job = {
    databaseUrl: kantor.databaseUrl,
    job: 'refresh-rate',
    get args() {
      return [kantor.clock().toISOString(), server.url];
    },
  };
  const rates = async () => (await sql`select from rate`.execute(kantor.db)).rows.length;
  let before = 0;
  const steps = await killAtEachStep(
    job,
    async () => {
      before = await rates();
      value += 1;
      server.says(`${value}`);
      kantor.pass(EVERY);
    },
    async () => {
      const { value: now } = (await findCurrentRate(kantor.db)) ?? {};
      expect([BigInt(value - 1) * 10_000n, BigInt(value) * 10_000n]).toContain(now);
      kantor.pass(EVERY);
      await createRateRefresher({
        ...kantor,
        source: httpSource({ url: server.url, path: 'price' }),
        rules: RULES,
        every: EVERY,
        log: { info: () => undefined, error: () => undefined },
      })();
      expect((await findCurrentRate(kantor.db))?.value).toBe(BigInt(value) * 10_000n);
      expect(await rates()).toBe(before + 1);
    },
  );
  expect(steps).toBeGreaterThanOrEqual(6);
});
