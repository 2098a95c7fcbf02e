import { mkdir, readdir, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { createClient, NO_QUERY_LIMIT } from '../../../db/limits.ts';
import { beginSnapshot, copyOut, readSequences, readTables } from '../../../db/whole.ts';
import type { FileStore } from '../../../modules/files/index.ts';
import { VERSION } from '../../../modules/platform/index.ts';
import { BACKUP_NAME, filePart, type Manifest, newKey, tablePart, writeManifest } from './manifest.ts';
import { writePart } from './sealed.ts';

interface BackupOptions {
  /** Of the role that owns the database, or of one that may read all of it. */
  url: string;
  files: FileStore;
  /** The folder that gets a folder of its own for the backup. */
  to: string;
  passphrase: string | undefined;
  /** The names of the settings that are given. */
  settings: readonly string[];
}

/**
 * Backs the database and the uploaded files up into a new folder, which has its name once it is whole. All of it shows one moment;
 * everybody goes on meanwhile.
 * @returns the folder and its manifest.
 */
export async function makeBackup({ url, files: store, to, passphrase, settings }: BackupOptions) {
  const client = createClient(url, { part: 'backup', queryLimitMs: NO_QUERY_LIMIT });
  await client.connect();
  let part: string | undefined;
  try {
    await beginSnapshot(client);
    const { rows } = await client.query<{ at: Date; postgres: string; schema: number }>(
      `select now() as at, current_setting('server_version') as postgres,
         (select max(version)::int from schema_version) as schema`,
    );
    const [facts] = rows;
    if (facts === undefined) throw new Error('The database has no schema.');
    const at = facts.at.toISOString();
    const folder = join(to, `kantor-${at.slice(0, 19).replaceAll(':', '-')}Z`);
    part = `${folder}.part`;
    await mkdir(part, { recursive: true, mode: 0o700 });
    const { salt, key } = passphrase === undefined ? {} : newKey(passphrase);
    const { files, missing } = await keepFiles(client, { store, folder: part, key });
    const tables: Manifest['tables'] = [];
    for (const table of await readTables(client)) {
      const source = copyOut(client, table);
      const written = await writePart(part, tablePart(table.name), source, key);
      tables.push({ ...table, rows: source.rowCount, ...written });
    }
    const manifest: Manifest = {
      format: 1,
      kantor: VERSION,
      schema: facts.schema,
      at,
      postgres: facts.postgres,
      settings: [...settings],
      ...(salt !== undefined && { salt }),
      tables,
      sequences: await readSequences(client),
      files,
      missing,
    };
    await writeManifest(part, manifest, key);
    await rename(part, folder);
    return { folder, manifest };
  } catch (error) {
    if (part !== undefined) await rm(part, { recursive: true, force: true });
    throw error;
  } finally {
    await client.end();
  }
}

/** First the files: one that is replaced goes within seconds. */
async function keepFiles(
  client: ReturnType<typeof createClient>,
  { store, folder, key }: { store: FileStore; folder: string; key: ReturnType<typeof newKey>['key'] | undefined },
): Promise<Pick<Manifest, 'files' | 'missing'>> {
  const { rows } = await client.query<{ id: string }>('select id from stored_file order by id');
  const files: Manifest['files'] = [];
  const missing: string[] = [];
  for (const { id } of rows) {
    const bytes = await store.get(id);
    if (bytes === undefined) missing.push(id);
    else files.push({ id, ...(await writePart(folder, filePart(id), Readable.from([bytes]), key)) });
  }
  return { files, missing };
}

/** Deletes all but the newest backups of a folder. @returns how many went. */
export async function forgetBackups(place: string, keep: number): Promise<number> {
  const names = (await readdir(place)).filter((name) => BACKUP_NAME.test(name)).toSorted();
  const old = names.slice(0, Math.max(names.length - keep, 0));
  for (const name of old) await rm(join(place, name), { recursive: true, force: true });
  return old.length;
}
