import { createClient, idempotencyKey } from '@kantor/contract/client.ts';
import { MERCHANT_API_BASE } from '@kantor/contract/plain/merchant-routes.ts';
import { API_BASE } from '@kantor/contract/plain/routes.ts';
import { moveEarnings } from '@kantor/contract/wire/balance.ts';
import { cancelMerchantOrder, createMerchantOrder } from '@kantor/contract/wire/merchant-orders.ts';
import { confirmOrder, getOrder } from '@kantor/contract/wire/orders.ts';
import { sql } from 'kysely';
import { describe, expect } from 'vitest';
import { newId } from '../../src/kernel/ids.ts';
import { verify } from '../../src/modules/verification/index.ts';
import { atOnce } from '../support/at-once.ts';
import { kantorTest } from '../support/fixtures.ts';
import type { Kantor, KantorOptions } from '../support/kantor.ts';
import { usdt } from '../support/money.ts';
import type { Trader } from '../support/people.ts';
import { startServer } from '../support/server-process.ts';

// Money under storm: two server processes on one database, and the invariants checked while it rages.

/** A trader's client of a server. */
const clientOf = ({ token }: Trader, server: string) => createClient({ base: server + API_BASE, token });

const test = kantorTest
  .extend('options', { scope: 'file' }, { now: 'running' } as KantorOptions)
  .extend('merchant', { scope: 'file' }, ({ kantor }) => kantor.createMerchant())
  /** The address of one server or of the other, by turns. */
  .extend('anyServer', { scope: 'file' }, async ({ kantor }, { onCleanup }) => {
    const [one, other] = await Promise.all([startServer(kantor.databaseUrl), startServer(kantor.databaseUrl)]);
    onCleanup(async () => void (await Promise.all([one.kill('SIGTERM'), other.kill('SIGTERM')])));
    let turn = 0;
    return () => ((turn += 1) % 2 === 0 ? one : other).url;
  })
  .extend(
    'confirm',
    { scope: 'file' },
    ({ anyServer }) =>
      (trader: Trader, id: string) =>
        clientOf(trader, anyServer()).call(confirmOrder, { params: { id } }),
  )
  .extend(
    'shop',
    { scope: 'file' },
    ({ anyServer, merchant }) =>
      () =>
        createClient({ base: anyServer() + MERCHANT_API_BASE, token: merchant.key }),
  )
  .extend('order', { scope: 'file' }, ({ shop }) => (amount: string, bank: number) => {
    const key = newId(new Date());
    const body = { amount, method: 'sbp' as const, external_id: key, bank };
    return shop().call(createMerchantOrder, { headers: idempotencyKey(key), body });
  })
  .extend(
    'cancel',
    { scope: 'file' },
    ({ shop }) =>
      (id: string) =>
        shop().call(cancelMerchantOrder, { headers: idempotencyKey(), params: { id } }),
  );

/** Checks every invariant again and again until `work` is done, and once more after it. */
async function whileVerifying<Result>(kantor: Kantor, work: Promise<Result>): Promise<Result> {
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

/** The number of calls that succeeded, and of those that met each refusal. */
function tally({ answers, refusals }: Awaited<ReturnType<typeof atOnce>>) {
  const counts: Record<string, number> = { done: answers.length };
  for (const { status, code } of refusals) counts[`${status} ${code}`] = (counts[`${status} ${code}`] ?? 0) + 1;
  return counts;
}

describe('in a storm of', () => {
  test('100 confirmations of each of 50 orders, each order closes once', async ({ kantor, order, confirm }) => {
    const trader = await kantor.createTrader({ balance: '10000' });
    await kantor.createRequisite(trader.id, { bankId: 1 });
    const ids: string[] = [];
    for (let i = 0; i < 50; i += 1) ids.push((await order(`${100 + i}`, 1)).id);

    const confirmHundredfold = (id: string) => Array.from({ length: 100 }, () => confirm(trader, id));
    const storm = async () => {
      const counts = { closed: 0, refused: 0 };
      // No more at once than wait at a server's door: who finds it full is late, and may be taken for one that never speaks.
      for (let first = 0; first < ids.length; first += 5) {
        const { answers, refusals } = await atOnce(ids.slice(first, first + 5).flatMap(confirmHundredfold));
        counts.closed += answers.length;
        counts.refused += refusals.filter(({ status, code }) => status === 409 && code === 'order_status').length;
      }
      return counts;
    };
    expect(await whileVerifying(kantor, storm())).toEqual({ closed: 50, refused: 4950 });
    const { rows } = await sql<{ n: bigint }>`
      select count(*) as n from ledger_journal where kind = 'order_close' and cause = any(${ids}::uuid[])`.execute(
      kantor.db,
    );
    expect(rows[0]?.n).toBe(50n);
    expect((await kantor.balances(trader.id)).held).toBe(0n);
  });

  test('50 orders for the last free place of a requisite, one gets it', async ({ kantor, order }) => {
    const trader = await kantor.createTrader({ balance: '10000' });
    await kantor.createRequisite(trader.id, { bankId: 2, maxCurrentDeals: 1 });
    const orders = atOnce(Array.from({ length: 50 }, (_, i) => order(`${1000 + i}`, 2)));
    expect(tally(await whileVerifying(kantor, orders))).toEqual({ done: 1, '409 no_requisite': 49 });
  });

  test('50 orders of one amount, one gets the requisite', async ({ kantor, order }) => {
    const trader = await kantor.createTrader({ balance: '10000' });
    await kantor.createRequisite(trader.id, { bankId: 3 });
    const orders = await atOnce(Array.from({ length: 50 }, () => order('777.77', 3)));
    expect(tally(orders)).toEqual({ done: 1, '409 no_requisite': 49 });
  });

  test('50 orders of different amounts at one requisite, none is turned away because another is being issued', async ({
    kantor,
    order,
  }) => {
    const trader = await kantor.createTrader({ balance: '10000' });
    await kantor.createRequisite(trader.id, { bankId: 4 });
    const orders = atOnce(Array.from({ length: 50 }, (_, i) => order(`${2000 + i}`, 4)));
    expect(tally(await whileVerifying(kantor, orders))).toEqual({ done: 50 });
  });

  test("orders beyond a trader's balance, over many requisites, their balance never falls below zero", async ({
    kantor,
    order,
  }) => {
    const trader = await kantor.createTrader({ balance: '100' });
    for (let i = 0; i < 10; i += 1) await kantor.createRequisite(trader.id, { bankId: 5 });
    // 10 USDT each: ten fit.
    const orders = atOnce(Array.from({ length: 40 }, () => order('1000', 5)));
    expect(tally(await whileVerifying(kantor, orders))).toEqual({ done: 10, '409 no_requisite': 30 });
    expect(await kantor.balances(trader.id)).toMatchObject({ available: 0n, held: usdt('100') });
  });

  test('confirm against cancel, each order has one end', async ({ kantor, order, confirm, cancel }) => {
    const trader = await kantor.createTrader({ balance: '10000' });
    await kantor.createRequisite(trader.id, { bankId: 6 });
    for (let i = 0; i < 20; i += 1) {
      const { id } = await order(`${3000 + i}`, 6);
      const ends = await atOnce<unknown>([confirm(trader, id), cancel(id), confirm(trader, id), cancel(id)]);
      expect(tally(ends)).toEqual({ done: 1, '409 order_status': 3 });
    }
    expect(await verify(kantor.db)).toEqual([]);
  });

  test('moves of earnings, they move once', async ({ kantor, anyServer, order, confirm }) => {
    const trader = await kantor.createTrader({ balance: '10000' });
    await kantor.createRequisite(trader.id, { bankId: 7 });
    const { id } = await order('5000', 7);
    await confirm(trader, id);
    const moves = atOnce(Array.from({ length: 30 }, () => clientOf(trader, anyServer()).call(moveEarnings)));
    expect(tally(await whileVerifying(kantor, moves))).toEqual({ done: 1, '409 nothing_to_move': 29 });
    expect(await kantor.balances(trader.id)).toMatchObject({ available: usdt('9951'), earned: 0n });
  });
});

describe('a server that is killed in the middle of confirmations', () => {
  test('loses none that it acknowledged and does none twice', async ({ kantor, order }) => {
    const trader = await kantor.createTrader({ balance: '100000' });
    await kantor.createRequisite(trader.id, { bankId: 8 });
    const ids: string[] = [];
    for (let i = 0; i < 120; i += 1) ids.push((await order(`${4000 + i}`, 8)).id);

    const victim = await startServer(kantor.databaseUrl);
    const journal = new Map<string, number>();
    const confirmAll = async (server: string) => {
      for (const id of ids.filter((each) => journal.get(each) !== 200)) {
        const { refusals } = await atOnce([clientOf(trader, server).call(confirmOrder, { params: { id } })]);
        journal.set(id, refusals[0]?.status ?? 200);
        if (journal.size === 60) void victim.kill('SIGKILL');
      }
    };
    await expect(confirmAll(victim.url)).rejects.toThrow();
    const acknowledged = [...journal].filter(([, status]) => status === 200).map(([id]) => id);
    expect(acknowledged.length).toBeGreaterThanOrEqual(60);
    expect(acknowledged.length).toBeLessThan(ids.length);

    const restarted = await startServer(kantor.databaseUrl);
    for (const id of acknowledged)
      expect((await clientOf(trader, restarted.url).call(getOrder, { params: { id } })).status).toBe('CLOSED');
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
