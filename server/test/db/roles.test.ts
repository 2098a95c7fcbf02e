import { sql } from 'kysely';
import pg from 'pg';
import { describe, expect, inject } from 'vitest';
import { bringUpToDate } from '../../src/db/bring-up-to-date.ts';
import { migrate } from '../../src/db/migrate.ts';
import { arrangeRoles } from '../../src/db/roles.ts';
import { createOldDatabase } from '../support/database.ts';
import { kantorTest } from '../support/fixtures.ts';

async function query<Row extends pg.QueryResultRow>(url: string, statement: string): Promise<Row[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query<Row>(statement)).rows;
  } finally {
    await client.end();
  }
}

/** A database that a superuser made and served, as it was before there were two roles. */
const test = kantorTest.extend('singleUrl', async ({ kantor }, { onCleanup }) => {
  const name = `${new URL(kantor.databaseUrl).pathname.slice(1)}_single`;
  const admin = inject('adminUrl');
  await query(admin, `create database ${name} template template0`);
  onCleanup(async () => void (await query(admin, `drop database ${name} with (force)`)));
  const url = new URL(`/${name}`, admin).href;
  await migrate(url, { version: '049' });
  await query(
    url,
    `insert into audit values (gen_random_uuid(), now(), 'anna', 'anna@host', 'block', 'account', 'x', null, '{}')`,
  );
  return url;
});

const APPEND_ONLY = [
  'ledger_journal',
  'ledger_entry',
  'ledger_platform_entry',
  'audit',
  'payee',
  'payout_look',
  'order_status_change',
  'order_confirmation',
];

describe('A connection of the role that serves', () => {
  test.for([
    ...APPEND_ONLY.flatMap((table) => [
      `delete from ${table}`,
      `truncate ${table} cascade`,
      `alter table ${table} disable trigger all`,
      `drop table ${table} cascade`,
    ]),
    'update ledger_journal set kind = kind',
    'update ledger_entry set amount = amount',
    'update ledger_platform_entry set amount = amount',
    'update audit set who = who',
    'update payee set version = version',
    'update payout_look set at = at',
    'update order_status_change set order_id = order_id',
    'update order_confirmation set order_id = order_id',
    'drop trigger ledger_entry_append_only on ledger_entry',
    'drop trigger audit_append_only on audit',
    'alter table ledger_entry disable trigger ledger_entry_append_only',
    'update ledger_account set balance = balance + 1, version = version + 1 where owner_id is not null',
    `insert into ledger_journal values (gen_random_uuid(), 'deposit', gen_random_uuid(), now())`,
    'insert into ledger_account (owner_id, kind, balance) values (null, $$available$$, 5)',
    'set session_replication_role = replica',
    'set role kantor_owner',
    'create table mine (id int)',
    'create temporary table mine (id int)',
    `create function mine() returns int language sql as 'select 1'`,
    'create schema mine',
    'create role mine',
    'alter role kantor_app superuser',
    'alter function ledger_post security invoker',
    `copy (select 1) to program 'true'`,
    'update schema_version set version = 0',
  ])('cannot: %s', async (statement, { kantor }) => {
    await expect(sql.raw(statement).execute(kantor.db)).rejects.toMatchObject({ code: '42501' });
  });

  test('keeps the right to do its work: a posting moves balances', async ({ kantor }) => {
    const { id } = await kantor.createTrader({ balance: '7' });
    expect((await kantor.balances(id)).available).toBe(7_000_000n);
  });
});

describe('A database that one role made', () => {
  test('changes hands with all that is in it, as often as one likes', async ({ singleUrl }) => {
    // Migrations that come later may add columns.
    const rows = 'select id, at, who, os_user, action, object_id, before, after from audit';
    const before = await query(singleUrl, rows);
    for (let turn = 0; turn < 2; turn += 1) {
      const urls = await arrangeRoles(singleUrl);
      expect(await bringUpToDate(urls)).toBeUndefined();
      expect(await query(urls.serving, rows)).toEqual(before);
      await expect(query(urls.serving, 'delete from audit')).rejects.toMatchObject({ code: '42501' });
    }
    const strangers = await query(
      singleUrl,
      `select relname from pg_class where relnamespace = 'public'::regnamespace and relowner <> 'kantor_owner'::regrole
       union all select proname from pg_proc where pronamespace = 'public'::regnamespace and proowner <> 'kantor_owner'::regrole
       union all select typname from pg_type where typnamespace = 'public'::regnamespace and typowner <> 'kantor_owner'::regrole`,
    );
    expect(strangers).toEqual([]);
  });

  test('is served as before where only DATABASE_URL is given, with a warning', async ({ singleUrl }) => {
    const warning = await bringUpToDate({ serving: singleUrl, owner: undefined });
    expect(warning).toMatch(/^The role of DATABASE_URL is a superuser, .* KANTOR_OWNER_DATABASE_URL/);
  });
});

describe('The two addresses', () => {
  test('are refused when the role that serves may do more than serve', async ({ kantor, singleUrl }) => {
    const refused = /^The role of DATABASE_URL .*: it must serve and no more/;
    const { ownerUrl, databaseUrl } = kantor;
    await expect(bringUpToDate({ serving: singleUrl, owner: singleUrl })).rejects.toThrow(/is a superuser/);
    await expect(bringUpToDate({ serving: ownerUrl, owner: ownerUrl })).rejects.toThrow(refused);
    await query(ownerUrl, 'grant delete on audit to public');
    await expect(bringUpToDate({ serving: databaseUrl, owner: ownerUrl })).rejects.toThrow(/\(audit delete\)/);
    await query(ownerUrl, 'revoke delete on audit from public');
  });

  test('give the role that serves what it lacks, and take what it should not have', async ({ kantor }) => {
    const urls = { serving: kantor.databaseUrl, owner: kantor.ownerUrl };
    await query(urls.owner, 'grant update on audit to kantor_app; revoke insert on wallet from kantor_app');
    expect(await bringUpToDate(urls)).toBeUndefined();
    await expect(query(urls.serving, 'update audit set who = who')).rejects.toMatchObject({ code: '42501' });
    await query(urls.serving, 'explain insert into wallet default values');
  });

  test('need the owner where the schema is older, and not where it is the newest', async ({ kantor }) => {
    expect(await bringUpToDate({ serving: kantor.databaseUrl, owner: undefined })).toBeUndefined();
    const { url, ownerUrl, drop } = await createOldDatabase('049');
    await query(ownerUrl, 'grant select on all tables in schema public to kantor_app');
    await expect(bringUpToDate({ serving: url, owner: undefined })).rejects.toThrow(
      'may not change it: set KANTOR_OWNER_DATABASE_URL',
    );
    await drop();
  });
});
