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
    pay,
    advance,
  }) => {
    const since = await endOfOutbox(kantor.db);
    pay('1234.567891');
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
      await advance();
      expect((await chain.seen(trader)).pending).toMatchObject([{ id, confirmations: n }]);
      expect(await balance()).toBe(0n);
    }
    await advance();
    expect(await chain.seen(trader)).toEqual({ pending: [], credited: [{ id, ...listed }] });
    expect(await balance()).toBe(usdt('1234.567891'));
    expect(await eventsSince(since)).toEqual([
      ['deposit.pending', id, [trader.id]],
      ['deposit.credited', id, [trader.id]],
    ]);
    expect(await verify(kantor.db)).toEqual([]);
  });

  test('has one address for its page, before and after', async ({ chain, trader, pay, advance }) => {
    pay('5');
    await advance(8);
    const { id, tx_hash: hash } = await chain.onlyPending(trader);
    const params = { id };
    const before = await trader.call(getDeposit, { params });
    expect(before).toMatchObject({ id, amount: '5.000000', confirmations: 7, confirmations_needed: 19 });
    // The transaction as the chain has it.
    expect(JSON.parse(before.raw_data)).toMatchObject({ txID: hash, ret: [{ contractRet: 'SUCCESS' }] });
    const stranger = await chain.createTrader();
    expect(await stranger.refusal(getDeposit, { params })).toMatchObject({ status: 404 });
    await advance(12);
    expect(await trader.call(getDeposit, { params })).toEqual({ ...before, confirmations: null });
    expect(await stranger.refusal(getDeposit, { params })).toMatchObject({ status: 404 });
  });

  test('comes with others of its block and of its transaction, each on its own', async ({
    kantor,
    chain,
    trader,
    balance,
    pay,
    advance,
  }) => {
    const other = await chain.createTrader();
    const txHash = 'ab'.repeat(32);
    pay('1');
    chain.plan({ to: other.wallet, amount: usdt('2'), txHash });
    pay('4');
    await advance(25);
    expect([await balance(), await balance(other)]).toEqual([usdt('5'), usdt('2')]);
    expect((await chain.seen(trader)).credited).toHaveLength(2);
    expect((await chain.seen(other)).credited).toMatchObject([{ tx_hash: txHash }]);
    expect(await verify(kantor.db)).toEqual([]);
  });

  test('that becomes final with others at once is listed above those of older blocks', async ({
    chain,
    trader,
    pay,
    advance,
  }) => {
    for (const n of [1, 2, 3, 4, 5]) pay(`${n}`, { number: chain.node.head() + n });
    await advance(30);
    const amounts = (await chain.seen(trader)).credited.map(({ amount }) => amount);
    expect(amounts).toEqual(['5.000000', '4.000000', '3.000000', '2.000000', '1.000000']);
  });

  test('is seen also by a worker that was started later, and by one that was away', async ({
    kantor,
    chain,
    balance,
    pay,
    advance,
  }) => {
    pay('7');
    await advance();
    pay('11');
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
  trader,
  balance,
  advance,
}) => {
  const other = await chain.createTrader();
  chain.plan({ from: trader.wallet, to: other.wallet, amount: usdt('3') });
  const warnings = await advance(25);
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
  trader,
  balance,
  pay,
  advance,
}) => {
  const [right, wrong] = ['cd'.repeat(32), 'ef'.repeat(32)];
  pay('500', { txHash: right });
  pay('700', { txHash: wrong });
  await advance();
  const byHand = (reference: string, amount: string) =>
    creditByHand(kantor.db, { traderId: trader.id, amount: usdt(amount), reference, at: kantor.clock() });
  expect(await byHand(right, '500')).toMatchObject({ kind: 'credited' });
  expect(await byHand(wrong, '70')).toMatchObject({ kind: 'credited' });
  expect(await advance(20)).toEqual([
    `Transaction ${wrong} brings 700.000000 USDT, but was credited by hand as 70.000000 USDT: nothing more was credited.`,
  ]);
  expect(await balance()).toBe(usdt('570'));
  expect((await chain.seen(trader)).credited).toHaveLength(2);
  expect(await verify(kantor.db)).toEqual([]);
});

test('Nothing that is read is left behind', async ({ kantor, chain, advance }) => {
  await advance(40);
  const { rows } = await sql<{ blocks: bigint; pending: bigint }>`
    select (select count(*) from chain_block) as blocks, (select count(*) from chain_pending) as pending`.execute(
    kantor.db,
  );
  expect(rows).toEqual([{ blocks: 19n, pending: 0n }]);
  expect(await chain.cursor()).toBe(chain.node.head() - 19);
});
