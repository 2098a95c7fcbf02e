import { describe } from 'vitest';
import { ORDER_CHECKS } from '../../src/modules/verification/store/orders.ts';
import * as names from './fixture.ts';
import { type Market, testCorruptions } from './fixture.ts';

/** The table refuses these by itself; here it may not. */
const WITHOUT_CHECKS = `
  do $$ declare name text; begin
    for name in select conname from pg_constraint where conrelid = 'orders'::regclass and contype = 'c' loop
      execute format('alter table orders drop constraint %I', name);
    end loop;
  end $$`;

/** Posts 1 micro-USDT from one account to another. */
const post = (kind: string, cause: string, from: [owner: string, account: string], to: typeof from) => `
  select ledger_post(array[${names.NEW_ID}], '{${kind}}', array[${cause}]::uuid[], array[now()], '{1,1}',
    '{${from[0]},${to[0]}}', '{${from[1]},${to[1]}}', '{-1,1}')`;

type Order = keyof Market['orders'];
const named = (id: string) => ({ table: 'orders', row: id });

/** An order that holds another sum than its status says. */
const holding = (name: Order, sum: string) => (each: Market) => ({
  sql: [WITHOUT_CHECKS, `update orders set held = ${sum} where ${each.is(name)}`],
  breaks: [names.HELD, names.HOLD, names.HOLD_POSTED],
  names: named(each.orders[name]),
});

const miscounting = (counter: string) => (each: Market) => ({
  sql: `update requisite set ${counter} = ${counter} + 1`,
  breaks: [names.COUNTERS],
  names: { table: 'requisite', row: each.requisiteId },
});

/** An order of which something was changed after it had been paid out. */
const changed =
  (name: Order, change: string, ...breaks: string[]) =>
  (each: Market) => ({
    sql: `update orders set ${change} where ${each.is(name)}`,
    breaks,
    names: named(each.orders[name]),
  });

describe('Verification names', () => {
  testCorruptions(ORDER_CHECKS, {
    'an active order that holds nothing': holding('active', '0'),
    'an active order that holds a part': holding('active', 'held - 1'),
    'an appealed order that holds a part': holding('appealed late', 'held - 1'),
    'a closed order that still holds': holding('closed', 'amount_usdt'),
    'an expired order that still holds': holding('expired', 'amount_usdt'),
    'a cancelled order that still holds': holding('cancelled', 'amount_usdt'),
    'a closed order that was never paid out': ({ orders, journalOf }) => ({
      sql: `update ledger_journal set kind = 'mistake' where id = ${journalOf('order_close', 'closed')}`,
      breaks: [names.CLOSED_ONCE, names.TERMS],
      names: named(orders.closed),
    }),
    'an active order that was paid out': ({ orders, journalOf }) => ({
      sql: `update ledger_journal set cause = '${orders.active}' where id = ${journalOf('order_close', 'closed late')}`,
      breaks: [names.CLOSED_ONCE, names.TERMS],
      names: named(orders.active),
    }),
    'an order that was paid out twice': ({ orders, trader, merchant }) => ({
      sql: [
        'alter table ledger_journal drop constraint ledger_journal_kind_cause_key',
        post('order_close', `'${orders.closed}'`, [trader.id, 'available'], [merchant.id, 'available']),
      ],
      breaks: [names.CLOSED_ONCE, names.TERMS],
      names: named(orders.closed),
    }),
    'a pay-out to another merchant': ({ orders, merchant, account }) => ({
      sql: [
        `insert into account (id, role, name, created_at)
          values ('01980000-0000-7000-8000-000000000000', 'merchant', 'other', now())`,
        `update ledger_account set owner_id = '01980000-0000-7000-8000-000000000000'
          where id = ${account(merchant, 'available')}`,
      ],
      breaks: [names.TERMS],
      names: named(orders.closed),
    }),
    'a fee other than the terms': changed('closed', 'fee_bp = fee_bp + 1', names.TERMS, names.ROLLUPS),
    'a reward other than the terms': changed('closed late', 'reward_bp = reward_bp - 1', names.TERMS, names.ROLLUPS),
    'an appeal for another amount than was paid': ({ orders }) => ({
      sql: `update appeal set paid_amount = amount + 1 where status = 'PROCESSED'`,
      breaks: [names.TERMS, names.COUNTERS, names.ROLLUPS],
      names: named(orders['closed by appeal']),
    }),
    'a rate that was changed afterwards': changed('active', 'rate = rate + 1', names.USDT),
    'an order of a trader who is not there': ({ orders, is }) => ({
      sql: `update orders set trader_id = merchant_id where ${is('cancelled')}`,
      breaks: [names.PARTIES, names.DENSE, names.BLOCKS, names.ROLLUPS],
      names: named(orders.cancelled),
    }),
    'an order of a merchant who is not there': ({ orders, is }) => ({
      sql: `update orders set merchant_id = trader_id where ${is('cancelled')}`,
      breaks: [names.PARTIES, names.DENSE, names.BLOCKS, names.ROLLUPS],
      names: named(orders.cancelled),
    }),
    'a change of status of an order that is not there': () => ({
      sql: `insert into order_status_change (order_id, n, status, actor, created_at)
        values ('ffffffff-ffff-7000-8000-000000000000', 1, 'ACTIVE', 'merchant', now())`,
      breaks: [names.PARTIES],
      names: { table: 'order_status_change', row: 'ffffffff-ffff-7000-8000-000000000000/1' },
    }),
    'a requisite that counts another number of active orders': miscounting('active_orders'),
    'a requisite that counts another number of closed orders': miscounting('total_deals_count'),
    'a requisite that counts another sum of closed orders': miscounting('total_deals_amount'),
  });
});
