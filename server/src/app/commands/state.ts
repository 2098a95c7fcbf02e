import type { Command } from 'commander';
import { transaction } from '../../db/tx.ts';
import { insertBackup } from '../../modules/platform/index.ts';
import type { Context } from './context.ts';

/** The longest note that is kept. */
const MAX_NOTE = 200;

/** The command by which the operator's backup tells that it was made: the page of the platform's state shows its age. */
export function addBackupCommand(program: Command, { withDatabase, print, clock }: Context): void {
  program
    .command('backed-up')
    .description('tell that a backup has just been made; the last command of your backup script')
    .option('--note <text>', 'what was kept, and where', '')
    .action(({ note }: { note: string }) =>
      withDatabase(async (db) => {
        await transaction(db, (tx) => insertBackup(tx, clock(), note.slice(0, MAX_NOTE)));
        print('Noted.');
      }),
    );
}
