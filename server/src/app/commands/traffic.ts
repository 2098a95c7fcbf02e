import type { Command } from 'commander';
import { allowTraffic, type Note, perform, stopTraffic } from '../../modules/actions/index.ts';
import { rejectionReason } from '../../modules/withdrawals/index.ts';
import { auditedCommand, type AuditedOptions, runAudited, told } from './audited-command.ts';
import { CommandError, type Context, lockAccount } from './context.ts';

/** @throws CommandError */
function readReason(text: string): string {
  const reason = rejectionReason(text);
  if (reason === undefined) throw new CommandError('--reason must be 1 to 500 characters, for the owner to read.');
  return reason;
}

/** Sentences for the notes of the actions. */
const SENTENCES: Record<string, (values: Note['values']) => string> = {
  active_orders_go_on: ({ count }) => `Active orders, which go on: ${count}.`,
  trader_switches_on: () => 'The trader switches the traffic on.',
};
const sentencesOf = (notes: readonly Note[] = []) => notes.map(({ code, values }) => SENTENCES[code]?.(values) ?? code);

interface Options extends AuditedOptions {
  reason: string;
}

/** Commands that stop the traffic of an account, and let it go again. */
export function addTrafficCommands(program: Command, context: Context): void {
  auditedCommand(program, 'stop-traffic')
    .description('no new orders for a trader or a merchant; what is under way goes on')
    .argument('<username>')
    .requiredOption('--reason <text>', 'for the owner of the account to read')
    .action((username: string, { reason, ...options }: Options) =>
      runAudited(context, 'stop-traffic', options, async (step) => {
        const account = await lockAccount(step.tx, username);
        const outcome = await perform(step, stopTraffic, { id: account.id, reason: readReason(reason) });
        const lines = [`Stopped the traffic of ${account.name}.`];
        return { ...told(outcome, () => lines), notes: sentencesOf(outcome.notes) };
      }),
    );

  auditedCommand(program, 'allow-traffic')
    .description('let an account have traffic that was stopped by stop-traffic')
    .argument('<username>')
    .requiredOption('--reason <text>', 'for the audit')
    .action((username: string, { reason, ...options }: Options) =>
      runAudited(context, 'allow-traffic', options, async (step) => {
        const account = await lockAccount(step.tx, username);
        const outcome = await perform(step, allowTraffic, { id: account.id, reason: readReason(reason) });
        const lines = [`${account.name} may have traffic again.`];
        return { ...told(outcome, () => lines), notes: sentencesOf(outcome.notes) };
      }),
    );
}
