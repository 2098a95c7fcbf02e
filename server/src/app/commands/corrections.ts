import { SCALE } from '@kantor/contract/plain/money.ts';
import { type Command, Option } from 'commander';
import type { Proven } from '../../modules/auth/index.ts';
import { type Correction, lockCorrection, readCorrections } from '../../modules/corrections/index.ts';
import type { Adjustment } from '../../modules/ledger/index.ts';
import { transaction } from '../../db/tx.ts';
import { lockWithdrawal } from '../../modules/withdrawals/index.ts';
import { assertSent } from './transfer-proof.ts';
import { closingTerms, CommandError, type Context, findAccount, objectId, positive, signed, whole } from './context.ts';
import {
  acceptProposal,
  adjust,
  declineProposal,
  type Outcome,
  perform,
  reverseOrder,
  showChange,
  type Step,
} from '../../modules/actions/index.ts';
import { provenCommand, type ProvenOptions, runProven, told } from './audited-command.ts';
import { showTime, table } from './format.ts';

const DEFAULT_LIMIT = 50;
const MAX_REASON_LENGTH = 500;

/** @throws CommandError */
function readReason(text: string, option: string): string {
  const reason = text.trim();
  if (reason === '' || reason.length > MAX_REASON_LENGTH || /\p{Cc}/u.test(reason))
    throw new CommandError(`${option} must be 1 to ${MAX_REASON_LENGTH} characters on one line.`);
  return reason;
}

/** A proposal in one line. */
const row = ({ id, status, proposedBy, createdAt, change, username, reason, decidedBy }: Correction) => [
  id,
  decidedBy === null ? status : `${status} by ${decidedBy}`,
  showTime(createdAt),
  proposedBy,
  showChange(change, username),
  reason,
];

/** Commands that correct what was paid: one operator proposes, another accepts. */
export function addCorrectionCommands(program: Command, context: Context): void {
  addProposingCommands(program, context);
  addDecidingCommands(program, context);
}

function addProposingCommands(program: Command, context: Context): void {
  provenCommand(program, 'reverse-order')
    .description('propose to take back what a closed order paid; another operator accepts it')
    .argument('<order>', 'its id', objectId)
    .requiredOption('--amount <roubles>', 'how much, at most what was paid', positive(SCALE.rub))
    .requiredOption('--reason <text>', 'why; the trader and the merchant read it')
    .action((id: string, { amount, reason, ...options }: ProvenOptions & { amount: bigint; reason: string }) => {
      const text = readReason(reason, '--reason');
      return runProven(context, 'reverse-order', options, async (step, operator) =>
        told(
          await perform(step, reverseOrder(operator, closingTerms(context)), { id, amount, reason: text }),
          () => [],
        ),
      );
    });

  provenCommand(program, 'adjust')
    .description("propose to change a user's account; another operator accepts it")
    .argument('<username>')
    .argument('<usdt>', 'amount with its sign', signed(SCALE.usdt))
    .addOption(
      new Option('--account <account>', "which; owed is a merchant's debt, and a plus forgives of it")
        .choices(['available', 'earned', 'owed'])
        .makeOptionMandatory(),
    )
    .addOption(
      new Option('--against <account>', "the platform's side: its revenue, or USDT on the chain")
        .choices(['revenue', 'custody'])
        .default('revenue'),
    )
    .requiredOption('--text <why>', 'why, for the proposals and the audit')
    .action(
      (
        username: string,
        amountUsdt: bigint,
        { account, against, text, ...options }: ProvenOptions & Omit<Adjustment, 'userId'> & { text: string },
      ) => {
        const reason = readReason(text, '--text');
        if (account === 'owed' && amountUsdt < 0n)
          throw new CommandError('A debt is only forgiven: --account owed takes a plus.');
        return runProven(context, 'adjust', options, async (step, operator) => {
          const { id } = await findAccount(step.tx, username);
          const input = { id, account, against, amountUsdt, reason };
          return told(await perform(step, adjust(operator, closingTerms(context)), input), () => []);
        });
      },
    );
}

function addDecidingCommands(program: Command, context: Context): void {
  const { withDatabase, print } = context;

  program
    .command('proposals')
    .description('list what waits for another operator')
    .option('--all', 'also those that were decided on or have lapsed')
    .option('--limit <n>', 'how many at most', whole(1, 1000), DEFAULT_LIMIT)
    .action(({ all = false, limit }: { all?: boolean; limit: number }) =>
      withDatabase(async (db) => {
        const shown = await readCorrections(db, { waiting: !all, last: limit }, context.clock());
        if (shown.length === 0) return print(all ? 'Nothing was proposed.' : 'No proposal waits.');
        const head = ['id', 'status', 'since', 'by', 'what', 'reason'];
        for (const line of table([head, ...shown.map(row)])) print(line);
      }),
    );

  const proposalId = ['<proposal>', 'as "proposals" lists it', objectId] as const;
  const decide =
    (command: string, act: (step: Step, operator: Proven, id: string) => Promise<Outcome>, done: string) =>
    (id: string, options: ProvenOptions) =>
      runProven(context, command, options, async (step, operator) => {
        const correction = await lockCorrection(step.tx, id, step.at);
        if (correction === undefined) throw new CommandError(`There is no proposal ${id}: see "proposals".`);
        const { change, username, proposedBy } = correction;
        return told(await act(step, operator, id), () => [
          `${done} what ${proposedBy} proposed: ${showChange(change, username)}.`,
        ]);
      });

  provenCommand(program, 'accept')
    .description('carry out what another operator proposed')
    .argument(...proposalId)
    .action(async (id: string, options: ProvenOptions) => {
      await assertStillSent(context, id);
      const carryOut = (step: Step, operator: Proven) =>
        perform(step, acceptProposal(operator, closingTerms(context)), { id });
      await decide('accept', carryOut, 'Carried out')(id, options);
    });

  provenCommand(program, 'withdraw-proposal')
    .description('take back a proposal that waits, whoever made it')
    .argument(...proposalId)
    .action(
      decide('withdraw-proposal', (step, operator, id) => perform(step, declineProposal(operator), { id }), 'Withdrew'),
    );
}

/** A closing is proven by the node once more: it may not have been there when it was proposed. @throws CommandError */
async function assertStillSent({ withDatabase, chainNode, clock }: Context, id: string): Promise<void> {
  const node = chainNode();
  if (node === undefined) return;
  await withDatabase(async (db) => {
    const change = await transaction(db, async (tx) => (await lockCorrection(tx, id, clock()))?.change);
    if (change?.kind !== 'closing' || change.unseen) return;
    await assertSent(node, db, change.transactionHash, () =>
      transaction(db, (tx) => lockWithdrawal(tx, change.withdrawalId)),
    );
  });
}
