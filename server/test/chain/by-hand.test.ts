import { listDeposits } from '@kantor/contract/wire/deposits.ts';
import { sql } from 'kysely';
import { describe, expect } from 'vitest';
import { transaction } from '../../src/db/tx.ts';
import { newId } from '../../src/kernel/ids.ts';
import { creditByHand, creditDeposits } from '../../src/modules/chain/index.ts';
import { lockAvailable } from '../../src/modules/ledger/index.ts';
import { verify } from '../../src/modules/verification/index.ts';
import { kantorTest } from '../support/fixtures.ts';
import { holdOpen } from '../support/hold-open.ts';
import { usdt } from '../support/money.ts';

// The operator credits by hand what the chain also brings, before or after: whichever comes first counts, and only that.

let hashes = 0;
const newHash = () => (hashes += 1).toString(16).padStart(64, 'ab');

const test = kantorTest
  .extend('trader', ({ kantor }) => kantor.createTrader({ balance: '0' }))
  .extend('other', ({ kantor }) => kantor.createTrader({ balance: '0' }))
  .extend('hash', () => newHash())
  .extend(
    'byHand',
    ({ kantor, trader }) =>
      (reference: string, amount: string, traderId = trader.id) =>
        creditByHand(kantor.db, { traderId, amount: usdt(amount), reference, at: kantor.clock() }),
  )
  .extend(
    'byChain',
    ({ kantor, trader, hash }) =>
      async (amount: string, { logIndex = 0, traderId = trader.id, txHash = hash } = {}) => {
        const at = kantor.clock();
        const transfer = { traderId, txHash, logIndex, amount: usdt(amount), blockNumber: 1n, rawData: '{}' };
        const [outcome] = await transaction(kantor.db, (tx) =>
          creditDeposits(tx, [{ ...transfer, id: newId(at), createdAt: at }], at),
        );
        return outcome;
      },
  )
  .extend(
    'balance',
    ({ kantor, trader }) =>
      async (id = trader.id) =>
        (await kantor.balances(id)).available,
  )
  .extend(
    'listed',
    ({ trader }) =>
      async () =>
        (await trader.call(listDeposits)).count,
  );

/** People's ways to write a hash. */
const WAYS: [string, (hash: string) => string][] = [
  ['as it is', (text) => text],
  ['in capitals', (text) => text.toUpperCase()],
  ['with 0x', (text) => `0x${text}`],
  ['as an address of an explorer', (text) => `https://tronscan.org/#/transaction/${text}`],
  ['with a word', (text) => `tx ${text}, see the chat`],
];

describe.each(WAYS)('A hash %s', (_name, write) => {
  test('that was credited by hand is listed when the chain brings it, and credited no second time', async ({
    kantor,
    hash,
    byHand,
    byChain,
    balance,
    listed,
  }) => {
    expect(await byHand(write(hash), '500')).toMatchObject({ kind: 'credited' });
    expect(await byChain('500')).toEqual({ kind: 'by_hand', amount: usdt('500') });
    expect(await byChain('500')).toEqual({ kind: 'repeated' });
    expect([await balance(), await listed()]).toEqual([usdt('500'), 1]);
    expect(await verify(kantor.db)).toEqual([]);
  });

  test('that the chain brought is not credited by hand', async ({ trader, hash, byHand, byChain, balance, listed }) => {
    expect(await byChain('500')).toEqual({ kind: 'credited' });
    expect(await byHand(write(hash), '500')).toEqual({ kind: 'repeated' });
    expect(await byHand(write(hash), '501')).toEqual({
      kind: 'other',
      credit: { traderId: trader.id, amount: usdt('500') },
    });
    expect([await balance(), await listed()]).toEqual([usdt('500'), 1]);
  });

  test('is credited by hand once', async ({ hash, byHand, balance }) => {
    await byHand(hash, '500');
    expect(await byHand(write(hash), '500')).toEqual({ kind: 'repeated' });
    expect(await balance()).toBe(usdt('500'));
  });
});

test('A hash that was kept as it was written is still known', async ({ kantor, trader, byHand, balance }) => {
  // As an earlier version kept it: the id of the text itself.
  const written = `https://tronscan.org/#/transaction/${'0123456789abcdef'.repeat(4)}`;
  await sql`select ledger_post(array[gen_random_uuid()], '{deposit}', '{33ddb4a7-ac26-5c45-8ec2-b932b716f6d6}', array[now()],
    '{1,1}', array[null, ${trader.id}]::uuid[], array['custody', 'available']::ledger_kind[], array[-5000000, 5000000]::bigint[])`.execute(
    kantor.db,
  );
  expect(await byHand(written, '5')).toEqual({ kind: 'repeated' });
  expect(await balance()).toBe(usdt('5'));
});

test('What was credited by hand stands for all that the transaction brought to the trader, whatever its amount', async ({
  kantor,
  hash,
  byHand,
  byChain,
  balance,
  listed,
}) => {
  await byHand(hash, '12');
  expect(await byChain('5')).toEqual({ kind: 'by_hand', amount: usdt('12') });
  expect(await byChain('7', { logIndex: 1 })).toEqual({ kind: 'by_hand', amount: usdt('12') });
  expect([await balance(), await listed()]).toEqual([usdt('12'), 2]);
  expect(await verify(kantor.db)).toEqual([]);
});

test('The same transaction brings another trader their own', async ({ other, hash, byHand, byChain, balance }) => {
  await byHand(hash, '5');
  expect(await byChain('5')).toMatchObject({ kind: 'by_hand' });
  expect(await byChain('7', { logIndex: 1, traderId: other.id })).toEqual({ kind: 'credited' });
  expect([await balance(), await balance(other.id)]).toEqual([usdt('5'), usdt('7')]);
});

test('A transaction that was credited to another trader by hand is credited to whom the chain brought it', async ({
  other,
  hash,
  byHand,
  byChain,
  balance,
}) => {
  await byHand(hash, '5', other.id);
  expect(await byChain('5')).toEqual({ kind: 'credited' });
  expect([await balance(), await balance(other.id)]).toEqual([usdt('5'), usdt('5')]);
});

test('By hand and from the chain at the same moment, it is credited once', async ({
  kantor,
  byHand,
  byChain,
  balance,
  listed,
}) => {
  for (let n = 0; n < 10; n += 1) {
    const txHash = newHash();
    const chain = () => byChain('1', { txHash });
    await Promise.all([byHand(txHash, '1'), chain(), byHand(txHash, '1'), chain()]);
  }
  expect([await balance(), await listed()]).toEqual([usdt('10'), 10]);
  expect(await verify(kantor.db)).toEqual([]);
});

test('By hand to two traders at the same moment, it is credited to the first, and the second time is refused', async ({
  kantor,
  trader,
  other,
  hash,
  byHand,
  balance,
}) => {
  const letGo = await holdOpen(kantor.db, (tx) => lockAvailable(tx, trader.id));
  // The first has posted, and waits for the account; the second has not seen that, and waits for the first.
  const first = byHand(hash, '5');
  await kantor.untilBlocked();
  const second = byHand(hash, '7', other.id);
  await kantor.untilBlocked(2);
  await letGo();
  expect(await first).toMatchObject({ kind: 'credited' });
  expect(await second).toEqual({ kind: 'other', credit: { traderId: trader.id, amount: usdt('5') } });
  expect([await balance(), await balance(other.id)]).toEqual([usdt('5'), 0n]);
});

test('A repeat by hand says how the hash was credited', async ({ kantor, trader, hash, byChain }) => {
  await byChain('500');
  const again = await kantor.cli('deposit', trader.username, '500', '--reference', hash);
  expect(again.split('\n')[0]).toBe(`A deposit for "${hash}" is already credited; nothing was changed.`);
  await expect(kantor.cli('deposit', trader.username, '50', '--reference', hash)).rejects.toThrow(
    `"${hash}" was already credited as 500.000000 USDT to ${trader.username}; nothing was changed.`,
  );
});
