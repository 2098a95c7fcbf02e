import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { newId } from '../../src/kernel/ids.ts';
import { verify } from '../../src/modules/verification/index.ts';
import { type Kantor, startKantor, usdt } from '../support/harness.ts';
import { request, type ServerProcess, startServer } from '../support/server-process.ts';

// Money under storm: two server processes on one database, and the invariants checked while it rages.

let kantor: Kantor;
let servers: ServerProcess[];
let merchant: Awaited<ReturnType<Kantor['createMerchant']>>;

beforeAll(async () => {
  kantor = await startKantor({ now: 'running' });
  servers = await Promise.all([startServer(kantor.databaseUrl), startServer(kantor.databaseUrl)]);
  merchant = await kantor.createMerchant();
});
afterAll(async () => {
  await Promise.all(servers.map((server) => server.kill('SIGTERM')));
  await kantor.close();
});

let turn = 0;
/** The two servers by turns. */
const anyServer = () => servers[(turn += 1) % servers.length]?.url;

const act = (token: string, id: string, action: string) =>
  request(`${anyServer()}/api/v1/orders/${id}/${action}/`, { token });

const order = (amount: string, bank?: number, key = newId(new Date())) =>
  request(`${anyServer()}/merchant/v1/orders`, {
    token: merchant.key,
    headers: { 'idempotency-key': key },
    body: { amount, method: 'sbp', external_id: key, ...(bank && { bank }) },
  });

const cancel = (id: string) =>
  request(`${anyServer()}/merchant/v1/orders/${id}/cancel`, {
    token: merchant.key,
    headers: { 'idempotency-key': newId(new Date()) },
  });

/** Checks every invariant again and again until `work` is done, and once more after it. */
async function whileVerifying<Result>(work: Promise<Result>): Promise<Result> {
  let done = false;
  const finished = work.finally(() => (done = true));
  finished.catch(() => undefined);
  let checks = 0;
  while (!done) {
    expect(await verify(kantor.db)).toEqual([]);
    checks += 1;
  }
  expect(checks).toBeGreaterThan(0);
  expect(await verify(kantor.db)).toEqual([]);
  return finished;
}

const tally = (answers: { status: number; body: { code?: string } | undefined }[]) => {
  const counts: Record<string, number> = {};
  for (const { status, body } of answers) {
    const what = body?.code ? `${status} ${body.code}` : String(status);
    counts[what] = (counts[what] ?? 0) + 1;
  }
  return counts;
};

describe('in a storm of', () => {
  test('100 confirmations of each of 50 orders, each order closes once', async () => {
    const trader = await kantor.createTrader({ balance: '10000' });
    await kantor.createRequisite(trader.id, { bankId: 1 });
    const token = await trader.token();
    const ids: string[] = [];
    for (let i = 0; i < 50; i += 1) ids.push((await order(`${100 + i}`, 1)).body.id);

    const confirmHundredfold = (id: string) => Array.from({ length: 100 }, () => act(token, id, 'confirm'));
    const storm = async () => {
      const answers = [];
      // No more at once than wait at a server's door: who finds it full is late, and may be taken for one that never speaks.
      for (let first = 0; first < ids.length; first += 5)
        answers.push(...(await Promise.all(ids.slice(first, first + 5).flatMap(confirmHundredfold))));
      return answers;
    };
    const answers = await whileVerifying(storm());

    expect(tally(answers)).toEqual({ 200: 50, '409 order_status': 4950 });
    const { rows } = await sql<{ n: bigint }>`
      select count(*) as n from ledger_journal where kind = 'order_close' and cause = any(${ids}::uuid[])`.execute(
      kantor.db,
    );
    expect(rows[0]?.n).toBe(50n);
    expect((await kantor.balances(trader.id)).held).toBe(0n);
  });

  test('50 orders for the last free place of a requisite, one gets it', async () => {
    const trader = await kantor.createTrader({ balance: '10000' });
    await kantor.createRequisite(trader.id, { bankId: 2, maxCurrentDeals: 1 });
    const answers = await whileVerifying(Promise.all(Array.from({ length: 50 }, (_, i) => order(`${1000 + i}`, 2))));
    expect(tally(answers)).toEqual({ 201: 1, '409 no_requisite': 49 });
  });

  test('50 orders of one amount, one gets the requisite', async () => {
    const trader = await kantor.createTrader({ balance: '10000' });
    await kantor.createRequisite(trader.id, { bankId: 3 });
    const answers = await Promise.all(Array.from({ length: 50 }, () => order('777.77', 3)));
    expect(tally(answers)).toEqual({ 201: 1, '409 no_requisite': 49 });
  });

  test('50 orders of different amounts at one requisite, none is turned away because another is being issued', async () => {
    const trader = await kantor.createTrader({ balance: '10000' });
    await kantor.createRequisite(trader.id, { bankId: 4 });
    const answers = await whileVerifying(Promise.all(Array.from({ length: 50 }, (_, i) => order(`${2000 + i}`, 4))));
    expect(tally(answers)).toEqual({ 201: 50 });
  });

  test("orders beyond a trader's balance, over many requisites, his balance never falls below zero", async () => {
    const trader = await kantor.createTrader({ balance: '100' });
    for (let i = 0; i < 10; i += 1) await kantor.createRequisite(trader.id, { bankId: 5 });
    // 10 USDT each: ten fit.
    const answers = await whileVerifying(Promise.all(Array.from({ length: 40 }, () => order('1000', 5))));
    expect(tally(answers)).toEqual({ 201: 10, '409 no_requisite': 30 });
    expect(await kantor.balances(trader.id)).toMatchObject({ available: 0n, held: usdt('100') });
  });

  test('confirm against cancel, each order has one end', async () => {
    const trader = await kantor.createTrader({ balance: '10000' });
    await kantor.createRequisite(trader.id, { bankId: 6 });
    const token = await trader.token();
    for (let i = 0; i < 20; i += 1) {
      const { body } = await order(`${3000 + i}`, 6);
      const answers = await Promise.all([
        act(token, body.id, 'confirm'),
        cancel(body.id),
        act(token, body.id, 'confirm'),
        cancel(body.id),
      ]);
      expect(tally(answers)).toEqual({ 200: 1, '409 order_status': 3 });
    }
    expect(await verify(kantor.db)).toEqual([]);
  });

  test('moves of earnings, they move once', async () => {
    const trader = await kantor.createTrader({ balance: '10000' });
    await kantor.createRequisite(trader.id, { bankId: 7 });
    const token = await trader.token();
    const { body } = await order('5000', 7);
    await act(token, body.id, 'confirm');
    const answers = await whileVerifying(
      Promise.all(Array.from({ length: 30 }, () => request(`${anyServer()}/api/v1/accounts/transfer/`, { token }))),
    );
    expect(tally(answers)).toEqual({ 200: 1, '409 nothing_to_move': 29 });
    expect(await kantor.balances(trader.id)).toMatchObject({ available: usdt('9951'), earned: 0n });
  });
});

describe('a server that is killed in the middle of confirmations', () => {
  test('loses none that it acknowledged and does none twice', async () => {
    const trader = await kantor.createTrader({ balance: '100000' });
    await kantor.createRequisite(trader.id, { bankId: 8 });
    const token = await trader.token();
    const ids: string[] = [];
    for (let i = 0; i < 120; i += 1) ids.push((await order(`${4000 + i}`, 8)).body.id);

    const victim = await startServer(kantor.databaseUrl);
    const journal = new Map<string, number>();
    const confirmAll = async (server: string) => {
      for (const id of ids.filter((each) => journal.get(each) !== 200)) {
        const answer = await request(`${server}/api/v1/orders/${id}/confirm/`, { token });
        journal.set(id, answer.status);
        if (journal.size === 60) void victim.kill('SIGKILL');
      }
    };
    await expect(confirmAll(victim.url)).rejects.toThrow();
    const acknowledged = [...journal].filter(([, status]) => status === 200).map(([id]) => id);
    expect(acknowledged.length).toBeGreaterThanOrEqual(60);
    expect(acknowledged.length).toBeLessThan(ids.length);

    const restarted = await startServer(kantor.databaseUrl);
    for (const id of acknowledged) {
      const read = await request(`${restarted.url}/api/v1/orders/${id}/`, { token, method: 'GET' });
      expect(read.body.status).toBe('CLOSED');
    }
    await confirmAll(restarted.url);
    // The one that was cut off is either confirmed now, or was confirmed unheard and answers 409.
    expect([...journal.values()].filter((status) => status === 409).length).toBeLessThanOrEqual(1);
    const { rows } = await sql<{ n: bigint }>`
      select count(*) as n from ledger_journal where kind = 'order_close' and cause = any(${ids}::uuid[])`.execute(
      kantor.db,
    );
    expect(rows[0]?.n).toBe(120n);
    expect(await verify(kantor.db)).toEqual([]);
    await restarted.kill('SIGTERM');
  });
});
