import type { FastifyInstance } from 'fastify';
import { sql } from 'kysely';
import pg from 'pg';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { buildApi } from '../../src/app/build-api.ts';
import { createPool, type Database } from '../../src/db/pool.ts';
import { DAY } from '../../src/kernel/clock.ts';
import { forgetOldAnswers } from '../../src/modules/idempotency/index.ts';
import { send } from '../support/calls.ts';
import { type Kantor, startKantor } from '../support/harness.ts';

// Two requests under one key, however they fall: the work is done once, and each is told the truth.

let kantor: Kantor;
let merchant: Awaited<ReturnType<Kantor['createMerchant']>>;
beforeAll(async () => {
  kantor = await startKantor();
  merchant = await kantor.createMerchant();
  // A trader for each bank: their orders do not wait for each other.
  for (const bankId of [1, 2]) {
    const trader = await kantor.createTrader({ balance: '100000' });
    await kantor.createRequisite(trader.id, { bankId });
  }
});
afterAll(() => kantor.close());

const sessions: pg.Client[] = [];
/** A session of the test's own, which stands in the way of others until it ends. */
async function hold(statement: string, values: unknown[] = []): Promise<pg.Client> {
  const session = new pg.Client({ connectionString: kantor.databaseUrl });
  sessions.push(session);
  await session.connect();
  await session.query('begin');
  await session.query(statement, values);
  return session;
}
afterEach(async () => {
  for (const session of sessions.splice(0)) await session.end();
});

let amounts = 100;
/** The same order any number of times, at any node. */
function newOrder(key: string, { by = merchant, bank = 1 } = {}) {
  const body = { amount: (amounts += 1), method: 'sbp', external_id: `order-${key}`, bank };
  return async (app: FastifyInstance = kantor.app) => {
    await kantor.hear();
    const headers = { 'idempotency-key': key };
    return send(app, '/merchant/v1/orders', { method: 'POST', token: by.key, headers, body });
  };
}

describe('A repeat that takes its look at the database before the first request commits, and the lock after', () => {
  const GATE = 4711;
  let node: FastifyInstance;
  let db: Database;
  beforeAll(async () => {
    // This node finds another function under the name of the lock's, first in its search path: one that waits at the test's
    // gate. The statement that calls it has its snapshot by then: whatever else it reads is of before.
    await sql`
      create function pg_try_advisory_xact_lock(key bigint) returns boolean language plpgsql as $$
      begin
        perform pg_catalog.pg_advisory_xact_lock(${sql.lit(GATE)});
        return pg_catalog.pg_try_advisory_xact_lock(key);
      end $$`.execute(kantor.db);
    const options = encodeURIComponent('-c timezone=UTC -c search_path=public,pg_catalog');
    db = createPool(`${kantor.databaseUrl}?options=${options}`);
    node = await buildApi({ db, settings: kantor.settings, clock: kantor.clock });
  });
  afterAll(async () => {
    await node.close();
    await db.destroy();
  });

  /** A request that waits at the gate, in the midst of its first look. @returns what lets it go on. */
  async function startAtGate(order: ReturnType<typeof newOrder>) {
    const gate = await hold('select pg_advisory_xact_lock($1)', [GATE]);
    const answer = order(node);
    await kantor.untilBlocked();
    return async () => {
      await gate.query('rollback');
      return answer;
    };
  }

  test('is given the first answer, and nothing is done again', async () => {
    const order = newOrder('at-the-gate');
    const goOn = await startAtGate(order);
    const { status, body } = await order();
    expect(status).toBe(201);
    expect(await goOn()).toMatchObject({ status, body });
  });

  test('with another body is told so', async () => {
    const goOn = await startAtGate(newOrder('another-body'));
    expect((await newOrder('another-body')()).status).toBe(201);
    expect(await goOn()).toMatchObject({ status: 422, body: { code: 'idempotency_mismatch' } });
  });
});

describe('While a request has done its work and not committed', () => {
  /** A request that waits to keep its answer. */
  async function startUncommitted(key: string, order: ReturnType<typeof newOrder>) {
    const inTheWay = await hold(
      `insert into idempotency_key (owner_id, key, request_hash, answer, created_at) values ($1, $2, sha256(''), '{}', now())`,
      [merchant.id, key],
    );
    const answer = order();
    await kantor.untilBlocked();
    return async () => {
      await inTheWay.query('rollback');
      return answer;
    };
  }

  test('a repeat is told that it runs, and given its answer afterwards', async () => {
    const order = newOrder('running');
    const goOn = await startUncommitted('running', order);
    expect(await order()).toMatchObject({ status: 409, body: { code: 'idempotency_running' } });
    const { status, body } = await goOn();
    expect(status).toBe(201);
    expect(await order()).toMatchObject({ status, body });
  });

  test('the same key of another merchant is free', async () => {
    const other = await kantor.createMerchant();
    const goOn = await startUncommitted('side-by-side', newOrder('side-by-side'));
    expect((await newOrder('side-by-side', { by: other, bank: 2 })()).status).toBe(201);
    expect((await goOn()).status).toBe(201);
  });
});

test('An answer is replayed for a day, to the last millisecond', async () => {
  const order = newOrder('a-day');
  const { status, body } = await order();
  kantor.pass(DAY);
  await forgetOldAnswers(kantor.db, kantor.clock());
  expect(await order()).toMatchObject({ status, body });
  kantor.pass(1);
  await forgetOldAnswers(kantor.db, kantor.clock());
  expect(await order()).toMatchObject({ status: 409, body: { code: 'external_id_taken' } });
});

test.each(['', 'two words', 'ключ', 'tab\there'])('%j is no key', async (key) => {
  const refused = await newOrder(key)();
  expect([refused.status, Object.keys(refused.body.errors)]).toEqual([400, ['Idempotency-Key']]);
});
