import { TRON_ADDRESSES } from '../src/tron/addresses.ts';
import { expect, it } from 'vitest';
import { createTronNode } from '../src/tron/node.ts';
import type { StubResponse } from '../src/stub.ts';

type Json = ReturnType<typeof JSON.parse>;

const NOW = Date.parse('2026-11-20T09:00:00Z');
const DAY_OF_BLOCKS = 28_800;

/** Asks as over HTTP. */
async function ask(node: ReturnType<typeof createTronNode>, path: string, body: object = {}): Promise<Json> {
  const question = { method: 'POST', path, query: new URLSearchParams(), headers: {}, body: JSON.stringify(body) };
  const answered: StubResponse = await node.stub(question);
  return answered.body;
}

it('makes a block every three seconds, each after the one before it', async () => {
  let now = NOW;
  const node = createTronNode({ now: () => now });
  const first = await ask(node, '/wallet/getnowblock');
  now += 2999;
  expect((await ask(node, '/wallet/getnowblock')).blockID).toBe(first.blockID);
  now += 1;
  const second = await ask(node, '/wallet/getnowblock');
  const { number, parentHash, timestamp } = second.block_header.raw_data;
  expect([number, parentHash, timestamp]).toEqual([first.block_header.raw_data.number + 1, first.blockID, now]);
  // As on TRON, an id begins with the number.
  expect(parseInt(second.blockID.slice(0, 16), 16)).toBe(number);
});

it('is the same after a restart, however far back one looks', async () => {
  const [one, other] = [createTronNode({ now: () => NOW }), createTronNode({ now: () => NOW })];
  for (const back of [0, 1, DAY_OF_BLOCKS, 10_000_000]) {
    const num = one.head() - back;
    expect(await ask(one, '/wallet/getblockbynum', { num })).toEqual(
      await ask(other, '/wallet/getblockbynum', { num }),
    );
  }
});

it('has what became of every transaction, and nothing of blocks to come', async () => {
  const node = createTronNode({ now: () => NOW });
  for (let back = 0; back < 200; back += 1) {
    const num = node.head() - back;
    const { transactions = [], block_header: header } = await ask(node, '/wallet/getblockbynum', { num });
    const infos = await ask(node, '/wallet/gettransactioninfobyblocknum', { num });
    expect(infos.map(({ id }: Json) => id)).toEqual(transactions.map(({ txID }: Json) => txID));
    expect(/^0+$/.test(header.raw_data.txTrieRoot)).toBe(transactions.length === 0);
  }
  expect(await ask(node, '/wallet/getblockbynum', { num: node.head() + 1 })).toEqual({});
  expect(await ask(node, '/wallet/gettransactioninfobyblocknum', { num: node.head() + 1 })).toEqual([]);
  expect(await ask(node, '/wallet/other')).toEqual({ Error: 'There is no such call here' });
});

it('brings deposits to every address, most to the two traders of the demo, some twenty an hour, among other things', () => {
  const node = createTronNode({ now: () => NOW });
  const blocks = Array.from({ length: DAY_OF_BLOCKS }, (_, back) => node.blockAt(node.head() - back));
  const all = blocks.flatMap(({ transactions }) => transactions);
  expect(new Set(all.map(({ kind }) => kind))).toEqual(new Set(['usdt', 'trx', 'other-token', 'failed', 'approval']));
  expect(new Set(all.map(({ txHash }) => txHash)).size).toBe(all.length);
  const accounts = new Map<string, bigint[]>();
  for (const { kind, to, amount } of all) {
    if (kind === 'usdt') accounts.set(to, [...(accounts.get(to) ?? []), amount]);
  }
  const received = [...accounts.values()].filter((amounts) => amounts.length > 1);
  expect(received).toHaveLength(TRON_ADDRESSES.length);
  for (const amounts of received) {
    expect(amounts.length).toBeGreaterThan(10);
    for (const amount of amounts) expect(amount >= 25_000_000n && amount <= 325_000_000n).toBe(true);
  }
  for (const often of received
    .map(({ length }) => length)
    .toSorted((a, b) => b - a)
    .slice(0, 2)) {
    expect(often).toBeGreaterThan(350);
    expect(often).toBeLessThan(600);
  }
});

it('has what is sent in the next block, and in no other', async () => {
  let now = NOW;
  const node = createTronNode({ now: () => now, deposits: () => [] });
  const amount = 2_300_000_000n;
  node.send(TRON_ADDRESSES[1], amount);
  const deposits = () => node.blockAt(node.head()).transactions.filter((transaction) => transaction.amount === amount);
  expect(deposits()).toEqual([]);
  now += 3000;
  expect(deposits()).toMatchObject([{ kind: 'usdt', txHash: expect.stringMatching(/^[\da-f]{64}$/) }]);
  now += 3000;
  expect(deposits()).toEqual([]);
});

it('replaces its last blocks on demand, and no others', () => {
  const node = createTronNode({ now: () => NOW });
  const ids = () => Array.from({ length: 10 }, (_, back) => node.blockAt(node.head() - back).id);
  const before = ids();
  node.reorganise(3);
  const after = ids();
  expect(after.slice(3)).toEqual(before.slice(3));
  for (let back = 0; back < 3; back += 1) expect(after[back]).not.toBe(before[back]);
  expect(node.blockAt(node.head() - 2).parentId).toBe(before[3]);
  node.reorganise(5);
  expect(
    ids()
      .slice(0, 5)
      .filter((id) => before.includes(id) || after.includes(id)),
  ).toEqual([]);
});
