import { MERCHANT_API_BASE } from '@kantor/contract/plain/merchant-routes.ts';
import type { Problem, Wire } from '@kantor/contract/wire/call.ts';
import { createMerchantOrder } from '@kantor/contract/wire/merchant-orders.ts';
import type { FastifyInstance } from 'fastify';
import { sql } from 'kysely';
import pg from 'pg';
import { describe, expect } from 'vitest';
import { buildApi } from '../../src/app/build-api.ts';
import { createPool } from '../../src/db/pool.ts';
import { transaction } from '../../src/db/tx.ts';
import { DAY } from '../../src/kernel/clock.ts';
import { forgetOldAnswers, takeFreeKeys } from '../../src/modules/idempotency/index.ts';
import { expireDueOrders } from '../../src/modules/orders/index.ts';
import { kantorTest } from '../support/fixtures.ts';
import { createTestClient } from '../support/test-client.ts';

// Two requests under one key, however they fall: the work is done once, and both answers are true.

/** The advisory lock of the test's gate. */
const GATE = 4711;
let amounts = 100;

type Answer = Wire<typeof createMerchantOrder> | Problem;

const test = kantorTest
  .extend('merchant', { scope: 'file' }, async ({ kantor }) => {
    // A trader for each bank: their orders do not wait for each other.
    for (const bankId of [1, 2]) {
      const trader = await kantor.createTrader({ balance: '100000' });
      await kantor.createRequisite(trader.id, { bankId });
    }
    return kantor.createMerchant();
  })
  /** Opens a session of the test's own, which stands in the way of others until it ends. */
  .extend('hold', async ({ kantor }, { onCleanup }) => {
    const sessions: pg.Client[] = [];
    onCleanup(async () => {
      for (const session of sessions) await session.end();
    });
    return async (statement: string, values: unknown[] = []) => {
      const session = new pg.Client({ connectionString: kantor.databaseUrl });
      sessions.push(session);
      await session.connect();
      await session.query('begin');
      await session.query(statement, values);
      return session;
    };
  })
  /** The same order any number of times, at any node. */
  .extend('newOrder', ({ kantor, merchant }) => (key: string, { by = merchant, bank = 1 } = {}) => {
    const body = { amount: (amounts += 1), method: 'sbp', external_id: `order-${key}`, bank };
    return async (app: FastifyInstance = kantor.app) => {
      await kantor.heartbeat();
      const client = createTestClient(app, MERCHANT_API_BASE, by.key);
      return client.raw<Answer>(createMerchantOrder, { headers: { 'idempotency-key': key }, body });
    };
  })
  /**
   * Another node, which finds another function under the name of the lock's, first in its search path: one that waits at the
   * test's gate. The statement that calls it has its snapshot by then: whatever else it reads is of before.
   */
  .extend('gatedDb', { scope: 'file' }, async ({ kantor }, { onCleanup }) => {
    await sql`
      create function pg_try_advisory_xact_lock(key bigint) returns boolean language plpgsql as $$
      begin
        perform pg_catalog.pg_advisory_xact_lock(${sql.lit(GATE)});
        return pg_catalog.pg_try_advisory_xact_lock(key);
      end $$`.execute(kantor.ownerDb);
    const options = encodeURIComponent('-c timezone=UTC -c search_path=public,pg_catalog');
    const db = createPool(`${kantor.databaseUrl}?options=${options}`);
    onCleanup(() => db.destroy());
    return db;
  })
  .extend('nodeWithGate', { scope: 'file' }, async ({ kantor, gatedDb }, { onCleanup }) => {
    const node = await buildApi({ db: gatedDb, settings: kantor.settings, clock: kantor.clock });
    onCleanup(() => node.close());
    return node;
  })
  /** Starts a request that waits at the gate, in the midst of its first look. @returns what lets it go on. */
  .extend(
    'startAtGate',
    ({ kantor, hold, nodeWithGate }) =>
      async (order: (app: FastifyInstance) => Promise<unknown>) => {
        const gate = await hold('select pg_advisory_xact_lock($1)', [GATE]);
        const answer = order(nodeWithGate);
        await kantor.untilBlocked();
        return async () => {
          await gate.query('rollback');
          return answer;
        };
      },
  )
  /** Starts a request that waits to keep its answer. @returns what lets it go on. */
  .extend(
    'startUncommitted',
    ({ kantor, merchant, hold }) =>
      async <Answer>(key: string, order: () => Promise<Answer>) => {
        const inTheWay = await hold(
          `insert into idempotency_key (owner_id, key, request_hash, answer, created_at) values ($1, $2, sha256(''), '{}', now())`,
          [merchant.id, key],
        );
        const answer = order();
        // Longer than a turn waits: it is alone by now.
        await kantor.untilBlocked(1, 500);
        return async () => {
          await inTheWay.query('rollback');
          return answer;
        };
      },
  );

describe('A repeat that takes its look at the database before the first request commits, and the lock after', () => {
  test('is given the first answer, and nothing is done again', async ({ newOrder, startAtGate }) => {
    const order = newOrder('at-the-gate');
    const goOn = await startAtGate(order);
    const { status, body } = await order();
    expect(status).toBe(201);
    expect(await goOn()).toMatchObject({ status, body });
  });

  test('with another body is refused', async ({ newOrder, startAtGate }) => {
    const goOn = await startAtGate(newOrder('another-body'));
    await newOrder('another-body')();
    expect(await goOn()).toMatchObject({ status: 422, body: { code: 'idempotency_mismatch' } });
  });
});

test('What is kept is read after the key is taken, also where many are', async ({
  kantor,
  merchant,
  hold,
  gatedDb,
}) => {
  const gate = await hold('select pg_advisory_xact_lock($1)', [GATE]);
  const request = { ownerId: merchant.id, key: 'read-late', hash: Buffer.alloc(32), at: kantor.clock() };
  const goesAhead = transaction(gatedDb, (tx) => takeFreeKeys(tx, [request]));
  await kantor.untilBlocked();
  await sql`
    insert into idempotency_key (owner_id, key, request_hash, answer, created_at)
    values (${merchant.id}, 'read-late', ${request.hash}, '{}', ${request.at})`.execute(kantor.db);
  await gate.query('rollback');
  expect(await goesAhead).toEqual([false]);
});

describe('While a request has done its work and not committed', () => {
  test('a repeat is refused while the first runs, and gets its answer afterwards', async ({
    newOrder,
    startUncommitted,
  }) => {
    const order = newOrder('running');
    const goOn = await startUncommitted('running', order);
    expect(await order()).toMatchObject({ status: 409, body: { code: 'idempotency_running' } });
    const { status, body } = await goOn();
    expect(status).toBe(201);
    expect(await order()).toMatchObject({ status, body });
  });

  test('the same key of another merchant is free', async ({ kantor, newOrder, startUncommitted }) => {
    const other = await kantor.createMerchant();
    const goOn = await startUncommitted('side-by-side', newOrder('side-by-side'));
    await newOrder('side-by-side', { by: other, bank: 2 })();
    await goOn();
  });
});

test('An answer is replayed for a day, to the last millisecond', async ({ kantor, newOrder }) => {
  const order = newOrder('a-day');
  const { status, body } = await order();
  kantor.pass(DAY);
  await forgetOldAnswers(kantor.db, kantor.clock());
  expect(await order()).toMatchObject({ status, body });
  kantor.pass(1);
  await forgetOldAnswers(kantor.db, kantor.clock());
  // An active order would keep its amount.
  await expireDueOrders(kantor);
  expect(await order()).toMatchObject({ status: 409, body: { code: 'external_id_taken' } });
});

test.for(['', 'two words', 'ключ', 'tab\there'])('%j is no key', async (key, { newOrder }) => {
  const refused = await newOrder(key)();
  expect([refused.status, refused.body]).toMatchObject([400, { errors: { 'Idempotency-Key': [expect.any(String)] } }]);
});
