import { sql } from 'kysely';
import { describe, expect } from 'vitest';
import type { Intercept } from '@kantor/demo/tron/node.ts';
import { usdt } from '../support/money.ts';
import { blockOf, failureOf, type Json, last, type Lie, test } from './faulty-node.ts';
import type { Chain } from './simulated-chain.ts';

// Whatever a node says, nothing wrong is credited; and once it tells the truth again, nothing right is lost.

const raw = (block: Json) => block.block_header.raw_data;

describe('A block that', () => {
  test.for<[string, Lie, RegExp]>([
    ['is another one', (_block, num, blockOf) => blockOf(num - 1), /it answered block \d+ for block \d+\.$/],
    ['is the newest one', (_block, num, blockOf) => blockOf(num - 5), /it answered block \d+ for block \d+\.$/],
    ['says another number', (block) => void (raw(block).number += 1), /its block \d+ has the id of another\.$/],
    ['says no number', (block) => void delete raw(block).number, /its block 0 has the id of another\.$/],
    [
      'follows none',
      (block) => void (raw(block).parentHash = '0'.repeat(64)),
      /its block \d+ does not follow block \d+\.$/,
    ],
    ['has no id', (block) => void delete block.blockID, /its block has a wrong blockID\.$/],
    ['has half an id', (block) => void (block.blockID = block.blockID.slice(32)), /its block has a wrong blockID\.$/],
    ['has no header', (block) => void delete block.block_header, /its block has a wrong block_header\.$/],
    [
      'has its number as a text',
      (block) => void (raw(block).number = `${raw(block).number}`),
      /a wrong block_header\.raw_data\.number\.$/,
    ],
    ['has no time', (block) => void (raw(block).timestamp = -1), /a wrong block_header\.raw_data\.timestamp\.$/],
    [
      'lost its transactions',
      (block) => void delete block.transactions,
      /has other transactions than its header says\.$/,
    ],
    [
      'has transactions of nowhere',
      (block) => void (raw(block).txTrieRoot = '0'.repeat(64)),
      /has other transactions than its header says\.$/,
    ],
    [
      'has a transaction twice',
      (block) => void block.transactions.push(block.transactions[0]),
      /has a transaction twice\.$/,
    ],
    [
      'has something else for a transaction',
      (block) => void (block.transactions[0] = 'tx'),
      /a wrong transactions\.0\.$/,
    ],
    ['is null', () => null, /its block has a wrong form\.$/],
    ['is a list', () => [], /its block has a wrong form\.$/],
    [
      'lost one of its transactions',
      (block) => void block.transactions.pop(),
      /list of transactions of block \d+ is not that block's\.$/,
    ],
    [
      'says that a transfer failed, which is said to have succeeded',
      (block) => void (block.transactions.at(-1).ret = [{ contractRet: 'REVERT' }]),
      /succeeded, and that it did not\.$/,
    ],
  ])('%s is not taken for the truth', async ([_name, change, sentence], { lie, expectNothingLost }) => {
    lie('block', change);
    await expectNothingLost(sentence);
  });

  test('does not belong to its neighbours is left for later', async ({ lie, expectNothingLost }) => {
    // The answer of another node behind the same address, on a branch of its own.
    lie('block', (block) => void (raw(block).parentHash = raw(block).parentHash.slice(0, 16) + 'ab'.repeat(24)));
    await expectNothingLost(/has two chains: its block \d+ does not follow its block \d+\.$/);
  });
});

test('A block in the midst of others that does not follow the one before it ends what is read', async ({
  chain,
  scan,
  trader,
  balance,
  lie,
}) => {
  const broken = chain.node.head() + 3;
  lie('block', (block, num) => {
    if (num === broken) raw(block).parentHash = raw(block).parentHash.slice(0, 16) + 'ab'.repeat(24);
  });
  chain.plan({ to: trader.wallet, amount: usdt('100') }, broken);
  chain.grow(30);
  // The chain stood still, so one block is asked for; then several.
  for (let turn = 0; turn < 2; turn += 1) expect(await scan()).toMatchObject({ kind: 'read' });
  expect(await failureOf(scan())).toMatch(/has two chains: its block \d+ does not follow its block \d+\.$/);
  expect((await chain.seen(trader)).pending).toEqual([]);
  chain.node.intercept(undefined);
  await chain.readAll(scan);
  expect(await balance()).toBe(usdt('100'));
});

describe('A list of results that', () => {
  test.for<[string, Lie, RegExp]>([
    [
      'is empty, as of a node that lags behind',
      () => [],
      /its list of transactions of block \d+ is not that block's\.$/,
    ],
    ['lacks one', (infos) => void infos.pop(), /is not that block's\.$/],
    ['has one twice', (infos) => void infos.push(infos[0]), /is not that block's\.$/],
    ['has a foreign one', (infos) => void (last(infos).id = 'ab'.repeat(32)), /is not that block's\.$/],
    ['is of another block', (infos) => void (last(infos).blockNumber += 1), /is not that block's\.$/],
    ['is an object', () => ({}), /its list of transactions of block \d+ has a wrong form\.$/],
    ['is null', () => null, /has a wrong form\.$/],
    ['has half an id', (infos) => void (last(infos).id = 'ab'), /has a wrong \d+\.id\.$/],
    ['has something else for logs', (infos) => void (last(infos).log = 'log'), /has a wrong \d+\.log\.$/],
    [
      'says nothing of success, which the block does',
      (infos) => void delete last(infos).receipt.result,
      /succeeded, and that it did not\.$/,
    ],
    [
      'says that it failed, and the block that it did not',
      (infos) => void (last(infos).result = 'FAILED'),
      /succeeded, and that it did not\.$/,
    ],
    [
      'has half an amount',
      (infos) => void (last(infos).log[0].data = last(infos).log[0].data.slice(32)),
      /the transfer in log 0 of its transaction [0-9a-f]{64} is malformed\.$/,
    ],
    ['has no amount', (infos) => void delete last(infos).log[0].data, /is malformed\.$/],
    ['has more than an amount', (infos) => void (last(infos).log[0].data += '00'), /is malformed\.$/],
    ['has more than a receiver', (infos) => void (last(infos).log[0].topics[2] += '00'), /is malformed\.$/],
    ['has an amount that is none', (infos) => void (last(infos).log[0].data = 'xy'.repeat(32)), /is malformed\.$/],
    [
      'has an amount of another form',
      (infos) => void (last(infos).log[0].data = `0x${last(infos).log[0].data}`),
      /is malformed\.$/,
    ],
    ['has no receiver', (infos) => void last(infos).log[0].topics.pop(), /is malformed\.$/],
    ['has one topic too many', (infos) => void last(infos).log[0].topics.push('0'.repeat(64)), /is malformed\.$/],
    [
      'has something before the receiver',
      (infos) => void (last(infos).log[0].topics[2] = last(infos).log[0].topics[2].replace(/^00/, '01')),
      /is malformed\.$/,
    ],
    [
      'has half a receiver',
      (infos) => void (last(infos).log[0].topics[2] = last(infos).log[0].topics[2].slice(24)),
      /is malformed\.$/,
    ],
  ])('%s is not taken for the truth', async ([_name, change, sentence], { lie, expectNothingLost }) => {
    lie('infos', change);
    await expectNothingLost(sentence);
  });

  test('has one twice instead of another is not taken for the truth', async ({ chain, lie, expectNothingLost }) => {
    const other = await chain.createTrader();
    chain.plan({ to: other.wallet, amount: usdt('1') });
    lie('infos', (infos) => void (infos[0] = last(infos)));
    await expectNothingLost(/is not that block's\.$/);
    expect((await chain.seen(other)).credited).toHaveLength(1);
  });
});

test('A head that goes back changes nothing, and what comes after it is not missed', async ({
  chain,
  scan,
  trader,
  balance,
  state,
}) => {
  chain.plan({ to: trader.wallet, amount: usdt('100') });
  chain.grow(5);
  await chain.readAll(scan);
  const before = await state();
  const head = chain.node.head();
  // Another node behind the same address, which is ten blocks behind.
  chain.node.intercept((question, honest) =>
    question.path === '/wallet/getnowblock' || question.num <= head - 10
      ? honest()
      : { status: 200, body: question.path.endsWith('infobyblocknum') ? [] : {} },
  );
  expect(await scan()).toMatchObject({ kind: 'waiting' });
  expect(await state()).toBe(before);
  chain.node.intercept(undefined);
  chain.grow(15);
  await chain.readAll(scan);
  expect(await balance()).toBe(usdt('100'));
});

describe('A first start', () => {
  test.for<[string, (chain: Chain) => Intercept, RegExp]>([
    [
      'at a node that is far behind is put off',
      (chain) => (question, honest) =>
        question.path === '/wallet/getnowblock'
          ? { status: 200, body: blockOf(chain, chain.node.head() - 300) }
          : honest(),
      /is not up to date: its newest block is of 2026-/,
    ],
    [
      'at a node without blocks is put off',
      () => (question, honest) => (question.path === '/wallet/getnowblock' ? { status: 200, body: {} } : honest()),
      /it has no blocks\.$/,
    ],
    [
      'at a node without a first block is put off',
      () => (question, honest) => (question.num === 0 ? { status: 200, body: {} } : honest()),
      /it has no first block\.$/,
    ],
  ])('%s', async ([_name, meddle, sentence], { chain, newcomer }) => {
    const first = chain.scan({ db: newcomer.db, source: chain.source() });
    chain.node.intercept(meddle(chain));
    expect(await failureOf(first())).toMatch(sentence);
    const { rows } = await sql`select from chain_cursor`.execute(newcomer.db);
    expect(rows).toEqual([]);
    chain.node.intercept(undefined);
    expect(await first()).toMatchObject({ kind: 'read' });
  });

  test('at a chain that is younger than any final block begins at its first block', async ({ chain, newcomer }) => {
    const newest = chain.node.blockAt(5);
    chain.node.intercept((question, honest) =>
      question.path === '/wallet/getnowblock' ? { status: 200, body: blockOf(chain, newest.number) } : honest(),
    );
    const clock = () => new Date(newest.at);
    expect(await chain.scan({ db: newcomer.db, clock, source: chain.source() })()).toMatchObject({ kind: 'read' });
    const { rows } = await sql`select block_number as number from chain_cursor`.execute(newcomer.db);
    expect(rows).toEqual([{ number: 0n }]);
  });
});
