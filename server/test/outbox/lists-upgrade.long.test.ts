import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import pg from 'pg';
import { expect, inject, onTestFinished, test, vi } from 'vitest';
import { migrate } from '../../src/db/migrate.ts';
import { createPool } from '../../src/db/pool.ts';
import { LIST_CHECKS } from '../../src/modules/verification/store/lists.ts';
import { createOldDatabase } from '../support/database.ts';
import { foldAll } from '../support/outbox-reading.ts';

// Migration 062: counters that every step wrote become those that are folded later.

/** A marketplace of the version before, of nothing but two accounts and orders. */
async function startOld() {
  const { ownerUrl: url, drop } = await createOldDatabase('052');
  const db = createPool(url);
  // Only a superuser passes foreign keys by.
  const address = new URL(new URL(url).pathname, inject('adminUrl')).href;
  const connect = async () => {
    const client = new pg.Client({ connectionString: address });
    await client.connect();
    await client.query('set session_replication_role = replica');
    return client;
  };
  const [client, other] = [await connect(), await connect()];
  onTestFinished(async () => {
    await Promise.all([client.end(), other.end(), db.destroy()]);
    await drop();
  });
  const [trader, merchant] = [randomUUID(), randomUUID()];
  const ids = Array.from({ length: 6 }, () => randomUUID());
  await client.query(
    `insert into users (id, role, username, password_hash, created_at)
     values ($1, 'trader', 'trader', '', now()), ($2, 'merchant', 'merchant', '', now())`,
    [trader, merchant],
  );
  for (const [n, id] of ids.entries()) {
    await client.query(
      `insert into orders (id, merchant_id, merchant_seq, trader_id, trader_seq, requisite_id, external_id, is_sbp, amount, rate,
         amount_usdt, fee_bp, reward_bp, status, held, created_at, expires_at, paid_at, payee_version)
       select $1::uuid, $2, $3, $4, $3, gen_random_uuid(), $1, true, 1000, 1000000, 10000000, 0, 0, status, case status when 'ACTIVE' then 10000000 else 0 end,
         at, at, case status when 'CLOSED' then at end, 1
       from (select (array['CLOSED', 'ACTIVE', 'EXPIRED'])[$3 % 3 + 1]::order_status as status, now() + $3 * interval '1 second' as at) as made`,
      [id, merchant, n + 1, trader],
    );
    await client.query(
      `select list_count('orders', array[trader_id, merchant_id], array[status, status]::text[], array[trader_seq, merchant_seq], '{1,1}',
         case status when 'ACTIVE' then array[amount, amount] else '{0,0}' end) from orders where id = $1`,
      [id],
    );
    await client.query(
      `insert into outbox (kind, object_id, owners, created_at)
       select 'order.' || lower(status::text), id, array[trader_id, merchant_id], created_at from orders where id = $1`,
      [id],
    );
  }
  await client.query(
    `insert into list_sequence select owner_id, 'orders', ${ids.length} from unnest($1::uuid[]) as owner_id`,
    [[trader, merchant]],
  );
  return { url, db, client, other, ids };
}

type Old = Awaited<ReturnType<typeof startOld>>;

/** What is wrong with lists. */
async function faults({ db }: Old) {
  const found = [];
  for (const { find } of LIST_CHECKS) found.push(...(await sql`${find}`.execute(db)).rows);
  return found;
}

test('counters go on from what they are, also those of a transaction that was under way', async () => {
  const old = await startOld();
  const { client, other, db, ids, url } = old;
  // A step of the version before: its counters, and then its event.
  await other.query('begin');
  await other.query(`update orders set status = 'DECLINED', held = 0 where id = $1`, [ids[0]]);
  await other.query(
    `select list_count('orders', array[trader_id, merchant_id, trader_id, merchant_id], '{ACTIVE,ACTIVE,DECLINED,DECLINED}',
       array[trader_seq, merchant_seq, trader_seq, merchant_seq], '{-1,-1,1,1}', array[amount, amount, 0, 0]) from orders where id = $1`,
    [ids[0]],
  );
  const migrating = migrate(url);
  await vi.waitUntil(
    async () => {
      const { rows } = await client.query(
        `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
      );
      return rows.length > 0;
    },
    { timeout: 20_000, interval: 5 },
  );
  await other.query(
    `insert into outbox (kind, object_id, owners, created_at)
     select 'order.declined', id, array[trader_id, merchant_id], now() from orders where id = $1`,
    [ids[0]],
  );
  await other.query('commit');
  await migrating;
  expect(await faults(old)).toEqual([]);
  await foldAll({ db });
  expect(await faults(old)).toEqual([]);
  const { rows } = await sql<{ id: string; status: string }>`
    select object_id as id, status from platform_list where list = 'orders' order by number`.execute(db);
  expect(rows.map(({ id }) => id)).toEqual(ids);
  expect(rows.map(({ status }) => status)).toEqual(['DECLINED', 'EXPIRED', 'CLOSED', 'ACTIVE', 'EXPIRED', 'CLOSED']);

  // A step of this version.
  await client.query(`update orders set status = 'DECLINED', held = 0 where id = $1`, [ids[3]]);
  await client.query(
    `insert into outbox (kind, object_id, owners, numbers, was, amount, created_at)
     select 'order.declined', id, array[trader_id, merchant_id], array[trader_seq, merchant_seq], 'ACTIVE', amount, now()
     from orders where id = $1`,
    [ids[3]],
  );
  expect(await faults(old)).toEqual([]);
  await foldAll({ db });
  expect(await faults(old)).toEqual([]);
});
