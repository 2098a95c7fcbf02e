import { sql } from 'kysely';
import { describe, expect } from 'vitest';
import { transaction } from '../../src/db/tx.ts';
import { kantorTest } from '../support/fixtures.ts';

// Orders and their histories take rows from the steps of orders alone (decision 159).

const test = kantorTest
  .extend('trader', { scope: 'file' }, ({ kantor }) => kantor.createSoleTrader({ balance: '100000' }))
  .extend('requisite', { scope: 'file', auto: true }, ({ kantor, trader }) => kantor.createRequisite(trader.id))
  .extend('merchant', { scope: 'file' }, ({ kantor }) => kantor.createMerchant())
  .extend('order', { scope: 'file' }, ({ merchant }) => merchant.order('1500'));

describe('Not even the role that owns the database', () => {
  test.for([
    ['orders', 'insert into orders select * from orders limit 1'],
    [
      'order_status_change',
      `insert into order_status_change select order_id, n + 1, status, actor, created_at from order_status_change limit 1`,
    ],
  ] as const)('adds a row to %s', async ([table, statement], { kantor, order }) => {
    expect(order.status).toBe('ACTIVE');
    await expect(sql.raw(statement).execute(kantor.ownerDb)).rejects.toThrow(
      `Table ${table} takes rows from the steps of orders alone`,
    );
  });

  test('… or with the next statement of a step', async ({ kantor, order }) => {
    const step = sql`
      select orders_move(array[${order.id}]::uuid[], '{ACTIVE}', '{DECLINED}', '{merchant}', array[now()], '{0}', '{0}')`;
    const written = transaction(kantor.ownerDb, async (tx) => {
      await step.execute(tx);
      await sql`insert into order_status_change values (${order.id}, 3, 'ACTIVE', 'merchant', now())`.execute(tx);
    });
    await expect(written).rejects.toThrow('takes rows from the steps of orders alone');
  });

  test.for([
    'update orders set trader_id = merchant_id',
    'update orders set merchant_id = trader_id',
    'update orders set id = gen_random_uuid()',
    'update orders set requisite_id = id',
    'update orders set payee_version = payee_version + 1',
    'delete from orders',
    'truncate orders cascade',
    'update order_status_change set order_id = gen_random_uuid()',
  ])('takes away what rows are of: %s', async (statement, { kantor, order }) => {
    expect(order.status).toBe('ACTIVE');
    await expect(sql.raw(statement).execute(kantor.ownerDb)).rejects.toThrow('keeps what its rows are of');
  });
});

describe('A step refuses an order', () => {
  interface Parts {
    trader: string;
    merchant: string;
    requisite: string;
    payee: number;
  }
  const NOBODY = '01980000-0000-7000-8000-000000000000';
  const issue = (orders: readonly Parts[]) => {
    const each = <Value>(valueOf: (order: Parts) => Value) => orders.map((order) => valueOf(order));
    return sql`
      select orders_issue(array_agg(gen_random_uuid()), array_agg(merchant), array_agg(trader), array_agg(requisite), array_agg(payee),
        array_agg(gen_random_uuid()::text), array_agg(true), array_agg(777 + place), array_agg(920000::bigint), array_agg(777::bigint),
        array_agg(600), array_agg(350), array_agg(null::text), array_agg(now()), array_agg(now() + interval '1 minute'), now())
      from unnest(${each(({ trader }) => trader)}::uuid[], ${each(({ merchant }) => merchant)}::uuid[],
        ${each(({ requisite }) => requisite)}::uuid[], ${each(({ payee }) => payee)}::integer[])
        with ordinality as issued (trader, merchant, requisite, payee, place)`;
  };

  test.for([
    ['of a trader who is not there', { trader: NOBODY }, 'list_sequence_owner_id_fkey'],
    ['of a merchant who is not there', { merchant: NOBODY }, 'list_sequence_owner_id_fkey'],
    ['of a requisite that is not there', { requisite: NOBODY }, 'not in force'],
    ['of a payee that never was', { payee: 2 }, 'not in force'],
  ] as const)('%s, also beside another', async ([_name, absent, refusal], { kantor, trader, merchant, requisite }) => {
    const given = { trader: trader.id, merchant: merchant.id, requisite, payee: 1 };
    const refused = { ...given, ...absent };
    for (const orders of [[refused], [given, refused]])
      await expect(issue(orders).execute(kantor.ownerDb)).rejects.toThrow(refusal);
  });
});

describe('What an order must be', () => {
  test.for([
    ['orders_amounts', 'amount = 0'],
    ['orders_amounts', 'amount_usdt = 0, held = 0'],
    ['orders_amounts', 'rate = -1'],
    ['orders_shares', 'reward_bp = -1'],
    ['orders_shares', 'reward_bp = fee_bp + 1'],
    ['orders_shares', 'fee_bp = 10001'],
    ['orders_held', 'held = 0'],
    ['orders_held', 'held = held - 1'],
    ['orders_held', `status = 'EXPIRED'`],
    ['orders_held', `status = 'DECLINED'`],
    ['orders_held', `status = 'CLOSED', paid_at = now()`],
    ['orders_held', `status = 'APPEAL', held = held - 1`],
    ['orders_check4', `status = 'CLOSED', held = 0`],
    ['orders_check4', 'paid_at = now()'],
    ['orders_reversal', `reversed_amount = 1, reversed_at = now(), reversal_reason = 'x'`],
    ['orders_reversal', `reversal_reason = 'x'`],
    ['orders_reversal', `status = 'CLOSED', paid_at = now(), held = 0, reversed_amount = 1, reversed_at = now()`],
    [
      'orders_reversal',
      `status = 'CLOSED', paid_at = now(), held = 0, reversed_amount = 0, reversed_at = now(), reversal_reason = 'x'`,
    ],
  ] as const)('%s refuses %s', async ([constraint, change], { kantor, order }) => {
    const changed = sql`update orders set ${sql.raw(change)} where id = ${order.id}`.execute(kantor.ownerDb);
    await expect(changed).rejects.toMatchObject({ constraint });
  });

  test.for([
    `status = 'APPEAL'`,
    `status = 'APPEAL', held = 0`,
    `status = 'EXPIRED', held = 0`,
    `status = 'CLOSED', paid_at = now(), held = 0`,
    `status = 'CLOSED', paid_at = now(), held = 0, reversed_amount = 1, reversed_at = now(), reversal_reason = 'x'`,
  ])('… and not %s', async (change, { kantor, order }) => {
    const NOT_KEPT = new Error('Written, and not to be kept');
    const changed = transaction(kantor.ownerDb, async (tx) => {
      await sql`update orders set ${sql.raw(change)} where id = ${order.id}`.execute(tx);
      throw NOT_KEPT;
    });
    await expect(changed).rejects.toBe(NOT_KEPT);
  });
});
