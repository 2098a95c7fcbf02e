import { readFile } from 'node:fs/promises';
import { basename, resolve } from 'node:path';
import type { Command } from 'commander';
import { createPool } from '../../../db/pool.ts';
import { transaction } from '../../../db/tx.ts';
import { openFileHome } from '../../../modules/files/index.ts';
import { insertBackup, insertDrill } from '../../../modules/platform/index.ts';
import { inspect } from '../../../modules/verification/index.ts';
import { bringUpToDate } from '../../../db/bring-up-to-date.ts';
import { CommandError, whole } from '../../commands/context.ts';
import { withDatabase, withServer } from '../../with-database.ts';
import { shownSettings } from '../../environment.ts';
import type { Settings } from '../../settings.ts';
import type { CareContext } from '../context.ts';
import { drillBackup } from './drill.ts';
import { forgetBackups, makeBackup } from './make.ts';
import { findBackup, readManifest } from './manifest.ts';
import { forgetRemote, remoteOf, withTransfer } from './remote.ts';
import { restoreDatabase, restoreFiles } from './restore.ts';

interface From {
  from: string;
  passphraseFile?: string;
}

const LEAST_PASSPHRASE = 12;

/** @throws CommandError when it is too short to withstand anybody. */
async function readPassphrase(file: string | undefined): Promise<string | undefined> {
  if (file === undefined) return undefined;
  const passphrase = (await readFile(file, 'utf8')).trim();
  if (passphrase.length < LEAST_PASSPHRASE) {
    throw new CommandError(`The passphrase must have at least ${LEAST_PASSPHRASE} characters.`);
  }
  return passphrase;
}

type Opened = { folder: string } & Awaited<ReturnType<typeof readManifest>>;

/** Opens a backup for some work; one in a bucket is brought into the data folder meanwhile. */
async function withBackup<Result>(
  { from, passphraseFile }: From,
  { dataDir, objectStore }: Pick<Settings, 'dataDir' | 'objectStore'>,
  work: (backup: Opened) => Promise<Result>,
): Promise<Result> {
  const passphrase = await readPassphrase(passphraseFile);
  const open = async (folder: string) => work({ folder, ...(await readManifest(folder, passphrase)) });
  const remote = remoteOf(from, objectStore);
  if (remote === undefined) return open(await findBackup(resolve(from)));
  const newest = (await remote.names()).at(-1);
  if (newest === undefined) throw new CommandError(`There is no backup in ${from}.`);
  return withTransfer(dataDir, async (into) => open(await remote.bring(newest, into)));
}

const megabytes = (parts: readonly { bytes: number }[]) =>
  `${Math.ceil(parts.reduce((sum, { bytes }) => sum + bytes, 0) / 2 ** 20)} MiB`;

/** The commands that keep what an installation is made of. */
export function addBackupCommands(program: Command, { settings, print }: CareContext): void {
  const passphraseFile = ['--passphrase-file <file>', 'what encrypts it stands there'] as const;

  program
    .command('backup')
    .description('back the database and the uploaded files up into a folder, and tell the page of the state')
    .requiredOption('--to <place>', 'a folder, or s3://bucket/prefix, where backups are kept; each is a folder in it')
    .option(...passphraseFile)
    .option('--keep <n>', 'delete all but the newest n afterwards', whole(1, 10_000))
    .action(async ({ to, keep, ...options }: { to: string; keep?: number; passphraseFile?: string }) => {
      const own = settings();
      const passphrase = await readPassphrase(options.passphraseFile);
      const remote = remoteOf(to, own.objectStore);
      await withDatabase(own, async ({ db, urls, clock }) => {
        const make = (place: string) =>
          makeBackup({
            url: urls.owner ?? urls.serving,
            files: openFileHome(own),
            to: place,
            passphrase,
            settings: Object.keys(shownSettings(process.env)),
          });
        const { folder, manifest } = await (remote === undefined
          ? make(resolve(to))
          : withTransfer(own.dataDir, async (place) => {
              const made = await make(place);
              await remote.send(made.folder);
              return { ...made, folder: `${to.replace(/\/$/, '')}/${basename(made.folder)}` };
            }));
        const { tables, files, missing } = manifest;
        const rows = tables.reduce((sum, table) => sum + table.rows, 0);
        print(`${folder}: ${rows} rows and ${files.length} files, ${megabytes([...tables, ...files])}.`);
        if (missing.length > 0) print(`${missing.length} files were not there: ${missing.slice(0, 5).join(', ')}.`);
        if (keep !== undefined) {
          const gone = await (remote === undefined ? forgetBackups(resolve(to), keep) : forgetRemote(remote, keep));
          if (gone > 0) print(`Deleted ${gone} older ones.`);
        }
        await transaction(db, (tx) => insertBackup(tx, clock(), `kantor backup, ${rows} rows, ${files.length} files`));
      });
    });

  program
    .command('restore')
    .description('fill a new database with a backup, put the uploaded files back, and verify')
    .requiredOption(
      '--from <place>',
      'a backup, or the folder or s3://bucket/prefix that has them: the newest is taken',
    )
    .option(...passphraseFile)
    .action(async (options: From) => {
      const own = settings();
      await withBackup(options, own, (backup) =>
        withServer(own, async (urls) => {
          await restoreDatabase(urls.owner ?? urls.serving, backup);
          await bringUpToDate(urls);
          const files = await restoreFiles(openFileHome(own), backup);
          const db = createPool(urls.serving, { max: 2, part: 'restore' });
          try {
            const { violations, counts } = await inspect(db);
            print(`Restored ${backup.folder} of ${backup.manifest.at}: ${counts.orders} orders, ${files} files.`);
            // The place of a reader of the outbox is another cluster's until the first start: that one is no surprise.
            for (const { table, row, problem } of violations) print(`${table} ${row}: ${problem}`);
            print('Start Kantor now: it finds the place of its webhooks. Then run verify once more.');
          } finally {
            await db.destroy();
          }
        }),
      );
    });

  program
    .command('drill')
    .description('restore a backup into a database beside, verify it, and drop it; exit code 1 when it is of no use')
    .requiredOption(
      '--from <place>',
      'a backup, or the folder or s3://bucket/prefix that has them: the newest is taken',
    )
    .option(...passphraseFile)
    .action(async (options: From) => {
      const own = settings();
      await withBackup(options, own, (backup) =>
        withDatabase(own, async ({ db, urls, admin, clock }) => {
          const { manifest } = backup;
          const result = await drillBackup({ ownerUrl: urls.owner ?? urls.serving, adminUrl: admin }, backup);
          const { violations, badFiles } = result;
          const told = { at: clock(), backupAt: new Date(manifest.at), ...result };
          await transaction(db, (tx) => insertDrill(tx, told));
          if (violations + badFiles > 0) {
            throw new CommandError(
              `The backup of ${manifest.at} has ${violations} violations and lacks ${badFiles} files.`,
            );
          }
          print(`The backup of ${manifest.at} was restored and verified: it is good.`);
        }),
      );
    });
}
