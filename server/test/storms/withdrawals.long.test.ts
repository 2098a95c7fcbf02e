import { createClient } from '@kantor/contract/client.ts';
import { API_BASE } from '@kantor/contract/plain/routes.ts';
import {
  cancelTraderWithdrawal,
  createTraderWallet,
  createTraderWithdrawal,
  getTraderWithdrawal,
  listTraderWallets,
} from '@kantor/contract/wire/withdrawals.ts';
import { sql } from 'kysely';
import { expect } from 'vitest';
import { verify } from '../../src/modules/verification/index.ts';
import { atOnce } from '../support/at-once.ts';
import { kantorTest } from '../support/fixtures.ts';
import type { KantorOptions } from '../support/kantor.ts';
import { usdt } from '../support/money.ts';
import { startServer } from '../support/server-process.ts';
import { newAddress } from '../withdrawals/fixture.ts';

// Withdrawals under storm: a trader at two server processes, and operators beside them.

const test = kantorTest
  .extend('options', { scope: 'file' }, { now: 'running' } as KantorOptions)
  .extend('servers', { scope: 'file' }, async ({ kantor }, { onCleanup }) => {
    const noWait = { KANTOR_WALLET_WAIT_HOURS: '0' };
    const start = () => startServer(kantor.databaseUrl, 'api', noWait);
    const servers = await Promise.all([start(), start()]);
    onCleanup(async () => void (await Promise.all(servers.map((server) => server.kill('SIGTERM')))));
    return servers;
  })
  .extend('trader', ({ kantor }) => kantor.createTrader({ balance: '1000' }))
  /** The trader's client of one server or of the other, by turns. */
  .extend('anyClient', ({ trader, servers }) => {
    const clients = servers.map(({ url }) => createClient({ base: url + API_BASE, token: trader.token }));
    let turn = 0;
    return () => clients[(turn += 1) % clients.length]!;
  })
  .extend(
    'addWallet',
    ({ anyClient }) =>
      (wallet_to_withdraw: string) =>
        anyClient().call(createTraderWallet, { body: { wallet_to_withdraw } }),
  )
  .extend(
    'withdraw',
    ({ anyClient }) =>
      async (amount_in_usdt: string, wallet_id: string) =>
        anyClient().call(createTraderWithdrawal, { body: { amount_in_usdt, wallet_id } }),
  );

test('cancelled, being sent, rejected and closed at once, a withdrawal ends once', async ({
  kantor,
  trader,
  anyClient,
  addWallet,
  withdraw,
}) => {
  const wallet = await addWallet(newAddress());
  const ends: Record<string, number> = {};
  for (let i = 0; i < 20; i += 1) {
    const { id } = await withdraw('10.000001', wallet.id);
    const hash = i.toString(16).padStart(64, 'e');
    const cancel = () => anyClient().call(cancelTraderWithdrawal, { params: { id } });
    const [owner, operators] = await Promise.all([
      atOnce([cancel(), cancel()]),
      Promise.allSettled([
        kantor.cli('send-withdrawal', id, '--by', 'Anna'),
        kantor.cli('reject-withdrawal', id, '--reason', 'Адрес биржи', '--not-sent'),
        kantor.cli('close-withdrawal', id, '--hash', hash),
        kantor.cli('reject-withdrawal', id, '--reason', 'Адрес биржи'),
      ]),
    ]);
    for (const { status } of owner.refusals) expect(status).toBe(409);
    const { outcome, sending_at } = await trader.call(getTraderWithdrawal, { params: { id } });
    const [sending, ...decisions] = operators.map(({ status }) => status === 'fulfilled');
    const said = [
      ...owner.answers.map(() => 'CANCELLED'),
      ...decisions.flatMap((done, n) => (done ? [['REJECTED', 'SENT', 'REJECTED'][n]] : [])),
    ];
    expect(said).toEqual([outcome]);
    expect(sending_at !== null).toBe(sending);
    if (outcome === 'CANCELLED') expect(sending).toBe(false);
    const { rows } = await sql<{ kind: string }>`
      select kind from ledger_journal where cause = ${id} and kind <> 'withdrawal_hold'`.execute(kantor.db);
    expect(rows).toEqual([{ kind: outcome === 'SENT' ? 'withdrawal_close' : 'withdrawal_release' }]);
    ends[outcome ?? ''] = (ends[outcome ?? ''] ?? 0) + 1;
  }
  const sent = BigInt(ends['SENT'] ?? 0) * usdt('10.000001');
  expect(await kantor.balances(trader.id)).toMatchObject({ available: usdt('1000') - sent, held: 0n });
  expect(await verify(kantor.db)).toEqual([]);
});

test('of the whole balance at once, one is taken', async ({ kantor, trader, addWallet, withdraw }) => {
  const wallet = await addWallet(newAddress());
  const { answers, refusals } = await atOnce(Array.from({ length: 40 }, () => withdraw('1000', wallet.id)));
  expect(answers).toHaveLength(1);
  expect(new Set(refusals.map(({ code }) => code))).toEqual(new Set(['insufficient_funds']));
  expect(await kantor.balances(trader.id)).toMatchObject({ available: 0n, held: usdt('1000') });
  expect(await verify(kantor.db)).toEqual([]);
});

test('more than fifty wallets at once, fifty are taken; of one address, one', async ({ trader, addWallet }) => {
  const address = newAddress();
  const same = await atOnce(Array.from({ length: 10 }, () => addWallet(address)));
  expect([same.answers.length, new Set(same.refusals.map(({ code }) => code))]).toEqual([
    1,
    new Set(['wallet_exists']),
  ]);
  const others = await atOnce(Array.from({ length: 70 }, () => addWallet(newAddress())));
  expect([others.answers.length, new Set(others.refusals.map(({ code }) => code))]).toEqual([
    49,
    new Set(['wallets_limit']),
  ]);
  expect((await trader.call(listTraderWallets)).count).toBe(50);
});
