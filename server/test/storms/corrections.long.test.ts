import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { createClient, idempotencyKey } from '@kantor/contract/client.ts';
import { MERCHANT_API_BASE } from '@kantor/contract/plain/merchant-routes.ts';
import { API_BASE } from '@kantor/contract/plain/routes.ts';
import { moveEarnings } from '@kantor/contract/wire/balance.ts';
import { cancelMerchantPayout, createMerchantPayout } from '@kantor/contract/wire/merchant-payouts.ts';
import { confirmOrder } from '@kantor/contract/wire/orders.ts';
import { sql } from 'kysely';
import { expect } from 'vitest';
import { newId } from '../../src/kernel/ids.ts';
import { verify } from '../../src/modules/verification/index.ts';
import { atOnce } from '../support/at-once.ts';
import { kantorTest } from '../support/fixtures.ts';
import type { Kantor, KantorOptions } from '../support/kantor.ts';
import { usdt } from '../support/money.ts';
import { PASSWORD } from '../support/people.ts';
import { startServer } from '../support/server-process.ts';

// Corrections under storm: operators in processes of their own, a trader and a merchant at two servers.

const CLI = fileURLToPath(new URL('../../src/app/cli.ts', import.meta.url));
const OPERATORS = 3;

/** A trader with 10 000 USDT, a merchant with payouts and a requisite, three operators, and their calls at two servers. */
async function createDesk(kantor: Kantor, servers: readonly string[]) {
  const trader = await kantor.createTrader({ balance: '10000' });
  await kantor.createRequisite(trader.id);
  const merchant = await kantor.createMerchant({ payoutEnable: true });
  const operators: string[] = [];
  for (let n = 0; n < OPERATORS; n += 1) operators.push((await kantor.createOperator()).username);
  const [proposer = '', ...accepters] = operators;
  let turn = 0;
  const anyServer = () => servers[(turn += 1) % servers.length] ?? '';
  const traderAt = () => createClient({ base: anyServer() + API_BASE, token: trader.token });
  const shop = () => createClient({ base: anyServer() + MERCHANT_API_BASE, token: merchant.key });
  const confirm = (id: string) => traderAt().call(confirmOrder, { params: { id } });
  return {
    trader,
    merchant,
    accepters,
    confirm,
    moveEarnings: () => traderAt().call(moveEarnings),
    issue: async (amount: number): Promise<string> => (await merchant.order(amount)).id,
    payOut: (amount: string) => {
      const external_id = newId(new Date());
      const body = { amount, fio: 'Пётр Петров', phone: '+79991234567', method: 'sbp' as const, external_id };
      return shop().call(createMerchantPayout, { headers: idempotencyKey(external_id), body });
    },
    cancelPayout: (id: string) => shop().call(cancelMerchantPayout, { headers: idempotencyKey(), params: { id } }),
    propose: async (orderId: string, amount: string): Promise<string> => {
      const reversal = ['reverse-order', orderId, '--amount', amount, '--reason', 'Возврат банка'];
      return /^Proposed (\S+):/.exec(await kantor.cli(...reversal, '--by', proposer))?.[1] ?? '';
    },
  };
}

const test = kantorTest
  .extend('options', { scope: 'file' }, { now: 'running' } as KantorOptions)
  .extend('desk', { scope: 'file' }, async ({ kantor }, { onCleanup }) => {
    const servers = await Promise.all([startServer(kantor.databaseUrl), startServer(kantor.databaseUrl)]);
    onCleanup(async () => void (await Promise.all(servers.map((server) => server.kill('SIGTERM')))));
    return createDesk(
      kantor,
      servers.map(({ url }) => url),
    );
  })
  /** Runs a command as a process of its own. @returns whether it was done. */
  .extend('spawn', ({ kantor }) => (...args: string[]) => {
    const env = { PATH: process.env['PATH'], DATABASE_URL: kantor.databaseUrl, KANTOR_OPERATOR_PASSWORD: PASSWORD };
    return new Promise<boolean>((resolve) => {
      execFile(process.execPath, [CLI, ...args], { env }, (error) => resolve(error === null));
    });
  });

const reversals = async (kantor: Kantor, orderId: string) => {
  const { rows } = await sql<{ n: bigint }>`
    select count(*) as n from ledger_journal where kind = 'order_reversal' and cause = ${orderId}`.execute(kantor.db);
  return Number(rows[0]?.n);
};

test(
  'operators who accept at once carry a proposal out once',
  { timeout: 600_000 },
  async ({ kantor, desk, spawn }) => {
    for (let round = 0; round < 3; round += 1) {
      const id = await desk.issue(1000 + round);
      await desk.confirm(id);
      const proposal = await desk.propose(id, '1000');
      const accept = (by: string) => ['accept', proposal, '--by', by] as const;
      const [one = '', other = ''] = desk.accepters;
      const [processes, here] = await Promise.all([
        Promise.all([spawn(...accept(one)), spawn(...accept(other))]),
        Promise.allSettled([one, other, one, other].map((by) => kantor.cli(...accept(by)))),
      ]);
      const done = [...processes, ...here.map(({ status }) => status === 'fulfilled')].filter(Boolean);
      expect(done).toHaveLength(1);
      for (const outcome of here)
        if (outcome.status === 'rejected')
          expect(String(outcome.reason)).toContain('The proposal was decided on already. Nothing was changed.');
      expect(await reversals(kantor, id)).toBe(1);
    }
    expect(await verify(kantor.db)).toEqual([]);
  },
);

test(
  'reversals, closings, moves of earnings and payouts at once leave every sum right, and no debt overpaid',
  {
    timeout: 600_000,
  },
  async ({ kantor, desk }) => {
    const total = async () => {
      const { available, held, owed } = await kantor.balances(desk.merchant.id);
      return available + held + owed;
    };
    const closed: string[] = [];
    for (let n = 0; n < 16; n += 1) closed.push(await desk.issue(2000 + n));
    for (const id of closed) await desk.confirm(id);
    const active: string[] = [];
    for (let n = 0; n < 24; n += 1) active.push(await desk.issue(3000 + n));
    // All that the merchant has is held for a payout: whatever is taken back is owed.
    const { available } = await kantor.balances(desk.merchant.id);
    const rest = await desk.payOut(`${(available * 10_000n) / 105_000_000n / 100n}`);
    const proposals: string[] = [];
    for (const id of closed) proposals.push(await desk.propose(id, '2000'));
    const before = await total();

    let isOver = false;
    const until = async (work: () => Promise<unknown>) => {
      while (!isOver) await work();
    };
    const lanes = desk.accepters.map(async (by, lane) => {
      for (const proposal of proposals.filter((_, n) => n % desk.accepters.length === lane))
        await kantor.cli('accept', proposal, '--by', by);
    });
    const closings = [0, 1].map(async (lane) => {
      for (const id of active.filter((_, n) => n % 2 === lane)) await desk.confirm(id);
    });
    const around = [
      until(() => atOnce([desk.moveEarnings(), desk.moveEarnings()])),
      until(async () => {
        const { answers } = await atOnce([desk.payOut('100'), desk.payOut('5000')]);
        await atOnce(answers.flatMap(({ id }) => [desk.cancelPayout(id), desk.cancelPayout(id)]));
      }),
      until(async () => expect(await verify(kantor.db)).toEqual([])),
    ];
    await Promise.all([...lanes, ...closings]).finally(() => (isOver = true));
    await Promise.all(around);

    // Each reversal takes 19 USDT; the closings bring 3 000 RUB and a little each, less five per cent.
    const brought = active.reduce((sum, _, n) => sum + (usdt(String(3000 + n)) / 100n / 100n) * 95n, 0n);
    expect(await total()).toBe(before - 16n * usdt('19') + brought);
    await desk.cancelPayout(rest.id);
    expect(await kantor.balances(desk.merchant.id)).toMatchObject({ held: 0n, owed: 0n, available: await total() });
    for (const id of closed) expect(await reversals(kantor, id)).toBe(1);
    expect(await verify(kantor.db)).toEqual([]);
    expect(await kantor.deadlocks()).toBe(0);
  },
);
