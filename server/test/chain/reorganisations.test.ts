import { getDeposit } from '@kantor/contract/wire/deposits.ts';
import { sql } from 'kysely';
import { describe, expect } from 'vitest';
import { MINUTE } from '../../src/kernel/clock.ts';
import { SourceError } from '../../src/modules/chain/source.ts';
import { verify } from '../../src/modules/verification/index.ts';
import type { Position } from '../../src/outbox/read.ts';
import { usdt } from '../support/money.ts';
import { endOfOutbox, readAllEvents } from '../support/outbox-reading.ts';
import { test as base } from './fixture.ts';

const hashOf = (n: number) => String(n).padStart(64, '0');
const sorted = (...texts: string[]) => texts.toSorted();
const hashes = (rows: { tx_hash: string }[]) => sorted(...rows.map(({ tx_hash: hash }) => hash));
const test = base
  .extend(
    'eventsSince',
    ({ kantor, trader }) =>
      async (position: Position) =>
        (await readAllEvents(kantor.db, position))
          .filter(({ owners }) => owners.includes(trader.id))
          .map(({ kind, objectId }) => [kind, objectId]),
  )
  /** Everything that the reading of the chain has left. */
  .extend('state', ({ kantor }) => async () => {
    const { rows } = await sql<{ state: string }>`
      select jsonb_build_array((select to_jsonb(c) - 'lease_until' - 'lease_owner' from chain_cursor c),
        (select jsonb_agg(b order by number) from chain_block b), (select jsonb_agg(p order by id) from chain_pending p),
        (select count(*) from ledger_journal), (select count(*) from outbox))::text as state`.execute(kantor.db);
    return rows[0]?.state;
  });

const DEPTHS = Array.from({ length: 18 }, (_, n) => n + 1);

describe.each(DEPTHS)('A reorganisation of %i blocks', (depth) => {
  test('takes back what was in them, and what replaces them counts', async ({
    kantor,
    chain,
    scan,
    trader,
    balance,
    eventsSince,
    pay,
    advance,
  }) => {
    const hash = (n: number) => hashOf(depth * 10 + n);
    const [kept, lost, moved, fresh] = [hash(1), hash(2), hash(3), hash(4)];
    pay('1', { txHash: kept });
    chain.grow();
    for (let n = 1; n <= depth; n += 1) {
      if (n === 1) pay('10', { txHash: lost });
      if (n === depth) pay('100', { txHash: moved });
      chain.grow();
    }
    await chain.readAll(scan);
    const before = (await chain.seen(trader)).pending;
    const idOf = (hash: string) => before.find(({ tx_hash: known }) => known === hash)?.id ?? '';
    const since = await endOfOutbox(kantor.db);

    chain.reorganise(depth);
    // In a longer chain the same transaction is in its first block, and another one is new.
    pay('100', { txHash: moved, number: chain.node.head() - depth + 1 });
    pay('1000', { txHash: fresh, number: chain.node.head() });
    await advance();
    const { pending, credited } = await chain.seen(trader);
    // The nineteenth block after what was before them all makes that final.
    const isKeptFinal = depth === 18;
    expect(hashes([...pending, ...credited])).toEqual(sorted(kept, moved, fresh));
    expect(await balance()).toBe(usdt(isKeptFinal ? '1' : '0'));
    const freshId = pending.find(({ tx_hash: hash }) => hash === fresh)?.id;
    expect(await eventsSince(since)).toEqual([
      ...(isKeptFinal ? [['deposit.credited', idOf(kept)]] : []),
      ['deposit.pending', freshId],
      ['deposit.gone', idOf(lost)],
    ]);
    // Moved to another block, it is still the same on the trader's screen.
    expect(pending).toContainEqual(
      expect.objectContaining({ id: idOf(moved), block_number: chain.node.head() - depth }),
    );
    expect(await trader.refusal(getDeposit, { params: { id: idOf(lost) } })).toMatchObject({ status: 404 });
    expect(await verify(kantor.db)).toEqual([]);

    await advance(20);
    expect(await balance()).toBe(usdt('1101'));
    expect(hashes((await chain.seen(trader)).credited)).toEqual(sorted(kept, moved, fresh));
    expect(await verify(kantor.db)).toEqual([]);
  });
});

test('A reorganisation of nineteen blocks, all that are not final, is followed too', async ({
  chain,
  trader,
  balance,
  pay,
  advance,
}) => {
  pay('1');
  chain.grow();
  pay('10');
  await advance(19);
  expect(await balance()).toBe(usdt('1'));
  chain.reorganise(19);
  await advance(20);
  expect(await balance()).toBe(usdt('1'));
  expect((await chain.seen(trader)).pending).toEqual([]);
});

test('A deposit that a reorganisation brings in a final block is announced as credited, never as pending', async ({
  kantor,
  chain,
  trader,
  balance,
  eventsSince,
  pay,
  advance,
}) => {
  await advance(18);
  const since = await endOfOutbox(kantor.db);
  chain.reorganise(18);
  pay('7', { number: chain.node.head() - 17 });
  // Another worker, once the lease has run out, reads several blocks in one turn beside those that they replace.
  chain.grow(11);
  await chain.readAll(chain.scan());
  const [deposit] = (await chain.seen(trader)).credited;
  expect(await eventsSince(since)).toEqual([['deposit.credited', deposit?.id]]);
  expect(await balance()).toBe(usdt('7'));
});

test('What replaces blocks is only looked at once it is longer than what was read', async ({
  chain,
  scan,
  trader,
  state,
  pay,
  advance,
}) => {
  pay('5');
  await advance(3);
  const before = await state();
  chain.reorganise(3);
  expect(await scan()).toMatchObject({ kind: 'waiting' });
  expect(await state()).toBe(before);
  await advance();
  expect((await chain.seen(trader)).pending).toEqual([]);
});

test('One after the other, and while nobody looks', async ({ kantor, chain, scan, balance, pay, advance }) => {
  for (let round = 0; round < 6; round += 1) {
    pay('1');
    chain.grow(1 + (round % 3));
    if (round % 2 === 0) await chain.readAll(scan);
    chain.reorganise(2 + round);
  }
  pay('3');
  await advance(25);
  expect(await balance()).toBe(usdt('3'));
  expect(await verify(kantor.db)).toEqual([]);
});

describe('A chain that differs in what is final', () => {
  test('is not followed: nothing changes, and the log says so', async ({
    kantor,
    chain,
    scan,
    balance,
    state,
    pay,
    advance,
  }) => {
    pay('5');
    await advance(20);
    expect(await balance()).toBe(usdt('5'));
    const before = await state();
    const final = chain.node.head() - 19;
    chain.reorganise(20);
    pay('50', { number: chain.node.head() });
    chain.grow();
    const failure = await scan().catch((error: unknown) => error);
    expect(failure).toBeInstanceOf(SourceError);
    expect(String(failure)).toMatch(
      new RegExp(`has another block ${final} than the one that is final here: nothing is read on`),
    );
    expect(await state()).toBe(before);
    // It comes back to its senses.
    chain.reorganise(21);
    await sql`delete from chain_block`.execute(kantor.db);
    await sql`update chain_cursor set block_number = ${chain.node.head()}, block_hash = ${chain.node.blockAt(chain.node.head()).id}`.execute(
      kantor.db,
    );
    await chain.readAll(scan);
  });

  test('as that of another network, is not even read', async ({ kantor, chain, state }) => {
    const before = await state();
    kantor.pass(MINUTE);
    const other = chain.scan();
    chain.node.intercept((question, honest) => {
      const answer = honest();
      if (question.num !== 0) return answer;
      return { ...answer, body: { ...(answer.body as object), blockID: '0'.repeat(16) + 'ab'.repeat(24) } };
    });
    await expect(other()).rejects.toThrow(
      /is of another network than the one read so far: nothing is credited from it\.$/,
    );
    chain.node.intercept(undefined);
    expect(await state()).toBe(before);
    await chain.readAll(other);
  });
});
