import { sql } from 'kysely';
import { getDeposit } from '@kantor/contract/wire/deposits.ts';
import { describe, expect } from 'vitest';
import { MINUTE } from '../../src/kernel/clock.ts';
import { creditByHand } from '../../src/modules/chain/index.ts';
import { verify } from '../../src/modules/verification/index.ts';
import type { Position } from '../../src/outbox/read.ts';
import { usdt } from '../support/money.ts';
import { endOfOutbox, readAllEvents } from '../support/outbox-reading.ts';
import { test as base } from './fixture.ts';
import { startChain } from './simulated-chain.ts';

const test = base.extend(
  'eventsSince',
  ({ kantor }) =>
    async (position: Position) =>
      (await readAllEvents(kantor.db, position)).map(({ kind, objectId, owners }) => [kind, objectId, owners]),
);

test('The first start begins near the newest block, not at the first one', async ({ newcomer, onTestFinished }) => {
  const chain = await startChain(newcomer);
  onTestFinished(() => chain.close());
  await chain.readAll(chain.scan());
  expect(await chain.cursor()).toBe(chain.node.head() - 19);
  // Genesis, newest, where to begin; genesis again; then two calls at most for each of the 19 blocks and the one to come.
  expect(chain.asked.length).toBeLessThanOrEqual(5 + 2 * 19 + 1);
});

describe('A transfer to a trader', () => {
  test('is pending from its first block on, and credited by the nineteenth after it', async ({
    kantor,
    chain,
    scan,
    trader,
    balance,
    eventsSince,
  }) => {
    const since = await endOfOutbox(kantor.db);
    chain.plan({ to: trader.wallet, amount: usdt('1234.567891') });
    chain.grow();
    const block = chain.node.head();
    await chain.readAll(scan);
    const { pending, credited } = await chain.seen(trader);
    expect(credited).toEqual([]);
    expect(pending).toEqual([
      {
        id: expect.any(String),
        tx_hash: expect.stringMatching(/^[0-9a-f]{64}$/),
        amount: '1234.567891',
        block_number: block,
        timestamp: new Date(chain.node.blockAt(block).at).toISOString(),
        confirmations: 0,
        confirmations_needed: 19,
      },
    ]);
    expect(await balance()).toBe(0n);
    const { id, confirmations: _none, confirmations_needed: _all, ...listed } = await chain.onlyPending(trader);

    for (let n = 1; n <= 18; n += 1) {
      chain.grow();
      await chain.readAll(scan);
      expect((await chain.seen(trader)).pending).toMatchObject([{ id, confirmations: n }]);
      expect(await balance()).toBe(0n);
    }
    chain.grow();
    await chain.readAll(scan);
    expect(await chain.seen(trader)).toEqual({ pending: [], credited: [{ id, ...listed }] });
    expect(await balance()).toBe(usdt('1234.567891'));
    expect(await eventsSince(since)).toEqual([
      ['deposit.pending', id, [trader.id]],
      ['deposit.credited', id, [trader.id]],
    ]);
    expect(await verify(kantor.db)).toEqual([]);
  });

  test('has one address for its page, before and after', async ({ chain, scan, trader }) => {
    chain.plan({ to: trader.wallet, amount: usdt('5') });
    chain.grow(8);
    await chain.readAll(scan);
    const { id, tx_hash: hash } = await chain.onlyPending(trader);
    const params = { id };
    const before = await trader.call(getDeposit, { params });
    expect(before).toMatchObject({ id, amount: '5.000000', confirmations: 7, confirmations_needed: 19 });
    // The transaction as the chain has it.
    expect(JSON.parse(before.raw_data)).toMatchObject({ txID: hash, ret: [{ contractRet: 'SUCCESS' }] });
    const stranger = await chain.createTrader();
    expect(await stranger.refusal(getDeposit, { params })).toMatchObject({ status: 404 });
    chain.grow(12);
    await chain.readAll(scan);
    expect(await trader.call(getDeposit, { params })).toEqual({ ...before, confirmations: null });
    expect(await stranger.refusal(getDeposit, { params })).toMatchObject({ status: 404 });
  });

  test('comes with others of its block and of its transaction, each on its own', async ({
    kantor,
    chain,
    scan,
    trader,
    balance,
  }) => {
    const other = await chain.createTrader();
    const txHash = 'ab'.repeat(32);
    chain.plan({ to: trader.wallet, amount: usdt('1') });
    chain.plan({ to: other.wallet, amount: usdt('2'), txHash });
    chain.plan({ to: trader.wallet, amount: usdt('4') });
    chain.grow(25);
    await chain.readAll(scan);
    expect([await balance(), await balance(other)]).toEqual([usdt('5'), usdt('2')]);
    expect((await chain.seen(trader)).credited).toHaveLength(2);
    expect((await chain.seen(other)).credited).toMatchObject([{ tx_hash: txHash }]);
    expect(await verify(kantor.db)).toEqual([]);
  });

  test('that becomes final with others at once is listed above those of older blocks', async ({
    chain,
    scan,
    trader,
  }) => {
    for (const n of [1, 2, 3, 4, 5]) chain.plan({ to: trader.wallet, amount: usdt(`${n}`) }, chain.node.head() + n);
    chain.grow(30);
    await chain.readAll(scan);
    const amounts = (await chain.seen(trader)).credited.map(({ amount }) => amount);
    expect(amounts).toEqual(['5.000000', '4.000000', '3.000000', '2.000000', '1.000000']);
  });

  test('is seen also by a worker that was started later, and by one that was away', async ({
    kantor,
    chain,
    scan,
    trader,
    balance,
  }) => {
    chain.plan({ to: trader.wallet, amount: usdt('7') });
    chain.grow();
    await chain.readAll(scan);
    chain.plan({ to: trader.wallet, amount: usdt('11') });
    chain.grow(10);
    kantor.pass(MINUTE);
    // The lease of the one before has run out.
    await chain.readAll(chain.scan());
    expect(await balance()).toBe(usdt('18'));
    expect(await verify(kantor.db)).toEqual([]);
  });
});

test('A transfer between our own addresses is the operator moving what is credited, not a deposit', async ({
  chain,
  scan,
  trader,
  balance,
}) => {
  const other = await chain.createTrader();
  chain.plan({ from: trader.wallet, to: other.wallet, amount: usdt('3') });
  chain.grow(25);
  const warnings = await chain.readAll(scan);
  expect(warnings).toEqual([
    expect.stringMatching(
      new RegExp(`brings 3.000000 USDT to ${other.wallet} from ${trader.wallet}, which is a deposit address too`),
    ),
  ]);
  expect(await balance(other)).toBe(0n);
});

test('What the operator credited by hand meanwhile is listed, not credited again, and a difference is remarked', async ({
  kantor,
  chain,
  scan,
  trader,
  balance,
}) => {
  const [right, wrong] = ['cd'.repeat(32), 'ef'.repeat(32)];
  chain.plan({ to: trader.wallet, amount: usdt('500'), txHash: right });
  chain.plan({ to: trader.wallet, amount: usdt('700'), txHash: wrong });
  chain.grow();
  await chain.readAll(scan);
  const byHand = (reference: string, amount: string) =>
    creditByHand(kantor.db, { traderId: trader.id, amount: usdt(amount), reference, at: kantor.clock() });
  expect(await byHand(right, '500')).toMatchObject({ kind: 'credited' });
  expect(await byHand(wrong, '70')).toMatchObject({ kind: 'credited' });
  chain.grow(20);
  expect(await chain.readAll(scan)).toEqual([
    `Transaction ${wrong} brings 700.000000 USDT, but was credited by hand as 70.000000 USDT: nothing more was credited.`,
  ]);
  expect(await balance()).toBe(usdt('570'));
  expect((await chain.seen(trader)).credited).toHaveLength(2);
  expect(await verify(kantor.db)).toEqual([]);
});

test('Nothing that is read is left behind', async ({ kantor, chain, scan }) => {
  chain.grow(40);
  await chain.readAll(scan);
  const { rows } = await sql<{ blocks: bigint; pending: bigint }>`
    select (select count(*) from chain_block) as blocks, (select count(*) from chain_pending) as pending`.execute(
    kantor.db,
  );
  expect(rows).toEqual([{ blocks: 19n, pending: 0n }]);
  expect(await chain.cursor()).toBe(chain.node.head() - 19);
});
