import { createClient, idempotencyKey, Refused } from '@kantor/contract/client.ts';
import { MERCHANT_API_BASE } from '@kantor/contract/plain/merchant-routes.ts';
import { API_BASE } from '@kantor/contract/plain/routes.ts';
import { cancelMerchantOrder, createMerchantOrder, getMerchantOrder } from '@kantor/contract/wire/merchant-orders.ts';
import {
  archiveRequisite,
  createRequisite,
  listRequisiteVersions,
  updateRequisite,
} from '@kantor/contract/wire/requisites.ts';
import { sql } from 'kysely';
import { describe, expect } from 'vitest';
import { newId } from '../../src/kernel/ids.ts';
import { verify } from '../../src/modules/verification/index.ts';
import { atOnce } from '../support/at-once.ts';
import { kantorTest } from '../support/fixtures.ts';
import type { KantorOptions } from '../support/kantor.ts';
import type { Trader } from '../support/people.ts';
import { startServer } from '../support/server-process.ts';

// Bank data under storm: two server processes on one database.

const test = kantorTest
  .extend('options', { scope: 'file' }, { now: 'running' } as KantorOptions)
  .extend('merchant', { scope: 'file' }, ({ kantor }) => kantor.createMerchant())
  .extend('servers', { scope: 'file' }, async ({ kantor }, { onCleanup }) => {
    const servers = await Promise.all([startServer(kantor.databaseUrl), startServer(kantor.databaseUrl)]);
    onCleanup(async () => void (await Promise.all(servers.map((server) => server.kill('SIGTERM')))));
    return servers.map(({ url }) => url);
  })
  .extend(
    'clients',
    { scope: 'file' },
    ({ servers }) =>
      ({ token }: Trader) =>
        servers.map((server) => createClient({ base: server + API_BASE, token })),
  )
  .extend('shops', { scope: 'file' }, ({ servers, merchant }) =>
    servers.map((server) => createClient({ base: server + MERCHANT_API_BASE, token: merchant.key })),
  );

/** The code of a refusal. Whatever else fails is thrown. */
const codeOf = (error: unknown): string => {
  if (error instanceof Refused) return error.code ?? '';
  throw error;
};

test('in a storm of changed bank data and orders, each order keeps the data that were in force, up to the archive', async ({
  kantor,
  clients,
  shops,
}) => {
  const trader = await kantor.createTrader({ balance: '100000' });
  const params = { id: await kantor.createRequisite(trader.id, { bankId: 1 }) };
  const orders: { id: string; shown: object }[] = [];
  const counts: Record<string, number> = {};
  const count = (what: string) => (counts[what] = (counts[what] ?? 0) + 1);

  // Each change and each order gives the others their turn: an order ends at once, so that the next change may succeed.
  const change = async (client: ReturnType<typeof clients>[number], n: number) => {
    const body = { bank_type: 1, is_sbp: true, fio: `Имя ${n}`, bank_account: `4081781077777777${1000 + n}` };
    await client.call(updateRequisite, { params, body }).then(
      () => count('changed'),
      (error) => count(codeOf(error)),
    );
  };
  const issue = async (shop: (typeof shops)[number], n: number) => {
    const key = newId(new Date());
    const body = { amount: `${1000 + n}`, method: 'sbp' as const, external_id: key, bank: 1 };
    try {
      const { id, requisite } = await shop.call(createMerchantOrder, { headers: idempotencyKey(key), body });
      orders.push({ id, shown: requisite });
      count('issued');
      await shop.call(cancelMerchantOrder, { headers: idempotencyKey(), params: { id } });
    } catch (error) {
      count(codeOf(error));
    }
  };
  const many = 40;
  const storm = [0, 1].flatMap((server) => {
    const [client, shop] = [clients(trader)[server], shops[server]];
    if (client === undefined || shop === undefined) throw new Error('There are two servers');
    return [0, 1].map(async (half) => {
      for (let n = 0; n < many; n += 1) {
        const turn = (server * 2 + half) * many + n;
        await (half === 0 ? change(client, turn) : issue(shop, turn));
        if (server === 1 && half === 0 && n === many - 5) await client.call(archiveRequisite, { params });
      }
    });
  });
  await Promise.all(storm);

  expect(counts['changed']).toBeGreaterThan(1);
  expect(counts['issued']).toBeGreaterThan(1);
  expect(counts['active_orders']).toBeGreaterThan(0);
  expect(await verify(kantor.db)).toEqual([]);
  for (const { id, shown } of orders) {
    expect((await shops[0]?.call(getMerchantOrder, { params: { id } }))?.requisite).toEqual(shown);
  }
  const { count: versions } = await trader.call(listRequisiteVersions, { params });
  expect(versions).toBe(1 + (counts['changed'] ?? 0));
  const { rows } = await sql<{ n: bigint }>`
    select count(distinct payee_version) as n from orders where requisite_id = ${params.id}`.execute(kantor.db);
  expect(rows[0]?.n).toBeGreaterThan(1n);
});

describe('of traders who register one account at once', () => {
  test('one has it, whoever it is and through whichever server', async ({ kantor, clients }) => {
    const traders = [await kantor.createTrader(), await kantor.createTrader()];
    for (let n = 0; n < 20; n += 1) {
      const body = { bank_type: 3, bank_account: `408178109999999${n + 10_000}`, phone: `+7900888${n + 1000}` };
      const calls = traders.flatMap((trader) =>
        clients(trader).map((client) => client.call(createRequisite, { body })),
      );
      const { answers, refusals } = await atOnce(calls);
      // The winner's two calls both succeed: an account may be on several requisites of one trader.
      expect(answers).toHaveLength(2);
      expect(refusals.map(({ code }) => code)).toEqual(['bank_data_refused', 'bank_data_refused']);
      const { rows } = await sql`
        select distinct trader_id from requisite where bank_account = ${body.bank_account}`.execute(kantor.db);
      expect(rows).toHaveLength(1);
    }
    expect(await verify(kantor.db)).toEqual([]);
  });

  test('it is never two traders’, and in the end nobody’s, when all give it up while others ask for it', async ({
    kantor,
    clients,
  }) => {
    const traders = [await kantor.createTrader(), await kantor.createTrader()];
    const body = { bank_type: 3, bank_account: '40817810888888880001' };
    let isOver = false;
    const storm = Promise.all(
      traders.flatMap((trader) =>
        clients(trader).map(async (client) => {
          for (let n = 0; n < 40; n += 1) {
            const made = await client.call(createRequisite, { body }).catch((error: unknown) => codeOf(error));
            if (typeof made !== 'string') await client.call(archiveRequisite, { params: { id: made.id } });
          }
        }),
      ),
    );
    storm.finally(() => (isOver = true)).catch(() => undefined);
    while (!isOver) expect(await verify(kantor.db)).toEqual([]);
    await storm;
    expect(await verify(kantor.db)).toEqual([]);
    const { rows } = await sql`select from account_claim where value = ${body.bank_account}`.execute(kantor.db);
    expect(rows).toEqual([]);
  });
});
