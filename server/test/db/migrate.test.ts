import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { describe, expect, test as base, vi } from 'vitest';
import { bringUpToDate } from '../../src/db/bring-up-to-date.ts';
import { migrate, OUTSIDE } from '../../src/db/migrate.ts';
import { createOldDatabase } from '../support/database.ts';
import { readdirSync, readFileSync } from 'node:fs';

const FILES = {
  '001.do.people.sql': `create table person (id int primary key, name text); insert into person values (1, 'anna')`,
  '002.do.email.sql': 'alter table person add column email text',
  '003.do.index.sql': `-- Outside of a transaction: people sign in meanwhile.
drop index concurrently if exists person_name;
create index concurrently person_name on person (name);
`,
};

/** A database of its own without a schema, and a folder of migrations. */
const test = base
  .extend('schema', '0')
  .extend('database', async ({ schema }, { onCleanup }) => {
    const database = await createOldDatabase(schema);
    onCleanup(database.drop);
    return database;
  })
  .extend('client', async ({ database }, { onCleanup }) => {
    const client = new pg.Client({ connectionString: database.ownerUrl });
    await client.connect();
    onCleanup(() => client.end());
    return client;
  })
  .extend('folder', async ({ schema }, { onCleanup }) => {
    const folder = await mkdtemp(join(tmpdir(), `kantor-migrations-${schema}-`));
    onCleanup(() => rm(folder, { recursive: true }));
    const write = async (files: Record<string, string>) => {
      for (const [name, text] of Object.entries(files)) await writeFile(join(folder, name), text);
    };
    return { path: folder, write };
  });

const pick = (...numbers: string[]) =>
  Object.fromEntries(Object.entries(FILES).filter(([name]) => numbers.some((number) => name.startsWith(number))));

describe('a migration', () => {
  test('that waits for a table lets others by, and is done once the table is free', async ({
    database,
    client,
    folder,
  }) => {
    const { ownerUrl } = database;
    await folder.write(pick('001'));
    await migrate(ownerUrl, { folder: folder.path });
    await folder.write(pick('002'));
    const other = new pg.Client({ connectionString: ownerUrl });
    await other.connect();
    // As a dump does: it reads, and stays.
    await client.query('begin');
    await client.query('select from person');
    const said = vi.fn();
    const migrating = migrate(ownerUrl, { folder: folder.path, say: said });
    const isBlocked = async () =>
      ((
        await other.query(
          `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
        )
      ).rowCount ?? 0) > 0;
    await vi.waitUntil(isBlocked, { timeout: 20_000, interval: 5 });
    // Behind a lock that is waited for everything would stand.
    await other.query(`set statement_timeout = '2s'`);
    await other.query(`update person set name = 'boris'`);
    await vi.waitUntil(() => said.mock.calls.length > 0, { timeout: 20_000, interval: 5 });
    await client.query('commit');
    expect(await migrating).toEqual(['2 email']);
    expect((await other.query('select * from person')).rows).toEqual([{ id: 1, name: 'boris', email: null }]);
    await other.end();
  });

  test('outside of a transaction is done, once, by whichever of two processes is first', async ({
    database,
    client,
    folder,
  }) => {
    const { ownerUrl } = database;
    await folder.write(FILES);
    const applied = await Promise.all([1, 2].map(() => migrate(ownerUrl, { folder: folder.path })));
    expect(applied.toSorted((one, two) => two.length - one.length)).toEqual([['1 people', '2 email', '3 index'], []]);
    const { rows } = await client.query(
      `select indisvalid as valid from pg_index where indexrelid = 'person_name'::regclass`,
    );
    expect(rows).toEqual([{ valid: true }]);
  });

  test('that fails is taken back whole, those before it stay, and the next start goes on', async ({
    database,
    client,
    folder,
  }) => {
    const { ownerUrl } = database;
    await folder.write(pick('001'));
    await migrate(ownerUrl, { folder: folder.path });
    await folder.write({ ...pick('002'), '004.do.broken.sql': 'alter table person add column age int; select 1 / 0' });
    await expect(migrate(ownerUrl, { folder: folder.path })).rejects.toThrow('division by zero');
    const columns = async () => Object.keys((await client.query('select * from person')).rows[0] as object);
    expect(await columns()).toEqual(['id', 'name', 'email']);
    await folder.write({ '004.do.broken.sql': 'alter table person add column age int' });
    expect(await migrate(ownerUrl, { folder: folder.path })).toEqual(['4 broken']);
    expect(await columns()).toEqual(['id', 'name', 'email', 'age']);
  });

  test('that came from work beside, with a lower number than the newest, is not left out', async ({
    database,
    folder,
  }) => {
    const { ownerUrl } = database;
    await folder.write({ ...pick('001'), '007.do.age.sql': 'alter table person add column age int' });
    expect(await migrate(ownerUrl, { folder: folder.path })).toEqual(['1 people', '7 age']);
    await folder.write(pick('002', '003'));
    expect(await migrate(ownerUrl, { folder: folder.path })).toEqual(['2 email', '3 index']);
    expect(await migrate(ownerUrl, { folder: folder.path })).toEqual([]);
  });

  test('of a new database leaves nothing of it behind when it fails', async ({ database, client, folder }) => {
    await folder.write({ ...pick('001'), '002.do.broken.sql': 'select 1 / 0' });
    await expect(migrate(database.ownerUrl, { folder: folder.path })).rejects.toThrow('division by zero');
    expect((await client.query(`select to_regclass('person') as person`)).rows).toEqual([{ person: null }]);
  });
});

test('a start that must not migrate refuses an older schema in a sentence, and takes one that is there', async ({
  database,
}) => {
  const urls = { serving: database.url, owner: database.ownerUrl };
  await expect(bringUpToDate(urls, { migrates: false })).rejects.toThrow(
    /schema of the database is 0, .*"kantor migrate"/,
  );
  await bringUpToDate(urls);
  expect(await bringUpToDate(urls, { migrates: false })).toBeUndefined();
  const owner = new pg.Client({ connectionString: database.ownerUrl });
  await owner.connect();
  await owner.query('delete from schema_version where version = 200');
  await owner.end();
  await expect(bringUpToDate(urls, { migrates: false })).rejects.toThrow(
    /lacks migrations .*\(1, from 200 on\).*"kantor migrate"/,
  );
});

describe('a file of migrations', () => {
  const path = new URL('../../migrations/', import.meta.url);
  const files = readdirSync(path).map((name) => ({ name, text: readFileSync(new URL(name, path), 'utf8') }));
  const code = (text: string) => text.replaceAll(/^\s*--.*$/gm, '');

  test('says at its beginning when it runs outside of a transaction, and is then safe to repeat', () => {
    const silent = files.filter(({ text }) => !OUTSIDE.test(text) && /\bconcurrently\b/i.test(code(text)));
    expect(silent.map(({ name }) => name)).toEqual([]);
    for (const { name, text } of files.filter((file) => OUTSIDE.test(file.text))) {
      const made = [...code(text).matchAll(/create (?:unique )?index concurrently (\w+)/gi)].map(([, index]) => index);
      for (const index of made) expect(text, name).toContain(`drop index concurrently if exists ${index};`);
    }
  });
});

describe('between the files of an upgrade', () => {
  test.override('schema', '290');

  test('the serving role calls what it called, also what acts as its owner from then on, and is alone with it at the end', async ({
    database,
    client,
  }) => {
    const callers = async () => {
      const { rows } = await client.query<{ serving: boolean; everybody: boolean }>(`
        select has_function_privilege('kantor_app', oid, 'execute') as serving, exists (
          select from aclexplode(coalesce(proacl, acldefault('f', proowner))) a where a.grantee = 0
        ) as everybody
        from pg_proc where pronamespace = 'public'::regnamespace and proname in ('orders_issue', 'orders_move', 'ledger_post')`);
      return rows;
    };
    await migrate(database.ownerUrl, { version: '290', servingRole: 'kantor_app' });
    await migrate(database.ownerUrl);
    expect((await callers()).map(({ serving }) => serving)).toEqual([true, true, true]);
    await migrate(database.ownerUrl, { servingRole: 'kantor_app' });
    expect(await callers()).toEqual(Array(3).fill({ serving: true, everybody: false }));
  });
});
