import pg from 'pg';
import { describe, expect } from 'vitest';
import { ACT_CHECKS } from '../../src/modules/verification/store/acts.ts';
import { LEDGER_CHECKS } from '../../src/modules/verification/store/ledger.ts';
import { inspect, verify } from '../../src/modules/verification/index.ts';
import * as names from './fixture.ts';
import { test, testCorruptions } from './fixture.ts';

test('A marketplace where everything has happened breaks nothing', async ({ kantor }) => {
  // 1 deposit, 12 holds, 4 releases, 6 closings (one of five entries), 1 reversal, 1 adjustment, 1 move of earnings.
  expect(await inspect(kantor.db)).toMatchObject({
    violations: [],
    counts: { checks: 63, users: 4n, orders: 12n, postings: 28n, entries: 72n },
  });
});

test('Verification waits for nobody who is at work', async ({ kantor }) => {
  const worker = new pg.Client({ connectionString: kantor.ownerUrl });
  await worker.connect();
  await worker.query('begin');
  await worker.query('update requisite set active_orders = active_orders + 1');
  await worker.query('lock table orders, ledger_entry, ledger_account in exclusive mode');
  expect(await verify(kantor.db)).toEqual([]);
  await worker.query('rollback');
  await worker.end();
});

const posting = { table: 'ledger_journal', row: /./ };
const account = { table: 'ledger_account', row: /^\d+$/ };
const firstPlatformEntry = '(select min(id) from ledger_platform_entry)';

const ACT = '01a1f82f-1e80-7165-bb6b-52bced39bae7';
const act = (accountId: string) => `
  insert into act (id, account_id, number, first_day, last_day, made_at, made_by, made_in, platform_name, platform_details,
    party_name, party_details)
  values ('${ACT}', '${accountId}', 1, '2026-07-01', '2026-07-01', now(), '${accountId}', '${accountId}', 'A', '', 'B', '')`;

describe('Verification names', () => {
  testCorruptions([...LEDGER_CHECKS, ...ACT_CHECKS], {
    'a posting of which one side was changed': () => ({
      sql: `update ledger_platform_entry set amount = amount - 1 where id = ${firstPlatformEntry}`,
      breaks: [names.ZERO, names.TOTAL],
      names: posting,
    }),
    'a posting by hand, whose cause is before all that tell a time, of which one side was changed': () => ({
      sql: [
        `update ledger_journal set cause = '00000000-0000-5000-8000-000000000000'
          where id = (select journal_id from ledger_platform_entry where id = ${firstPlatformEntry})`,
        `update ledger_platform_entry set amount = amount - 1 where id = ${firstPlatformEntry}`,
      ],
      breaks: [names.ZERO, names.TOTAL],
      names: posting,
    }),
    'a debt beside money that is there': ({ merchant }) => ({
      sql: `update ledger_account set balance = -1 where owner_id = '${merchant.id}' and kind = 'owed'`,
      breaks: [names.BALANCE, names.TOTAL, names.DEBTOR],
      names: account,
    }),
    'a debt above zero': ({ merchant }) => ({
      sql: [
        'alter table ledger_account drop constraint ledger_account_ceiling',
        `update ledger_account set balance = 1 where owner_id = '${merchant.id}' and kind = 'owed'`,
      ],
      breaks: [names.BALANCE, names.TOTAL, names.FLOOR],
      names: account,
    }),
    'a posting without entries': () => ({
      sql: `insert into ledger_journal values (${names.NEW_ID}, 'deposit', ${names.NEW_ID}, now())`,
      breaks: [names.ZERO],
      names: posting,
    }),
    'entries whose posting was deleted': () => ({
      sql: `delete from ledger_journal where kind = 'deposit'`,
      breaks: [names.ZERO],
      unseenOfRecent: [names.ZERO],
      names: posting,
    }),
    'money from nowhere': ({ trader, ...market }) => ({
      sql: `update ledger_account set balance = balance + 1 where id = ${market.account(trader, 'available')}`,
      breaks: [names.BALANCE, names.TOTAL],
      names: account,
    }),
    'a version without its entry': ({ trader, ...market }) => ({
      sql: `update ledger_account set version = version + 1 where id = ${market.account(trader, 'available')}`,
      breaks: [names.BALANCE],
      names: account,
    }),
    'an account that was deleted': ({ trader, ...market }) => ({
      sql: `delete from ledger_account where id = ${market.account(trader, 'earned')}`,
      breaks: [names.BALANCE, names.TERMS],
      names: account,
    }),
    'an entry that comes to another balance': ({ trader, ...market }) => ({
      sql: `update ledger_entry set balance_after = balance_after + 1
        where account_id = ${market.account(trader, 'available')} and account_version = 3`,
      breaks: [names.CHAIN],
      names: { table: 'ledger_entry', row: /^\d+\/3$/ },
    }),
    'a gap in the entries': ({ merchant, ...market }) => ({
      sql: `update ledger_entry set account_version = account_version + 7 where account_version = 4
        and account_id = ${market.account(merchant, 'available')}`,
      breaks: [names.CHAIN],
      names: { table: 'ledger_entry', row: /^\d+\/11$/ },
    }),
    "an entry of the platform on a user's account": ({ trader, ...market }) => ({
      sql: `update ledger_platform_entry set account_id = ${market.account(trader, 'available')}
        where id = ${firstPlatformEntry}`,
      breaks: [names.APART],
      names: { table: 'ledger_platform_entry', row: /./ },
    }),
    'an overdraft': ({ merchant, ...market }) => ({
      sql: [
        'alter table ledger_account drop constraint ledger_account_floor',
        `update ledger_account set balance = -1 where id = ${market.account(merchant, 'available')}`,
      ],
      breaks: [names.BALANCE, names.FLOOR, names.TOTAL],
      names: account,
    }),
    'a block that came before its entries': ({ trader, ...market }) => ({
      sql: `insert into ledger_block values (${market.account(trader, 'available')}, 0, 'deposit', 1, 1000000000, 0, 1, 1000000000, 0)`,
      breaks: [names.LEDGER_BLOCKS],
      names: { table: 'ledger_block', row: /^\d+\/0$/ },
    }),
    'a day of the revenue that was counted too early': () => ({
      sql: `update ledger_revenue_through set day = '2100-01-01'`,
      breaks: [names.REVENUE],
      names: { table: 'ledger_revenue_day', row: /order_close$/ },
    }),
    'an act of balances that never were': ({ trader }) => ({
      sql: [act(trader.id), `insert into act_part values ('${ACT}', 'available', 1, 0, 0, 1, 1, 0, 0)`],
      breaks: [names.ACT_BALANCES, names.DENSE],
      names: { table: 'act_part', row: `${ACT}/available` },
    }),
    'an act whose kinds come to something else': ({ trader }) => ({
      sql: [
        act(trader.id),
        `insert into act_part values ('${ACT}', 'available', 0, 0, 0, 0, 1, 0, 0)`,
        `insert into act_kind values ('${ACT}', 'deposit', 1, 5, 0)`,
      ],
      breaks: [names.ACT_KINDS, names.DENSE],
      names: { table: 'act', row: ACT },
    }),
  });
});
