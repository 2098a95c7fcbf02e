import { randomBytes } from 'node:crypto';
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { type Key, keyOf, sealOf } from './sealed.ts';

const part = { bytes: z.int(), sha256: z.string().regex(/^[\da-f]{64}$/) };
/** Names of tables and ids become paths, and go into statements. */
const name = z.string().regex(/^[a-z_][a-z\d_]*$/);

/** What a backup is made of. No secret is in it, and nobody's data. */
const Manifest = z.strictObject({
  format: z.literal(1),
  kantor: z.string(),
  schema: z.int(),
  /** The moment that it shows, by the database. */
  at: z.iso.datetime(),
  postgres: z.string(),
  /** The names of the settings that were given. */
  settings: z.array(z.string()),
  /** Of the passphrase; absent: nothing is encrypted. */
  salt: z.string().optional(),
  tables: z.array(z.strictObject({ name, columns: z.array(z.string()), rows: z.int(), ...part })),
  sequences: z.array(z.strictObject({ name, last: z.string().nullable() })),
  files: z.array(z.strictObject({ id: z.uuid(), ...part })),
  /** Files that went while it was made, or were not there. */
  missing: z.array(z.uuid()),
});
export type Manifest = z.infer<typeof Manifest>;

export const MANIFEST_FILE = 'manifest.json';
const Sealed = z.strictObject({ manifest: z.string(), seal: z.string().optional() });

export const tablePart = (table: string) => `table-${table}`;
export const filePart = (id: string) => `file-${id}`;

/** A new backup's salt and key. */
export function newKey(passphrase: string): { salt: string; key: Key } {
  const salt = randomBytes(16);
  return { salt: salt.toString('hex'), key: keyOf(passphrase, salt) };
}

export async function writeManifest(folder: string, manifest: Manifest, key: Key | undefined): Promise<void> {
  const text = JSON.stringify(manifest, null, 1);
  const sealed = { manifest: text, ...(key && { seal: sealOf(key, text) }) };
  await writeFile(join(folder, MANIFEST_FILE), JSON.stringify(sealed), { mode: 0o600, flag: 'wx', flush: true });
}

/** The folder of a backup: the one given, or the newest in it. @throws Error with a sentence when there is none. */
export async function findBackup(place: string): Promise<string> {
  const names = await readdir(place).catch((): string[] => []);
  if (names.includes(MANIFEST_FILE)) return place;
  const newest = names
    .filter((each) => BACKUP_NAME.test(each))
    .toSorted()
    .at(-1);
  if (newest === undefined) throw new Error(`There is no backup in ${place}.`);
  return join(place, newest);
}

/** `kantor-2026-11-25T09-00-00Z`: in the order of their names they are in that of their moments. */
export const BACKUP_NAME = /^kantor-[\dT-]+Z$/;

/**
 * Reads a manifest.
 * @throws Error with a sentence when it is none of ours, or the passphrase is another.
 */
export async function readManifest(
  folder: string,
  passphrase: string | undefined,
): Promise<{ manifest: Manifest; key: Key | undefined }> {
  const { manifest: text, seal } = Sealed.parse(JSON.parse(await readFile(join(folder, MANIFEST_FILE), 'utf8')));
  const manifest = Manifest.parse(JSON.parse(text));
  if (manifest.salt === undefined) {
    if (passphrase !== undefined) throw new Error('The backup is not encrypted: give no passphrase.');
    return { manifest, key: undefined };
  }
  if (passphrase === undefined) throw new Error('The backup is encrypted: give its passphrase.');
  const key = keyOf(passphrase, Buffer.from(manifest.salt, 'hex'));
  if (sealOf(key, text) !== seal) throw new Error('The passphrase is another, or the manifest was changed.');
  return { manifest, key };
}
