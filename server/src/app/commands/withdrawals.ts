import type { Command } from 'commander';
import { isTronAddress } from '../../modules/chain/index.ts';
import { readEffects } from '../../modules/ledger/index.ts';
import { findCurrentRate } from '../../modules/rates/index.ts';
import {
  finishWithdrawal,
  lockWithdrawal,
  type OperatorWithdrawal,
  readOpenWithdrawals,
  transactionHash,
} from '../../modules/withdrawals/index.ts';
import { type Context, CommandError, objectId, whole } from './context.ts';
import { auditedCommand, type AuditedOptions, runAudited } from './audited-command.ts';
import { effectFacts, showBoth, showTime, table } from './format.ts';

const DEFAULT_LIMIT = 50;

const showWallet = (wallet: string) => (isTronAddress(wallet) ? wallet : `${wallet} (NOT a TRON address)`);

const facts = ({ status, transactionHash, doneAt }: OperatorWithdrawal) => ({
  status,
  transaction_hash: transactionHash,
  done_at: doneAt?.toISOString() ?? null,
});

/** @throws CommandError */
function readHash(text: string): string {
  const hash = transactionHash(text);
  if (hash === undefined)
    throw new CommandError(`--hash must be the transaction's 64 hexadecimal digits, but is "${text}".`);
  return hash;
}

/** Commands on USDT that leaves to merchants' wallets. */
export function addWithdrawalCommands(program: Command, context: Context): void {
  const { withDatabase, print } = context;

  program
    .command('withdrawals')
    .description('list the withdrawals that are to be sent, oldest first')
    .option('--limit <n>', 'how many at most', whole(1, 1000), DEFAULT_LIMIT)
    .action(({ limit }: { limit: number }) =>
      withDatabase(async (db) => {
        const open = await readOpenWithdrawals(db, limit + 1);
        if (open.length === 0) return print('No withdrawal is open.');
        const rate = (await findCurrentRate(db))?.value;
        const rows = open
          .slice(0, limit)
          .map(({ id, createdAt, merchant, amountUsdt, wallet }) => [
            id,
            showTime(createdAt),
            merchant,
            showBoth(amountUsdt, rate),
            showWallet(wallet),
          ]);
        for (const line of table([['id', 'since', 'merchant', 'amount', 'wallet'], ...rows])) print(line);
        if (open.length > limit) print(`There are more: --limit ${limit} ended the list.`);
      }),
    );

  auditedCommand(program, 'close-withdrawal')
    .description('tell that a withdrawal was sent, and by which transaction')
    .argument('<id>', 'as "withdrawals" lists it', objectId)
    .requiredOption('--hash <tx>', 'the transaction on the chain: 64 hexadecimal digits')
    .action((id: string, options: AuditedOptions & { hash: string }) => {
      const hash = readHash(options.hash);
      return runAudited(context, 'close-withdrawal', options, async ({ tx, deps }) => {
        const before = await lockWithdrawal(tx, id);
        if (before === undefined) throw new CommandError(`There is no withdrawal ${id}.`);
        if (before.doneAt !== null) {
          const proof = before.transactionHash === hash ? 'this very transaction' : `${before.transactionHash}`;
          throw new CommandError(
            `The withdrawal ${id} was closed ${showTime(before.doneAt)} by ${proof}; nothing was changed.`,
          );
        }
        await finishWithdrawal(deps, id, hash);
        const after = (await lockWithdrawal(tx, id)) ?? before;
        const effects = effectFacts(await readEffects(tx, ['withdrawal_close'], id));
        const amount = showBoth(before.amountUsdt, (await findCurrentRate(tx))?.value);
        return {
          object: { kind: 'withdrawal', id },
          before: { ...facts(before), ...effects.before },
          after: { ...facts(after), ...effects.after },
          lines: [
            `Closed the withdrawal of ${before.merchant}: ${amount} to ${showWallet(before.wallet)}, by ${hash}.`,
          ],
        };
      });
    });
}
