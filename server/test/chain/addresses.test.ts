import { sql } from 'kysely';
import { expect } from 'vitest';
import { transaction } from '../../src/db/tx.ts';
import { depositAddress } from '../../src/modules/chain/deposit-key.ts';
import { giveAddress, giveMissingAddresses } from '../../src/modules/chain/index.ts';
import { readAccount } from '../../src/modules/accounts/index.ts';
import { addOwner } from '../../src/modules/people/index.ts';
import { kantorTest } from '../support/fixtures.ts';
import type { Kantor } from '../support/kantor.ts';
import { readAllEvents } from '../support/outbox-reading.ts';

/** Accounts m/44'/195'/0' of the words 'test' eleven times, then 'junk'; and of 'abandon' eleven times, then 'about'. */
const KEY =
  'xpub6BuRy7ZmkGfP2RWhoor1kWB1w9DvrtmJbFBvnC1bQ4SB5NbCHTyQYCJSXZtxDbFyHTmC7wkU2he3nYYdpZ3Vf6qUAkXSnL6RPif4BDtDEKr';
const OTHER_KEY =
  'xpub6D1AabNHCupeiLM65ZR9UStMhJ1vCpyV4XbZdyhMZBiJXALQtmn9p42VTQckoHVn8WNqS7dqnJokZHAHcHGoaQgmv8D45oNUKx6DZMNZBCd';

let names = 0;
const test = kantorTest
  .extend(
    'add',
    ({ kantor }) =>
      (depositKey: string | undefined, role: 'trader' | 'merchant' = 'trader') =>
        transaction(kantor.db, async (tx) => {
          const username = `user-${(names += 1)}`;
          const { accountId: id } = await addOwner(tx, { role, username, passwordHash: '', at: kantor.clock() });
          if (depositKey !== undefined) await giveAddress(tx, id, depositKey);
          return id;
        }),
  )
  .extend(
    'walletOf',
    ({ kantor }) =>
      async (id: string) =>
        (await readAccount(kantor.db, id))?.wallet,
  );

/** That indices go up from 0 without a gap, each with its own address. @returns how many there are. */
async function expectDense({ db }: Kantor, key: string): Promise<number> {
  const { rows } = await sql<{ index: number; address: string }>`
    select index, address from deposit_address where xpub = ${key} order by index`.execute(db);
  expect(rows).toEqual(rows.map((_, index) => ({ index, address: depositAddress(key, index) })));
  return rows.length;
}

test('A trader gets the next address of the key when they are created, nobody else gets one', async ({
  add,
  walletOf,
}) => {
  expect(await walletOf(await add(KEY))).toBe(depositAddress(KEY, 0));
  expect(await walletOf(await add(KEY))).toBe(depositAddress(KEY, 1));
  expect(await walletOf(await add(KEY, 'merchant'))).toBe('');
  expect(await walletOf(await add(undefined))).toBe('');
  expect(await walletOf(await add(KEY))).toBe(depositAddress(KEY, 2));
});

test('Another key begins at its own first address', async ({ kantor, add, walletOf }) => {
  expect(await walletOf(await add(OTHER_KEY))).toBe(depositAddress(OTHER_KEY, 0));
  await expectDense(kantor, KEY);
});

test('A trader who was not created after all leaves no gap', async ({ kantor, add }) => {
  const before = await expectDense(kantor, KEY);
  const lost = transaction(kantor.db, async (tx) => {
    const { accountId: id } = await addOwner(tx, {
      role: 'trader',
      username: 'lost',
      passwordHash: '',
      at: kantor.clock(),
    });
    await giveAddress(tx, id, KEY);
    throw new Error('changed its mind');
  });
  await expect(lost).rejects.toThrow('changed its mind');
  await add(KEY);
  expect(await expectDense(kantor, KEY)).toBe(before + 1);
});

test('Traders who are created at once get addresses of their own', async ({ kantor, add, walletOf }) => {
  const before = await expectDense(kantor, KEY);
  const ids = await Promise.all(Array.from({ length: 12 }, () => add(KEY)));
  expect(new Set(await Promise.all(ids.map(walletOf))).size).toBe(12);
  expect(await expectDense(kantor, KEY)).toBe(before + 12);
});

test('Traders of a time without addresses get one each, the eldest first, however many processes start', async ({
  kantor,
  add,
  walletOf,
}) => {
  await giveMissingAddresses(kantor, KEY);
  const before = await expectDense(kantor, KEY);
  const ids: string[] = [];
  for (let n = 0; n < 8; n += 1) {
    ids.push(await add(undefined));
    kantor.pass(1000);
  }
  // As the demo once gave them: a valid address of no key.
  await sql`update account set wallet = 'THY2Nyq3W1oTxScVHXhdJwVGjpTncvM6tJ' where id = ${ids[3]}`.execute(kantor.db);
  const merchant = await add(undefined, 'merchant');
  const counts = await Promise.all([1, 2, 3].map(() => giveMissingAddresses(kantor, KEY)));
  expect(counts.reduce((sum, n) => sum + n)).toBe(8);
  expect(await Promise.all(ids.map(walletOf))).toEqual(ids.map((_, n) => depositAddress(KEY, before + n)));
  expect(await walletOf(merchant)).toBe('');
  expect(await giveMissingAddresses(kantor, KEY)).toBe(0);
  expect(await expectDense(kantor, KEY)).toBe(before + 8);
  // Their open screens learn of it.
  const told = (await readAllEvents(kantor.db)).filter(({ kind }) => kind === 'user.changed');
  expect(told.filter(({ objectId }) => objectId === ids[3])).toHaveLength(1);
});

test('A trader keeps their address when the key is another one from now on', async ({ kantor, add, walletOf }) => {
  const id = await add(KEY);
  const address = await walletOf(id);
  expect(await giveMissingAddresses(kantor, OTHER_KEY)).toBe(0);
  expect(await walletOf(id)).toBe(address);
});

test('The database gives no address twice, and no trader two', async ({ kantor, add }) => {
  const id = await add(KEY);
  const insert = (address: string, trader: string, index: number) =>
    sql`insert into deposit_address values (${address}, ${trader}, ${KEY}, ${index})`.execute(kantor.db);
  const free = await add(undefined);
  await expect(insert('T1', id, 9999)).rejects.toThrow('deposit_address_trader_id_key');
  await expect(insert(depositAddress(KEY, 0), free, 9999)).rejects.toThrow('deposit_address_pkey');
  await expect(insert('T1', free, 0)).rejects.toThrow('deposit_address_xpub_index_key');
});
