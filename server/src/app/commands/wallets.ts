import type { Command } from 'commander';
import { allowWallet, perform } from '../../modules/actions/index.ts';
import { lockWallet, readWaitingWallets } from '../../modules/withdrawals/index.ts';
import { auditedCommand, type AuditedOptions, runAudited, told } from './audited-command.ts';
import { type Context, CommandError, objectId, whole } from './context.ts';
import { showAge, showTime, table } from './format.ts';

const DEFAULT_LIMIT = 50;

/** Commands on the wallets that merchants and traders withdraw to. */
export function addWalletCommands(program: Command, context: Context): void {
  const { withDatabase, print, clock } = context;

  program
    .command('wallets')
    .description('list the new wallets that cannot be used yet, the next to be usable first')
    .option('--limit <n>', 'how many at most', whole(1, 1000), DEFAULT_LIMIT)
    .action(({ limit }: { limit: number }) =>
      withDatabase(async (db) => {
        const now = clock();
        const waiting = await readWaitingWallets(db, now, limit + 1);
        if (waiting.length === 0) return print('No wallet waits.');
        const rows = waiting
          .slice(0, limit)
          .map(({ id, owner, address, createdAt, usableAt }) => [
            id,
            owner,
            showAge(createdAt, now),
            showTime(usableAt),
            address,
          ]);
        for (const line of table([['id', 'owner', 'age', 'usable from', 'wallet'], ...rows])) print(line);
        if (waiting.length > limit) print(`There are more: --limit ${limit} ended the list.`);
      }),
    );

  auditedCommand(program, 'allow-wallet')
    .description('let a new wallet be used at once')
    .argument('<id>', 'as "wallets" lists it', objectId)
    .action((id: string, options: AuditedOptions) =>
      runAudited(context, 'allow-wallet', options, async (step) => {
        const before = await lockWallet(step.tx, id);
        if (before === undefined) throw new CommandError(`There is no wallet ${id}.`);
        const { owner, address } = before;
        if (!before.isValid) throw new CommandError(`The wallet ${id} is no TRON address; it can never be used.`);
        if (before.removedAt !== null) throw new CommandError(`${owner} has removed the wallet ${id}.`);
        if (before.usableAt <= step.at) return `The wallet ${address} of ${owner} can be used already.`;
        const outcome = await perform(step, allowWallet, { id });
        return told(outcome, () => [`${owner} can withdraw to ${address} from now on.`]);
      }),
    );
}
