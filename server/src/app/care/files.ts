import type { Command } from 'commander';
import { homesOf, moveFiles } from '../../modules/files/index.ts';
import { CommandError, oneOf } from '../commands/context.ts';
import { withDatabase } from '../with-database.ts';
import type { CareContext } from './context.ts';

/** The command that brings uploaded files from one home to another. */
export function addFileCommands(program: Command, { settings, print }: CareContext): void {
  program
    .command('move-files')
    .description(
      'copy the uploaded files into the bucket, or back into the folder; ends with Ctrl+C, and goes on when run again',
    )
    .requiredOption('--to <home>', 'bucket or folder', oneOf('bucket', 'folder'))
    .option('--delete-old', 'delete each file in the old home once it was read back from the new one')
    .action(async ({ to, deleteOld = false }: { to: 'bucket' | 'folder'; deleteOld?: boolean }) => {
      const own = settings();
      const { folder, bucket } = homesOf(own);
      if (bucket === undefined) throw new CommandError('There is no bucket: KANTOR_S3_BUCKET names one.');
      const homes = to === 'bucket' ? { from: folder, to: bucket } : { from: bucket, to: folder };
      const ending = new AbortController();
      const end = () => ending.abort();
      process.once('SIGINT', end).once('SIGTERM', end);
      try {
        await withDatabase(own, async ({ db }) => {
          const moved = await moveFiles({
            ...{ db, ...homes, deletesOld: deleteOld, signal: ending.signal },
            progress: (looked) => print(`${looked} files…`),
          });
          print(`Copied ${moved.copied}, had ${moved.had} already, deleted ${moved.deleted} in the old home.`);
          if (moved.lost.length > 0)
            throw new CommandError(
              `${moved.lost.length} files are not there as they were stored: ${moved.lost.slice(0, 5).join(', ')}.`,
            );
          if (!moved.isWhole) throw new CommandError('Ended before the last file: run it again, it goes on.');
        });
      } finally {
        process.off('SIGINT', end).off('SIGTERM', end);
      }
    });
}
