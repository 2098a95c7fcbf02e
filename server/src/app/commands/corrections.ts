import { SCALE } from '@kantor/contract/plain/money.ts';
import { type Command, Option } from 'commander';
import { accept, type Correction, lockCorrection, readCorrections, withdraw } from '../../modules/corrections/index.ts';
import type { Adjustment } from '../../modules/ledger/index.ts';
import { transaction } from '../../db/tx.ts';
import { lockWithdrawal } from '../../modules/withdrawals/index.ts';
import { assertSent } from './transfer-proof.ts';
import { CommandError, type Context, findAccount, objectId, positive, signed, whole } from './context.ts';
import {
  effectsOf,
  factorsRemoved,
  type Proposing,
  proposeChange,
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

/** A command that proposes. */
const proposeBy = (
  context: Context,
  action: string,
  options: ProvenOptions,
  read: (step: Step) => Promise<Proposing>,
): Promise<void> =>
  runProven(context, action, options, async (step, operator) =>
    told(await proposeChange(step, operator, await read(step), context.reversalDays()), () => []),
  );

function addProposingCommands(program: Command, context: Context): void {
  provenCommand(program, 'reverse-order')
    .description('propose to take back what a closed order paid; another operator accepts it')
    .argument('<order>', 'its id', objectId)
    .requiredOption('--amount <roubles>', 'how much, at most what was paid', positive(SCALE.rub))
    .requiredOption('--reason <text>', 'why; the trader and the merchant read it')
    .action((orderId: string, { amount, reason, ...options }: ProvenOptions & { amount: bigint; reason: string }) => {
      const text = readReason(reason, '--reason');
      return proposeBy(context, 'reverse-order', options, () =>
        Promise.resolve({ change: { kind: 'reversal', orderId, amount }, reason: text }),
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
        return proposeBy(context, 'adjust', options, async ({ tx }) => {
          const user = await findAccount(tx, username);
          const change = { kind: 'adjustment' as const, userId: user.id, account, against, amountUsdt };
          return { change, reason, username: user.name };
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
    (action: string, end: (step: Step, correction: Locked, operatorId: string) => Promise<void>, done: string) =>
    (id: string, options: ProvenOptions) =>
      runProven(context, action, options, async (step, operator) => {
        const correction = await lockCorrection(step.tx, id, step.at);
        if (correction === undefined) throw new CommandError(`There is no proposal ${id}: see "proposals".`);
        await end(step, correction, operator.id);
        const { change, reason, username, proposedBy } = correction;
        const what = showChange(change, username);
        const effects = await effectsOf(step.tx, change, id);
        const isLost = change.kind === 'second_factor' && action === 'accept';
        const removed = isLost ? await factorsRemoved(step.tx, change.personId) : undefined;
        const { status } = (await lockCorrection(step.tx, id, step.at)) ?? correction;
        return {
          object: { kind: 'correction', id },
          ...removed,
          before: { status: correction.status, ...effects.before },
          after: { status, what, reason, proposed_by: proposedBy, ...effects.after, ...removed?.after },
          lines: [`${done} what ${proposedBy} proposed: ${what}.`],
        };
      });

  provenCommand(program, 'accept')
    .description('carry out what another operator proposed')
    .argument(...proposalId)
    .action(async (id: string, options: ProvenOptions) => {
      await assertStillSent(context, id);
      await decide(
        'accept',
        ({ tx, at }, correction, operatorId) =>
          accept(tx, correction, operatorId, { reversalDays: context.reversalDays() }, at),
        'Carried out',
      )(id, options);
    });

  provenCommand(program, 'withdraw-proposal')
    .description('take back a proposal that waits, whoever made it')
    .argument(...proposalId)
    .action(
      decide(
        'withdraw-proposal',
        ({ tx, at }, correction, operatorId) => withdraw(tx, correction, operatorId, at),
        'Withdrew',
      ),
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

type Locked = NonNullable<Awaited<ReturnType<typeof lockCorrection>>>;
