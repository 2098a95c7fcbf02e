import { SCALE } from '@kantor/contract/plain/money.ts';
import type { Command } from 'commander';
import { toMicroUsdt } from '../../kernel/money.ts';
import { confirmAppeal, declineAppeal, perform, splitAppeal, rateText } from '../../modules/actions/index.ts';
import { lockAppeal, type OperatorAppeal, readOpenAppeals } from '../../modules/appeals/index.ts';
import type { Tx } from '../../db/tx.ts';
import { type Context, CommandError, objectId, positive, whole } from './context.ts';
import { auditedCommand, type AuditedOptions, runAudited, told } from './audited-command.ts';
import { showRub, showTime, showUsdt, table } from './format.ts';

const DEFAULT_LIMIT = 50;

/** Kopecks at the rate of the appeal's order: `1500.00 RUB (15.000000 USDT at 100.0000)`. */
const showSum = (kopecks: bigint, rate: bigint) =>
  `${showRub(kopecks)} (${showUsdt(toMicroUsdt(kopecks, rate))} at ${rateText(rate)})`;

/** An appeal that may be decided on. @throws CommandError */
async function lockOpen(tx: Tx, id: string): Promise<OperatorAppeal> {
  const appeal = await lockAppeal(tx, id);
  if (appeal === undefined) throw new CommandError(`There is no appeal ${id}.`);
  if (appeal.status === 'OPEN') return appeal;
  const what = appeal.status === 'PROCESSED' ? `confirmed for ${showRub(appeal.paid ?? 0n)}` : 'declined';
  throw new CommandError(`The appeal ${id} was already ${what}; nothing was changed.`);
}

/** Commands on appeals. */
export function addAppealCommands(program: Command, context: Context): void {
  const { withDatabase, print } = context;

  program
    .command('appeals')
    .description('list the open appeals, oldest first')
    .option('--limit <n>', 'how many at most', whole(1, 1000), DEFAULT_LIMIT)
    .action(({ limit }: { limit: number }) =>
      withDatabase(async (db) => {
        const open = await readOpenAppeals(db, limit + 1);
        if (open.length === 0) return print('No appeal is open.');
        const rows = open
          .slice(0, limit)
          .map((appeal) => [
            appeal.id,
            showTime(appeal.createdAt),
            appeal.merchant,
            appeal.trader,
            showSum(appeal.amount, appeal.rate),
            showRub(appeal.orderAmount),
            appeal.hasFile ? 'yes' : 'no',
            appeal.orderId,
          ]);
        const head = ['id', 'since', 'merchant', 'trader', 'claimed', 'order', 'receipt', 'order id'];
        for (const line of table([head, ...rows])) print(line);
        if (open.length > limit) print(`There are more: --limit ${limit} ended the list.`);
      }),
    );

  auditedCommand(program, 'confirm-appeal')
    .description('decide for the merchant: the order closes and everyone is paid')
    .argument('<id>', 'as "appeals" lists it', objectId)
    .option('--amount <roubles>', 'what was really paid; otherwise what is claimed', positive(SCALE.rub))
    .action((id: string, { amount, ...options }: AuditedOptions & { amount?: bigint }) =>
      runAudited(context, 'confirm-appeal', options, async (step) => {
        const before = await lockOpen(step.tx, id);
        const outcome = await perform(step, confirmAppeal, { id, amount });
        const sum = showSum(amount ?? before.amount, before.rate);
        return told(outcome, () => [`Confirmed the appeal of ${before.merchant} for ${sum}: ${before.trader} pays.`]);
      }),
    );

  auditedCommand(program, 'split-appeal')
    .description('decide for both: the merchant gets a part of what is claimed, the rest is declined')
    .argument('<id>', 'as "appeals" lists it', objectId)
    .requiredOption('--amount <roubles>', 'what the merchant gets of it', positive(SCALE.rub))
    .requiredOption('--comment <text>', 'why: told to both sides')
    .action((id: string, { amount, comment, ...options }: AuditedOptions & { amount: bigint; comment: string }) =>
      runAudited(context, 'split-appeal', options, async (step) => {
        const before = await lockOpen(step.tx, id);
        if (amount >= before.amount)
          throw new CommandError(`A part is less than the ${showRub(before.amount)} that are claimed.`);
        const outcome = await perform(step, splitAppeal, { id, amount, comment });
        const [part, claimed] = [showSum(amount, before.rate), showRub(before.amount)];
        return told(outcome, () => [
          `Split the appeal of ${before.merchant}: ${part} of ${claimed}, ${before.trader} pays.`,
        ]);
      }),
    );

  auditedCommand(program, 'decline-appeal')
    .description('decide for the trader: the order is as it was before the appeal')
    .argument('<id>', 'as "appeals" lists it', objectId)
    .action((id: string, options: AuditedOptions) =>
      runAudited(context, 'decline-appeal', options, async (step) => {
        const { merchant } = await lockOpen(step.tx, id);
        const outcome = await perform(step, declineAppeal, { id });
        return told(outcome, ({ after }) => [
          `Declined the appeal of ${merchant}: the order is ${after['order_status']} as before.`,
        ]);
      }),
    );
}
