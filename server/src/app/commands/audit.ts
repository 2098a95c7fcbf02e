import type { Command } from 'commander';
import { type AuditRow, readAudit } from '../../modules/audit/index.ts';
import { type Context, whole } from './context.ts';
import { differences, showTime } from './format.ts';

const DEFAULT_LAST = 20;

function lines({ at, who, osUser, address, action, objectKind, objectId, before, after }: AuditRow): string[] {
  const from = osUser ?? address;
  const by = who === from ? who : `${who} (${from})`;
  return [`${showTime(at)}  ${by}  ${action}  ${objectKind} ${objectId}`, ...differences(before, after)];
}

/** The command that shows the audit. */
export function addAuditCommand(program: Command, { withDatabase, print }: Context): void {
  program
    .command('audit')
    .description('show what operators did, the latest at the end')
    .option(
      '--object <what>',
      "only of a kind (user, rate, rate_proposal, wallet, withdrawal, payout, appeal, webhook), an id, or a user's name",
    )
    .option('--last <n>', 'how many', whole(1, 10_000), DEFAULT_LAST)
    .action(({ object, last }: { object?: string; last: number }) =>
      withDatabase(async (db) => {
        const rows = await readAudit(db, { object, last });
        if (rows.length === 0) print('Nothing was done.');
        for (const row of rows) for (const line of lines(row)) print(line);
      }),
    );
}
