import { randomBytes } from 'node:crypto';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { confirmOrder } from '@kantor/contract/wire/orders.ts';
import pg from 'pg';
import { describe, expect, inject } from 'vitest';
import { assertPlace, bringUpToDate, readSchema } from '../../src/db/bring-up-to-date.ts';
import { readGrants } from '../../src/db/grants.ts';
import { drillBackup } from '../../src/app/care/backup/drill.ts';
import { makeBackup } from '../../src/app/care/backup/make.ts';
import { findBackup, readManifest } from '../../src/app/care/backup/manifest.ts';
import { restoreDatabase } from '../../src/app/care/backup/restore.ts';
import { openFileHome } from '../../src/modules/files/index.ts';
import { withServer } from '../../src/app/with-database.ts';
import { inspect } from '../../src/modules/verification/index.ts';
import { kantorTest } from '../support/fixtures.ts';
import { startKantor } from '../support/kantor.ts';

const SCRIPT = await readFile(new URL('../../roles/schema.sql', import.meta.url), 'utf8');
const PASSWORD = 'of the test';

const rolesOf = (schema: string) => [`${schema}_owner`, `${schema}_app`];

/** `public` of its database has a marketplace already. */
const test = kantorTest
  .extend('admin', { scope: 'file' }, async ({ kantor }, { onCleanup }) => {
    const client = new pg.Client({
      connectionString: new URL(new URL(kantor.databaseUrl).pathname, inject('adminUrl')).href,
    });
    await client.connect();
    onCleanup(() => client.end());
    return client;
  })
  /** Makes a schema as an administrator does. */
  .extend('prepare', { scope: 'file' }, ({ kantor, admin }, { onCleanup }) => {
    const made: string[] = [];
    onCleanup(async () => {
      for (const schema of made) await admin.query(`drop schema ${schema} cascade`);
      for (const role of made.flatMap(rolesOf)) await admin.query(`drop owned by ${role} cascade; drop role ${role}`);
    });
    return async (schema: string) => {
      made.push(schema);
      await admin.query(`set kantor.schema = '${schema}'`);
      await admin.query(SCRIPT);
      const roles = rolesOf(schema);
      for (const role of roles) await admin.query(`alter role ${role} password '${PASSWORD}'`);
      const [owner = '', serving = ''] = roles.map((role) => {
        const url = new URL(kantor.databaseUrl);
        [url.username, url.password] = [role, PASSWORD];
        return url.href;
      });
      return { schema, urls: { owner, serving } };
    };
  })
  /** And the marketplace in it. */
  .extend('make', { scope: 'file' }, ({ prepare }) => async (schema: string) => {
    const prepared = await prepare(schema);
    return { ...prepared, warning: await bringUpToDate(prepared.urls) };
  })
  .extend('place', { scope: 'file' }, async ({ kantor }, { onCleanup }) => {
    const place = await mkdtemp(join(kantor.settings.dataDir, 'backups-'));
    onCleanup(() => rm(place, { recursive: true, force: true }));
    return place;
  })
  .extend('north', { scope: 'file' }, ({ make }) => make(`north_${randomBytes(4).toString('hex')}`))
  .extend('south', { scope: 'file' }, ({ make }) => make(`south_${randomBytes(4).toString('hex')}`))
  .extend('open', ({ kantor: ofPublic }, { onCleanup }) => {
    const opened: { close: () => Promise<void> }[] = [];
    onCleanup(async () => {
      for (const kantor of opened) await kantor.close();
    });
    return async ({ urls }: { urls: { owner: string; serving: string } }) => {
      const kantor = await startKantor({
        now: ofPublic.clock(),
        database: { url: urls.serving, ownerUrl: urls.owner, drop: () => Promise.resolve() },
      });
      opened.push(kantor);
      return kantor;
    };
  });

describe('several marketplaces in one database, a schema each', () => {
  test('have the newest schema and all rights, and no more', async ({ north, kantor, admin }) => {
    expect(north.warning).toBeUndefined();
    expect((await readSchema(north.urls.serving)).lacking).toEqual([]);
    const client = new pg.Client({ connectionString: north.urls.serving });
    await client.connect();
    const own = await readGrants(client, `${north.schema}_app`);
    await client.end();
    const template = new pg.Client({ connectionString: kantor.databaseUrl });
    await template.connect();
    expect(own.toSorted()).toEqual((await readGrants(template, 'kantor_app')).toSorted());
    await template.end();
    const { rows } = await admin.query<{ n: string }>(
      `select count(*) as n from pg_class where relnamespace = '${north.schema}'::regnamespace and relkind = 'r'`,
    );
    expect(Number(rows[0]?.n)).toBeGreaterThan(80);
  });

  test('live beside each other: people, orders and money of one are nothing to the others', async ({
    north,
    south,
    open,
    admin,
  }) => {
    const [one, other] = [await open(north), await open(south)];
    for (const kantor of [one, other]) {
      const trader = await kantor.createTrader({ balance: '500' });
      await kantor.createRequisite(trader.id);
      const merchant = await kantor.createMerchant();
      const { id } = await merchant.order('1000');
      await trader.call(confirmOrder, { params: { id } });
    }
    for (const [kantor, orders] of [
      [one, 1n],
      [other, 1n],
    ] as const) {
      const { violations, counts } = await inspect(kantor.db);
      expect(violations).toEqual([]);
      expect(counts.orders).toBe(orders);
    }
    const { rows } = await admin.query<{ n: string }>('select count(*) as n from public.orders');
    expect(Number(rows[0]?.n)).toBe(0);
  });

  test('are backed up and restored one by one, into a schema of any name, and drilled beside', async ({
    north,
    prepare,
    open,
    admin,
    place,
  }) => {
    const from = await open(north);
    const url = north.urls.owner;
    await makeBackup({ url, files: openFileHome(from.settings), to: place, passphrase: undefined, settings: [] });
    const folder = await findBackup(place);
    const backup = { folder, ...(await readManifest(folder, undefined)) };
    const west = await prepare(`west_${randomBytes(4).toString('hex')}`);
    await restoreDatabase(west.urls.owner, backup);
    await bringUpToDate(west.urls);
    const [before, after] = [await inspect(from.db), await inspect((await open(west)).db)];
    expect(after.counts).toEqual(before.counts);
    await admin.query(`alter role ${north.schema}_owner createdb`);
    expect(await drillBackup({ ownerUrl: url }, backup)).toEqual({ violations: 0, badFiles: 0 });
  });

  test('cannot see each other, whatever a role asks for', async ({ north, south }) => {
    for (const url of Object.values(north.urls)) {
      const client = new pg.Client({ connectionString: url });
      await client.connect();
      for (const schema of [south.schema, 'public'])
        await expect(client.query(`select count(*) from ${schema}.orders`), schema).rejects.toThrow(
          'permission denied',
        );
      await client.end();
    }
  });

  test('a process that is led to another one than it was told of does not start', async ({ north, south }) => {
    await assertPlace(north.urls, north.schema);
    await expect(assertPlace(south.urls, north.schema)).rejects.toThrow(
      `The role of DATABASE_URL works in the schema ${south.schema}, and KANTOR_SCHEMA says ${north.schema}`,
    );
    await expect(assertPlace({ serving: north.urls.serving, owner: south.urls.owner }, north.schema)).rejects.toThrow(
      /^The role of KANTOR_OWNER_DATABASE_URL works in/,
    );
    const place = {
      databaseUrl: north.urls.serving,
      ownerDatabaseUrl: north.urls.owner,
      dataDir: '',
      migrates: true,
      replica: undefined,
      schema: 'public',
    };
    await expect(withServer(place, () => Promise.resolve())).rejects.toThrow(/KANTOR_SCHEMA says public/);
  });

  test('a name that is no schema of ours is refused', async ({ admin }) => {
    for (const name of ['public', 'North', 'pg_x', 'kantor_app', 'a b']) {
      await admin.query(`select set_config('kantor.schema', '${name}', false)`);
      await expect(admin.query(SCRIPT), name).rejects.toThrow('kantor.schema must be a name such as north');
    }
  });
});
