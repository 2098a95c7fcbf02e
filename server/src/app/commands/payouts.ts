import type { Command } from 'commander';
import { MAX_LENGTH } from '@kantor/contract/plain/limits.ts';
import type { Locked, Tx } from '../../db/tx.ts';
import {
  isHeld,
  lockOperatorPayout,
  type OperatorPayout,
  type Payout,
  readLooks,
  readTakes,
  readUnfinished,
} from '../../modules/payouts/index.ts';
import { auditedCommand, type AuditedOptions, runAudited, told } from './audited-command.ts';
import { type Context, CommandError, findAccount, isObjectId, objectId, oneOf, whole } from './context.ts';
import { decidePayout, freePayout, perform } from '../../modules/actions/index.ts';
import { showRub, showTime, showUsdt, table } from './format.ts';

const DEFAULT_LIMIT = 50;

const stateOf = ({ status, settlement }: Payout) => (settlement === null ? status : `${status}, ${settlement}`);

/** @throws CommandError */
async function lockPayout(tx: Tx, id: string): Promise<Locked<OperatorPayout>> {
  const payout = await lockOperatorPayout(tx, id);
  if (payout === undefined) throw new CommandError(`There is no payout ${id}.`);
  return payout;
}

const showSum = ({ amount, amountUsdt }: Payout) => `${showRub(amount)} (${showUsdt(amountUsdt)})`;

/** @throws CommandError */
function readReason(text: string): string {
  const reason = text.trim();
  if (reason === '' || reason.length > MAX_LENGTH.reason)
    throw new CommandError(`--reason must have 1 to ${MAX_LENGTH.reason} characters.`);
  return reason;
}

function addListCommands(program: Command, { withDatabase, print }: Context): void {
  program
    .command('payouts')
    .description('list the payouts that are in work or contested, each oldest first')
    .option('--limit <n>', 'how many of each at most', whole(1, 1000), DEFAULT_LIMIT)
    .action(({ limit }: { limit: number }) =>
      withDatabase(async (db) => {
        const head = ['id', 'state', 'since', 'until', 'merchant', 'trader', 'amount', 'proof', 'reason'];
        const rows: string[][] = [];
        let isLonger = false;
        for (const state of ['contested', 'in work'] as const) {
          const found = await readUnfinished(db, state, limit + 1);
          isLonger ||= found.length > limit;
          for (const payout of found.slice(0, limit))
            rows.push([
              payout.id,
              state,
              showTime(payout.since),
              payout.takenUntil ? showTime(payout.takenUntil) : '—',
              payout.merchant,
              payout.trader ?? '—',
              showSum(payout),
              payout.photoId === null ? 'no' : 'yes',
              payout.contestReason?.replaceAll(/\s+/g, ' ') ?? '—',
            ]);
        }
        if (rows.length === 0) return print('No payout is in work or contested.');
        for (const line of table([head, ...rows])) print(line);
        if (isLonger) print(`There are more: --limit ${limit} ended the list.`);
      }),
    );

  program
    .command('payout-looks')
    .description('show who took a payout and who saw its payee; or what a trader took and saw')
    .argument('<payout or user>', "a payout's id, or a trader's name")
    .option('--last <n>', 'how many of each', whole(1, 10_000), DEFAULT_LIMIT)
    .action((what: string, { last }: { last: number }) =>
      withDatabase(async (db) => {
        const whose = isObjectId(what)
          ? { payoutId: what.toLowerCase() }
          : { traderId: (await findAccount(db, what)).id };
        const takes = await readTakes(db, whose, last);
        const looks = await readLooks(db, whose, last);
        if (takes.length === 0) print('Nothing was taken.');
        else {
          const rows = takes.map(({ payoutId, trader, takenAt, endedAt, outcome }) => [
            payoutId,
            trader,
            showTime(takenAt),
            endedAt ? showTime(endedAt) : '—',
            outcome?.replace('_', ' ') ?? 'in work',
          ]);
          for (const line of table([['payout', 'taken by', 'at', 'ended', 'as'], ...rows])) print(line);
        }
        if (looks.length === 0) return print('Nobody has seen a payee.');
        const rows = looks.map(({ payoutId, who, at }) => [payoutId, who, showTime(at)]);
        for (const line of table([['payout', 'payee seen by', 'at'], ...rows])) print(line);
      }),
    );
}

function addFreeCommand(program: Command, context: Context): void {
  auditedCommand(program, 'free-payout')
    .description('take a payout in work from its trader: it is open again')
    .argument('<id>', 'as "payouts" lists it', objectId)
    .action((id: string, options: AuditedOptions) =>
      runAudited(context, 'free-payout', options, async (step) => {
        const before = await lockPayout(step.tx, id);
        if (before.status !== 'IN_WORK') {
          throw new CommandError(`The payout ${id} is not in work, but ${stateOf(before)}; nothing was changed.`);
        }
        if (before.photoId !== null) {
          throw new CommandError(
            `The payout ${id} has a proof: the money may have gone. Look at it and use decide-payout; nothing was changed.`,
          );
        }
        const outcome = await perform(step, freePayout, { id });
        return told(outcome, () => [
          `The payout of ${before.merchant} for ${showSum(before)} is open again; ${before.trader} had it.`,
        ]);
      }),
    );
}

function addDecideCommand(program: Command, context: Context): void {
  auditedCommand(program, 'decide-payout')
    .description('decide on a payout that is contested or in work, for good')
    .argument('<id>', 'as "payouts" lists it', objectId)
    .requiredOption(
      '--for <whom>',
      'trader: they are paid; merchant: they get everything back',
      oneOf('trader', 'merchant'),
    )
    .requiredOption('--reason <text>', 'why; the merchant and the trader read it')
    .action((id: string, options: AuditedOptions & { for: 'trader' | 'merchant'; reason: string }) => {
      const reason = readReason(options.reason);
      return runAudited(context, 'decide-payout', options, async (step) => {
        const before = await lockPayout(step.tx, id);
        if (before.status !== 'IN_WORK' && !isHeld(before.settlement)) {
          throw new CommandError(
            `The payout ${id} is neither contested nor in work, but ${stateOf(before)}; nothing was changed.`,
          );
        }
        const outcome = await perform(step, decidePayout, { id, for: options.for, reason });
        const paid = options.for === 'trader' ? `${before.trader} is paid` : `${before.merchant} has everything back`;
        return told(outcome, () => [`Decided on the payout of ${before.merchant} for ${showSum(before)}: ${paid}.`]);
      });
    });
}

/** Commands on payouts. */
export function addPayoutCommands(program: Command, context: Context): void {
  addListCommands(program, context);
  addFreeCommand(program, context);
  addDecideCommand(program, context);
}
