import { Writable } from 'node:stream';
import { createClient, NO_QUERY_LIMIT } from '../../../db/limits.ts';
import { migrate } from '../../../db/migrate.ts';
import { copyIn, loadWhole } from '../../../db/whole.ts';
import type { FileStore } from '../../../modules/files/index.ts';
import { filePart, type Manifest, tablePart } from './manifest.ts';
import { isWhole, type Key, readPart } from './sealed.ts';

interface Backup {
  folder: string;
  manifest: Manifest;
  key: Key | undefined;
}

/** The parts of a backup that are not as they were written. */
export async function brokenParts({ folder, manifest }: Backup): Promise<string[]> {
  const parts = [
    ...manifest.tables.map((table) => ({ name: tablePart(table.name), part: table })),
    ...manifest.files.map((file) => ({ name: filePart(file.id), part: file })),
  ];
  const broken: string[] = [];
  for (const { name, part } of parts) if (!(await isWhole(folder, name, part))) broken.push(name);
  return broken;
}

/**
 * Fills a new database with a backup: the schema of that day, its rows, and then this version's schema.
 * @param url of the role that owns the database.
 * @throws Error with a sentence when the database is not empty, or a part of the backup is not whole. Nothing was changed then.
 */
export async function restoreDatabase(url: string, backup: Backup): Promise<void> {
  const { folder, manifest, key } = backup;
  const broken = await brokenParts(backup);
  if (broken.length > 0)
    throw new Error(`The backup is broken: ${broken.slice(0, 5).join(', ')}. Nothing was changed.`);
  const client = createClient(url, { part: 'restore', queryLimitMs: NO_QUERY_LIMIT });
  await client.connect();
  try {
    const { rows } = await client.query<{ has: boolean }>(
      `select exists (select from pg_class where relnamespace = current_schema()::regnamespace and relkind = 'r') as has`,
    );
    if (rows[0]?.has) throw new Error('The database is not empty: make a new one, and let DATABASE_URL lead to it.');
    await migrate(url, { version: String(manifest.schema) });
    await loadWhole(client, manifest, async () => {
      for (const table of manifest.tables) {
        const target = copyIn(client, table);
        await readPart(folder, tablePart(table.name), key, target);
        if (target.rowCount !== table.rows)
          throw new Error(`${table.name} has ${target.rowCount} rows of ${table.rows}.`);
      }
    });
  } finally {
    await client.end();
  }
  await migrate(url);
}

/** Puts the uploaded files of a backup back. @returns how many. */
export async function restoreFiles(store: FileStore, { folder, manifest, key }: Backup): Promise<number> {
  for (const { id } of manifest.files) {
    const chunks: Buffer[] = [];
    const target = new Writable({
      write(chunk: Buffer, _, done) {
        chunks.push(chunk);
        done();
      },
    });
    await readPart(folder, filePart(id), key, target);
    await store.put(id, Buffer.concat(chunks));
  }
  return manifest.files.length;
}
