import type { Command } from 'commander';
import { transaction, type Tx } from '../../db/tx.ts';
import {
  closeWithdrawal,
  type Outcome,
  perform,
  rejectWithdrawal,
  sendWithdrawal,
} from '../../modules/actions/index.ts';
import { findCurrentRate } from '../../modules/rates/index.ts';
import {
  lockWithdrawal,
  type OperatorWithdrawal,
  readOpenWithdrawals,
  rejectionReason,
  transactionHash,
} from '../../modules/withdrawals/index.ts';
import {
  auditedCommand,
  type AuditedOptions,
  provenCommand,
  type ProvenOptions,
  runAudited,
  runProven,
  told,
} from './audited-command.ts';
import { assertSent } from './transfer-proof.ts';
import { closingTerms, type Context, CommandError, objectId, whole } from './context.ts';
import { showAge, showBoth, showTime, table } from './format.ts';

const DEFAULT_LIMIT = 50;

const showWallet = ({ wallet, walletValid }: OperatorWithdrawal) =>
  walletValid ? wallet : `${wallet} (NOT a TRON address)`;

/** @throws CommandError */
function readHash(text: string): string {
  const hash = transactionHash(text);
  if (hash === undefined)
    throw new CommandError(`--hash must be the transaction's 64 hexadecimal digits, but is "${text}".`);
  return hash;
}

/** @throws CommandError */
function readReason(text: string): string {
  const reason = rejectionReason(text);
  if (reason === undefined) throw new CommandError('--reason must be 1 to 500 characters, for the owner to read.');
  return reason;
}

/** How a closed withdrawal ended: `by 9f2c…`. */
function endOf({ outcome, transactionHash: hash }: OperatorWithdrawal, thisHash?: string): string {
  if (outcome === 'REJECTED') return 'as rejected';
  if (outcome === 'CANCELLED') return 'by its owner, who cancelled it';
  return hash === thisHash ? 'by this very transaction' : `by ${hash}`;
}

/** A withdrawal that is still to be decided on. @throws CommandError */
async function lockOpen(tx: Tx, id: string, hash?: string): Promise<OperatorWithdrawal> {
  const found = await lockWithdrawal(tx, id);
  if (found === undefined) throw new CommandError(`There is no withdrawal ${id}.`);
  if (found.doneAt === null) return found;
  const end = endOf(found, hash);
  throw new CommandError(`The withdrawal ${id} was closed ${showTime(found.doneAt)} ${end}; nothing was changed.`);
}

/** `anna since 2026-11-20 10:40 UTC`; empty when nobody is sending it. */
const showSender = ({ sendingBy, sendingAt }: OperatorWithdrawal) =>
  sendingAt === null ? '' : `${sendingBy} since ${showTime(sendingAt)}`;

/** The change, and what is printed of it. */
async function toldOf(tx: Tx, before: OperatorWithdrawal, outcome: Outcome, say: (what: string) => string) {
  const amount = showBoth(before.amountUsdt, (await findCurrentRate(tx))?.value);
  return told(outcome, () => [say(`the withdrawal of ${before.owner}: ${amount} to ${showWallet(before)}`)]);
}

/** Commands on USDT that leaves to the wallets of merchants and traders. */
export function addWithdrawalCommands(program: Command, context: Context): void {
  const { withDatabase, print, clock } = context;

  program
    .command('withdrawals')
    .description('list the withdrawals that are to be sent, oldest first')
    .option('--limit <n>', 'how many at most', whole(1, 1000), DEFAULT_LIMIT)
    .action(({ limit }: { limit: number }) =>
      withDatabase(async (db) => {
        const open = await readOpenWithdrawals(db, limit + 1);
        if (open.length === 0) return print('No withdrawal is open.');
        const [rate, now] = [(await findCurrentRate(db))?.value, clock()];
        const rows = open
          .slice(0, limit)
          .map((withdrawal) => [
            withdrawal.id,
            showTime(withdrawal.createdAt),
            withdrawal.owner,
            showBoth(withdrawal.amountUsdt, rate),
            showAge(withdrawal.walletAddedAt, now),
            showWallet(withdrawal),
            showSender(withdrawal),
          ]);
        const head = ['id', 'since', 'owner', 'amount', 'wallet age', 'wallet', 'being sent by'];
        for (const line of table([head, ...rows])) print(line);
        if (open.length > limit) print(`There are more: --limit ${limit} ended the list.`);
      }),
    );

  auditedCommand(program, 'send-withdrawal')
    .description('tell, before sending a withdrawal, that you are: its owner cannot cancel it any more')
    .argument('<id>', 'as "withdrawals" lists it', objectId)
    .action((id: string, options: AuditedOptions) =>
      runAudited(context, 'send-withdrawal', options, async (step) => {
        const before = await lockOpen(step.tx, id);
        if (before.sendingAt !== null)
          throw new CommandError(`The withdrawal ${id} is being sent by ${showSender(before)}; nothing was changed.`);
        if (!before.walletValid)
          throw new CommandError(`The wallet is no TRON address; reject the withdrawal ${id} with reject-withdrawal.`);
        const outcome = await perform(step, sendWithdrawal, { id });
        const say = (what: string) => `You are sending ${what}. Tell the transaction with close-withdrawal.`;
        return toldOf(step.tx, before, outcome, say);
      }),
    );

  provenCommand(program, 'close-withdrawal')
    .description('tell that a withdrawal was sent, and by which transaction; a large one waits for another operator')
    .argument('<id>', 'as "withdrawals" lists it', objectId)
    .requiredOption('--hash <tx>', 'the transaction on the chain: 64 hexadecimal digits')
    .option('--unseen', 'do not ask the node for it: another operator accepts that, whatever the sum')
    .action(async (id: string, options: ProvenOptions & { hash: string; unseen?: boolean }) => {
      const hash = readHash(options.hash);
      const unseen = options.unseen ?? false;
      const node = unseen ? undefined : context.chainNode();
      if (node !== undefined)
        await withDatabase((db) => assertSent(node, db, hash, () => transaction(db, (tx) => lockWithdrawal(tx, id))));
      return runProven(context, 'close-withdrawal', options, async (step, operator) => {
        const before = await lockOpen(step.tx, id, hash);
        const terms = closingTerms(context, node);
        const outcome = await perform(step, closeWithdrawal(operator, terms), { id, hash, isUnseen: unseen });
        return toldOf(step.tx, before, outcome, (what) => `Closed ${what}, by ${hash}.`);
      });
    });

  auditedCommand(program, 'reject-withdrawal')
    .description('refuse a withdrawal: its USDT is available to its owner again')
    .argument('<id>', 'as "withdrawals" lists it', objectId)
    .requiredOption('--reason <text>', 'why, for the owner to read')
    .option('--not-sent', 'it is sure that nothing left, although somebody said that they were sending it')
    .action((id: string, options: AuditedOptions & { reason: string; notSent?: boolean }) => {
      const reason = readReason(options.reason);
      const evenSending = options.notSent ?? false;
      return runAudited(context, 'reject-withdrawal', options, async (step) => {
        const before = await lockOpen(step.tx, id);
        if (before.sendingAt !== null && !evenSending)
          throw new CommandError(
            `The withdrawal ${id} is being sent by ${showSender(before)}. Once it is sure that nothing left, add --not-sent.`,
          );
        const outcome = await perform(step, rejectWithdrawal, { id, reason, isNotSent: evenSending });
        return toldOf(step.tx, before, outcome, (what) => `Rejected ${what}.`);
      });
    });
}
