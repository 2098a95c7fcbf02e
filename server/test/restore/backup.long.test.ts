import { execFile } from 'node:child_process';
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { sql } from 'kysely';
import { describe, expect, inject, vi } from 'vitest';
import { drillBackup } from '../../src/app/care/backup/drill.ts';
import { forgetBackups, makeBackup } from '../../src/app/care/backup/make.ts';
import { findBackup, readManifest } from '../../src/app/care/backup/manifest.ts';
import { restoreDatabase, restoreFiles } from '../../src/app/care/backup/restore.ts';
import { createPool, type Database } from '../../src/db/pool.ts';
import { transaction } from '../../src/db/tx.ts';
import { newId } from '../../src/kernel/ids.ts';
import { openAppeal } from '../../src/modules/appeals/index.ts';
import { type BucketPlace, diskStore, insertFile, openBucket, openFileHome } from '../../src/modules/files/index.ts';
import { insertBackup } from '../../src/modules/platform/index.ts';
import { verify } from '../../src/modules/verification/index.ts';
import { createOldDatabase } from '../support/database.ts';
import { kantorTest } from '../support/fixtures.ts';
import { rub } from '../support/money.ts';
import { startObjectStore } from '../support/object-store.ts';
import { createHash } from 'node:crypto';

const PASSPHRASE = 'twelve characters and more';
const BYTES = Buffer.from('the bytes of a receipt');

const test = kantorTest
  .extend('market', { scope: 'file' }, async ({ kantor }) => {
    const { trader, merchant, order } = await kantor.activeOrder();
    const file = {
      id: newId(kantor.clock()),
      name: 'чек.png',
      mediaType: 'image/png' as const,
      size: BYTES.length,
      sha256: createHash('sha256').update(BYTES).digest(),
    };
    await diskStore(join(kantor.settings.dataDir, 'files')).put(file.id, BYTES);
    await transaction(kantor.db, (tx) => insertFile(tx, file, trader.id, kantor.clock()));
    const claim = { merchantId: merchant.id, orderId: order.id, amount: rub('1500'), fileIds: [file.id] };
    await openAppeal(kantor, claim);
    // The shop's request is written down a moment after its answer: what is compared must not change meanwhile.
    await vi.waitUntil(async () => (await sql`select from api_request`.execute(kantor.db)).rows.length === 1, {
      timeout: 20_000,
    });
    return { trader, merchant, file };
  })
  .extend('place', async ({ market }, { onCleanup }) => {
    const place = await mkdtemp(join(tmpdir(), `kantor-backups-${market.trader.id}`));
    onCleanup(() => rm(place, { recursive: true, force: true }));
    return place;
  })
  .extend(
    'backUp',
    ({ kantor, place }) =>
      (passphrase?: string) =>
        makeBackup({
          url: kantor.ownerUrl,
          files: openFileHome(kantor.settings),
          to: place,
          passphrase,
          settings: ['DATABASE_URL'],
        }),
  )
  .extend('objects', async ({ place: _place }, { onCleanup }) => {
    const objects = await startObjectStore();
    onCleanup(() => objects.stop());
    return objects;
  })
  .extend('schema', '0')
  .extend('empty', async ({ schema }, { onCleanup }) => {
    const database = await createOldDatabase(schema);
    onCleanup(database.drop);
    await dropVersions(database.ownerUrl);
    return database;
  });

/** A database in which nothing was ever made. */
async function dropVersions(url: string): Promise<void> {
  const db = createPool(url, { max: 1 });
  await sql`drop table if exists schema_version`.execute(db);
  await db.destroy();
}

/** All rows of all tables, as texts. */
async function contents(url: string): Promise<Record<string, string[]>> {
  const db = createPool(url, { max: 1 });
  const { rows: tables } = await sql<{ name: string }>`
    select relname as name from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r' order by 1`.execute(
    db,
  );
  const found: Record<string, string[]> = {};
  for (const { name } of tables.filter((table) => table.name !== 'schema_version')) {
    const { rows } = await sql<{ row: string }>`select t::text as row from ${sql.table(name)} as t order by 1`.execute(
      db,
    );
    found[name] = rows.map(({ row }) => row);
  }
  await db.destroy();
  return found;
}

describe('a backup', () => {
  test.for([[undefined], [PASSPHRASE]])(
    'is restored row by row and byte by byte (passphrase: %s)',
    async ([passphrase], { kantor, market, place, backUp, empty }) => {
      const before = await contents(kantor.ownerUrl);
      await backUp(passphrase);
      const folder = await findBackup(place);
      const backup = { folder, ...(await readManifest(folder, passphrase)) };
      await restoreDatabase(empty.ownerUrl, backup);
      expect(await contents(empty.ownerUrl)).toEqual(before);
      const home = diskStore(join(place, 'restored'));
      expect(await restoreFiles(home, backup)).toBe(1);
      expect(await home.get(market.file.id)).toEqual(BYTES);
      // Foreign keys and triggers are there again.
      const db = createPool(empty.ownerUrl, { max: 1 });
      await expect(sql`delete from ledger_entry`.execute(db)).rejects.toThrow();
      await expect(sql`update orders set trader_id = gen_random_uuid()`.execute(db)).rejects.toThrow();
      await db.destroy();
      await expect(restoreDatabase(empty.ownerUrl, backup)).rejects.toThrow('The database is not empty');
    },
  );

  test('goes on numbering where it was', async ({ kantor, backUp, empty }) => {
    await transaction(kantor.db, (tx) => insertBackup(tx, kantor.clock(), 'first'));
    await transaction(kantor.db, (tx) => insertBackup(tx, kantor.clock(), 'second'));
    // A number that was given and not used is not given again, either.
    await sql`select nextval(pg_get_serial_sequence('backup_told', 'id'))`.execute(kantor.ownerDb);
    const sequences = async (db: Database) => {
      const { rows } = await sql<{ name: string; last: string | null }>`
        select sequencename as name, last_value::text as last from pg_sequences where schemaname = 'public' order by 1`.execute(
        db,
      );
      return rows;
    };
    const before = await sequences(kantor.ownerDb);
    expect(before.filter(({ last }) => last !== null).length).toBeGreaterThan(2);
    const { folder } = await backUp();
    await restoreDatabase(empty.ownerUrl, { folder, ...(await readManifest(folder, undefined)) });
    const db = createPool(empty.ownerUrl, { max: 1 });
    expect(await sequences(db)).toEqual(before);
    await transaction(db, (tx) => insertBackup(tx, kantor.clock(), 'third'));
    const { rows } = await sql<{ id: bigint }>`select id from backup_told order by id`.execute(db);
    expect(rows.map(({ id }) => id)).toEqual([1n, 2n, 4n]);
    await db.destroy();
  });

  test('with a passphrase shows nothing without it, and nothing when it was changed', async ({
    kantor,
    backUp,
    market,
    empty,
  }) => {
    const { folder } = await backUp(PASSPHRASE);
    await expect(readManifest(folder, undefined)).rejects.toThrow('give its passphrase');
    await expect(readManifest(folder, 'another passphrase')).rejects.toThrow('passphrase is another');
    const names = await readdir(folder);
    const all = Buffer.concat(await Promise.all(names.map((name) => readFile(join(folder, name)))));
    const { rows } = await sql<{ name: string }>`select name from account where id = ${market.trader.id}`.execute(
      kantor.db,
    );
    expect(all.includes(rows[0]?.name ?? '')).toBe(false);
    const manifest = await readFile(join(folder, 'manifest.json'), 'utf8');
    await writeFile(join(folder, 'manifest.json'), manifest.replace('DATABASE_URL', 'DATABASE_URI'));
    await expect(readManifest(folder, PASSPHRASE)).rejects.toThrow('the manifest was changed');
    await writeFile(join(folder, 'manifest.json'), manifest);
    await writeFile(join(folder, 'table-orders'), 'other bytes');
    const backup = { folder, ...(await readManifest(folder, PASSPHRASE)) };
    await expect(restoreDatabase(empty.ownerUrl, backup)).rejects.toThrow(
      'The backup is broken: table-orders. Nothing was changed.',
    );
    expect(await contents(empty.ownerUrl)).toEqual({});
  });

  test('is tried beside the database in use, and leaves nothing there', async ({ kantor, backUp }) => {
    const { folder } = await backUp();
    const backup = { folder, ...(await readManifest(folder, undefined)) };
    const urls = { ownerUrl: kantor.ownerUrl, adminUrl: inject('adminUrl') };
    const { violations, badFiles } = await drillBackup(urls, backup);
    expect({ violations, badFiles }).toEqual({ violations: 0, badFiles: 0 });
    const { rows } = await sql`select datname from pg_database where datname like 'kantor_drill%'`.execute(kantor.db);
    expect(rows).toEqual([]);
    await expect(drillBackup({ ownerUrl: kantor.ownerUrl }, backup)).rejects.toThrow(
      /alter role "kantor_owner" createdb/,
    );
  });

  test('that is old goes, and one that was not finished is none', async ({ place, backUp }) => {
    await expect(findBackup(place)).rejects.toThrow('There is no backup');
    const { folder } = await backUp();
    await writeFile(join(place, 'kantor-2020-01-01T00-00-00Z'), '');
    expect(await forgetBackups(place, 1)).toBe(1);
    expect(await readdir(place)).toEqual([folder.slice(place.length + 1)]);
  });
});

interface Installation {
  databaseUrl: string;
  ownerUrl: string;
  dataDir: string;
  store?: BucketPlace;
}

/** Runs a command of an installation in a process of its own. @returns what it says. */
async function runCommand({ databaseUrl, ownerUrl, dataDir, store }: Installation, ...words: string[]) {
  const cli = fileURLToPath(new URL('../../src/app/cli.ts', import.meta.url));
  const env = {
    ...process.env,
    DATABASE_URL: databaseUrl,
    KANTOR_OWNER_DATABASE_URL: ownerUrl,
    KANTOR_DATA_DIR: dataDir,
    ...(store && {
      KANTOR_S3_ENDPOINT: store.endpoint,
      KANTOR_S3_KEY_ID: store.accessKeyId,
      KANTOR_S3_SECRET: store.secretAccessKey,
    }),
  };
  return (await promisify(execFile)(process.execPath, [cli, ...words], { env, timeout: 120_000 })).stdout;
}

test('the command ends once its backup is there', async ({ kantor, place }) => {
  const said = await runCommand({ ...kantor, dataDir: kantor.settings.dataDir }, 'backup', '--to', place);
  expect(said).toContain(await findBackup(place));
});

test('a backup in a bucket is there once it is whole, is restored from there, and the older ones go', async ({
  kantor,
  market,
  place,
  empty,
  objects,
}) => {
  const store = objects.place;
  const to = `s3://${store.bucket}/nightly`;
  const bucket = openBucket({ ...store, prefix: 'nightly/' });
  const own = { ...kantor, dataDir: kantor.settings.dataDir, store };
  for (const [words, sentence] of [
    [['backup', '--to', 's3://'], 's3:// is no address like s3://bucket/prefix.'],
    [['drill', '--from', to], `There is no backup in ${to}.`],
  ] as const)
    await expect(runCommand(own, ...words)).rejects.toThrow(sentence);
  const { store: _store, ...withoutKey } = own;
  await expect(runCommand(withoutKey, 'backup', '--to', to)).rejects.toThrow('KANTOR_S3_KEY_ID and KANTOR_S3_SECRET');
  // One that a machine did not live to send, newer than all.
  await bucket.put('kantor-2099-01-01T00-00-00Z/table-orders', Buffer.from('half'));
  // And one of long ago.
  await bucket.put('kantor-2020-01-01T00-00-00Z/manifest.json', Buffer.from('{}'));
  const passphrase = join(place, 'passphrase');
  await writeFile(passphrase, PASSPHRASE);
  const secret = ['--passphrase-file', passphrase];
  const said = await runCommand(own, 'backup', '--to', to, '--keep', '1', ...secret);
  expect(said).toMatch(/^s3:\/\/kantor-files\/nightly\/kantor-[\dT-]+Z: \d+ rows and 1 files/);
  expect(said).toContain('Deleted 1 older ones.');
  const { names } = await bucket.list('', '', 1000);
  expect(names.filter((name) => name.startsWith('kantor-2020'))).toEqual([]);
  expect(names.filter((name) => name.endsWith('/manifest.json'))).toHaveLength(1);
  expect((await readdir(own.dataDir)).filter((name) => name.startsWith('backup-'))).toEqual([]);

  const home = join(place, 'another machine');
  const other = { databaseUrl: empty.url, ownerUrl: empty.ownerUrl, dataDir: home, store };
  await expect(runCommand(other, 'restore', '--from', to)).rejects.toThrow('give its passphrase');
  expect(await runCommand(other, 'restore', '--from', to, ...secret)).toMatch(/Restored .+ \d+ orders, 1 files\./);
  expect(await diskStore(join(home, 'files')).get(market.file.id)).toEqual(BYTES);
  expect((await readdir(home)).filter((name) => name.startsWith('backup-'))).toEqual([]);
  const db = createPool(empty.ownerUrl, { max: 1 });
  const count = async (of: Database) =>
    (await sql<{ n: bigint }>`select count(*) as n from ledger_entry`.execute(of)).rows;
  expect(await count(db)).toEqual(await count(kantor.db));
  await db.destroy();
});

test('verify --files names files that are gone, cut or changed', async ({ kantor, market }) => {
  const { cliSettings, db, settings } = kantor;
  cliSettings.dataDir = settings.dataDir;
  expect(await verify(db)).toEqual([]);
  expect(await kantor.cli('verify', '--files')).toContain('All 1 files are as they were stored.');
  const store = diskStore(join(settings.dataDir, 'files'));
  const { id } = market.file;
  for (const bytes of ['the bytes', 'THE bytes of a receipt', undefined]) {
    if (bytes === undefined) await store.delete(id);
    else await store.put(id, Buffer.from(bytes));
    await expect(kantor.cli('verify', '--files')).rejects.toThrow('1 violations');
  }
});
