import type { Command } from 'commander';
import { bringUpToDate, readSchema } from '../../db/bring-up-to-date.ts';
import { CommandError } from '../commands/context.ts';
import { withServer } from '../with-database.ts';
import { addBackupCommands } from './backup/commands.ts';
import type { CareContext } from './context.ts';
import { addFileCommands } from './files.ts';
import { examine } from './examine.ts';
import { judge } from './judge.ts';
import { findingLines, writePacket } from './support-packet.ts';

/** The commands that care for an installation, and know nothing of its marketplace. */
export function addCareCommands(program: Command, { settings, print }: CareContext): void {
  program
    .command('doctor')
    .description('look at everything, and say what to do; exit code 1 when something needs a hand now')
    .action(async () => {
      const findings = judge(await examine(settings()));
      for (const line of findingLines(findings)) print(line);
      const count = (level: string) => findings.filter((finding) => finding.level === level).length;
      if (count('bad') > 0) throw new CommandError(`${count('bad')} of ${findings.length} need a hand now.`);
      print(count('look') > 0 ? `${count('look')} of ${findings.length} are worth a look.` : 'All is well.');
    });

  program
    .command('migrate')
    .description('bring the schema of the database up to date; safe while the version before works on it')
    .action(() =>
      withServer(settings(), async (urls) => {
        const before = await readSchema(urls.serving);
        await bringUpToDate(urls, { say: print });
        const { newest } = await readSchema(urls.serving);
        print(
          before.lacking.length === 0
            ? `The schema is ${newest} already.`
            : `The schema is ${newest} now; it was ${before.newest}. Migrations applied: ${before.lacking.length}.`,
        );
      }),
    );

  program
    .command('support-packet')
    .description('write what helps somebody else to see what is wrong into a zip file, without secrets and data')
    .requiredOption('--to <file>', 'the zip file to write')
    .action(async ({ to }: { to: string }) => {
      await writePacket({ settings: settings(), environment: process.env, file: to });
      print(`Wrote ${to}. It has no secrets, no people and no money in it; look before you send it.`);
    });

  addFileCommands(program, { settings, print });
  addBackupCommands(program, { settings, print });
}
