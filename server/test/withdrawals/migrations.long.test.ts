import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { expect, onTestFinished, test } from 'vitest';
import { migrate } from '../../src/db/migrate.ts';
import { createPool } from '../../src/db/pool.ts';
import { isTronAddress } from '../../src/modules/chain/index.ts';
import { createOldDatabase } from '../support/database.ts';
import { newAddress } from './fixture.ts';

// Wallets and withdrawals of the versions before: migrations 018 and 019.

async function startOld() {
  const { ownerUrl: url, drop } = await createOldDatabase('017');
  const db = createPool(url);
  onTestFinished(async () => {
    await db.destroy();
    await drop();
  });
  const merchantId = randomUUID();
  await sql`
    insert into users (id, role, username, password_hash, payout_enable, fee_bp, reward_bp, created_at)
    values (${merchantId}, 'merchant', 'shop', '', false, 0, 0, now())`.execute(db);
  const at = new Date('2026-01-01T00:00:00Z');
  return {
    db,
    merchantId,
    at,
    upgrade: () => migrate(url),
    addWallet: async (address: string): Promise<string> => {
      const id = randomUUID();
      await sql`
        insert into wallet (id, merchant_id, address, created_at) values (${id}, ${merchantId}, ${address}, ${at})`.execute(
        db,
      );
      return id;
    },
  };
}

const alphabet = '123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz';

/** The address with another character at a place. */
const altered = (address: string, place: number) => {
  const other = alphabet[(alphabet.indexOf(address[place] ?? '') + 1) % alphabet.length];
  return address.slice(0, place) + other + address.slice(place + 1);
};

test('old wallets are judged as new ones are', async () => {
  const old = await startOld();
  const right = Array.from({ length: 100 }, newAddress);
  const wrong = [
    ...right.map((address, index) => altered(address, index % address.length)),
    ...right.slice(0, 5).flatMap((address) => [address.slice(1), address.slice(0, -1), `${address}1`, `1${address}`]),
    ...right.slice(0, 5).flatMap((address) => [` ${address}`, address.replace(/.$/, '0'), address.toLowerCase()]),
    ...['', 'T', 'T'.repeat(34), `T${'z'.repeat(33)}`, 'мой кошелёк', '0x52908400098527886E0F7030069857D2E4169EE7'],
    ...['1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa', `${right[0]}\n`, `${right[0]}Т`, 'x'.repeat(128)],
  ];
  for (const address of [...right, ...wrong]) await old.addWallet(address);
  await old.upgrade();
  const { rows } = await sql<{ address: string; isValid: boolean; usable: boolean }>`
    select address, is_valid as "isValid", usable_at <= now() as usable from wallet`.execute(old.db);
  expect(rows).toHaveLength(right.length + wrong.length);
  for (const { address, isValid, usable } of rows)
    expect([address, isValid, usable]).toEqual([address, isTronAddress(address), true]);
  expect(rows.filter(({ isValid }) => isValid)).toHaveLength(right.length);
});

test('of old wallets, right ones take places once each, as far as there are', async () => {
  const old = await startOld();
  const addresses = Array.from({ length: 52 }, newAddress);
  for (const address of ['мой кошелёк', addresses[0] ?? '', ...addresses]) await old.addWallet(address);
  await old.upgrade();
  const { rows } = await sql<{ n: number; addresses: number; first: number; last: number }>`
    select count(*)::integer as n, count(distinct address)::integer as addresses, min(place) as first, max(place) as last
    from wallet where place is not null`.execute(old.db);
  expect(rows).toEqual([{ n: 50, addresses: 50, first: 1, last: 50 }]);
});

test('old withdrawals that are closed were sent, and answers kept for repeats say so', async () => {
  const old = await startOld();
  const wallet = await old.addWallet('мой кошелёк');
  const [closed, open] = [randomUUID(), randomUUID()];
  const hash = 'ab'.repeat(32);
  await sql`
    insert into withdrawal (id, merchant_id, merchant_seq, wallet_id, amount_usdt, status, transaction_hash, created_at, done_at)
    values (${closed}, ${old.merchantId}, 1, ${wallet}, 1, 'CLOSED', ${hash}, ${old.at}, ${old.at}),
      (${open}, ${old.merchantId}, 2, ${wallet}, 1, 'OPEN', null, ${old.at}, null)`.execute(old.db);
  const kept = { id: open, transaction_hash_proof: null };
  await sql`
    insert into idempotency_key (owner_id, key, request_hash, answer, created_at)
    values (${old.merchantId}, 'a', sha256(''), ${JSON.stringify(kept)}, now()),
      (${old.merchantId}, 'b', sha256(''), ${JSON.stringify({ fio: '"transaction_hash_proof"' })}, now())`.execute(
    old.db,
  );
  await old.upgrade();
  const { rows } = await sql`
    select owner_seq::integer as n, outcome, rejected_reason as reason, sending_at as sending from withdrawal order by 1`.execute(
    old.db,
  );
  expect(rows).toEqual([
    { n: 1, outcome: 'SENT', reason: null, sending: null },
    { n: 2, outcome: null, reason: null, sending: null },
  ]);
  const answers = await sql<{ answer: string }>`select answer from idempotency_key order by key`.execute(old.db);
  expect(answers.rows.map(({ answer }) => JSON.parse(answer) as unknown)).toEqual([
    { ...kept, outcome: null, rejected_reason: null, sending_at: null, can_cancel: true },
    { fio: '"transaction_hash_proof"' },
  ]);
});
