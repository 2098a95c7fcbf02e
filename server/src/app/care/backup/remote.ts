import { createReadStream, createWriteStream } from 'node:fs';
import { mkdir, mkdtemp, readdir, rm, stat } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { type Bucket, type ObjectStore, openBucket } from '../../../modules/files/index.ts';
import { CommandError } from '../../commands/context.ts';
import { BACKUP_NAME, MANIFEST_FILE } from './manifest.ts';

const ADDRESS = /^s3:\/\/([a-z\d][a-z\d.-]{1,61}[a-z\d])(?:\/((?:[\w.-]+\/)*[\w.-]+)?)?\/?$/;
/** What a store takes in one piece. */
const MOST_BYTES = 5 * 2 ** 30;

/** Backups in a bucket: each lies there as in its folder, and is there once its manifest is. */
export interface RemoteBackups {
  /** Whole ones, the oldest first. */
  names(): Promise<string[]>;
  send(folder: string): Promise<void>;
  /** Brings one into a folder. @returns the folder of the backup. */
  bring(name: string, into: string): Promise<string>;
  remove(name: string): Promise<void>;
}

/** The backups of `s3://bucket/prefix`; undefined: the place is a folder. @throws CommandError when it cannot be asked. */
export function remoteOf(place: string, store: ObjectStore | undefined): RemoteBackups | undefined {
  if (!place.startsWith('s3://')) return undefined;
  const [, name, prefix] = ADDRESS.exec(place) ?? [];
  if (name === undefined) throw new CommandError(`${place} is no address like s3://bucket/prefix.`);
  if (store === undefined) throw new CommandError('KANTOR_S3_KEY_ID and KANTOR_S3_SECRET must be set for a bucket.');
  return backupsIn(openBucket({ ...store, bucket: name, prefix: prefix === undefined ? '' : `${prefix}/` }));
}

function backupsIn(bucket: Bucket): RemoteBackups {
  return {
    async names() {
      const manifests = (await bucket.listAll('')).filter((name) => name.endsWith(`/${MANIFEST_FILE}`));
      return manifests
        .map((name) => name.slice(0, -MANIFEST_FILE.length - 1))
        .filter((name) => BACKUP_NAME.test(name))
        .toSorted();
    },
    async send(folder) {
      const parts = (await readdir(folder)).filter((name) => name !== MANIFEST_FILE);
      for (const part of [...parts, MANIFEST_FILE]) {
        const path = join(folder, part);
        const { size } = await stat(path);
        if (size > MOST_BYTES) throw new CommandError(`${part} is larger than 5 GiB: keep the backup in a folder.`);
        await bucket.put(`${basename(folder)}/${part}`, createReadStream(path), size);
      }
    },
    async bring(name, into) {
      const folder = join(into, name);
      await mkdir(folder, { recursive: true, mode: 0o700 });
      for (const part of await bucket.listAll(`${name}/`)) {
        const bytes = await bucket.stream(`${name}/${part}`);
        if (bytes === undefined) throw new CommandError(`${name}/${part} is not there any more.`);
        await pipeline(bytes, createWriteStream(join(folder, basename(part)), { mode: 0o600 }));
      }
      return folder;
    },
    async remove(name) {
      // First what makes it one.
      await bucket.remove(`${name}/${MANIFEST_FILE}`);
      for (const part of await bucket.listAll(`${name}/`)) await bucket.remove(`${name}/${part}`);
    },
  };
}

/** Lends a folder in the data folder for a backup that is on its way, and takes it back whatever happens. */
export async function withTransfer<Result>(
  dataDir: string,
  work: (folder: string) => Promise<Result>,
): Promise<Result> {
  await mkdir(dataDir, { recursive: true });
  const folder = await mkdtemp(join(dataDir, 'backup-'));
  try {
    return await work(folder);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** Deletes all but the newest backups of a bucket. @returns how many went. */
export async function forgetRemote(remote: RemoteBackups, keep: number): Promise<number> {
  const names = await remote.names();
  const old = names.slice(0, Math.max(names.length - keep, 0));
  for (const name of old) await remote.remove(name);
  return old.length;
}
