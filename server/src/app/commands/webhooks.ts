import type { Command } from 'commander';
import { isBeingSent, perform, resendWebhook } from '../../modules/actions/index.ts';
import { lockOperatorDelivery, type OperatorDelivery, readUndelivered } from '../../modules/webhooks/index.ts';
import { type Context, CommandError, objectId, whole } from './context.ts';
import { auditedCommand, type AuditedOptions, runAudited, told } from './audited-command.ts';
import { showTime, table } from './format.ts';

const DEFAULT_LIMIT = 50;

const showAnswer = ({ attempts, answer }: OperatorDelivery) => {
  if (attempts === 0) return '—';
  return answer === null ? 'none' : String(answer);
};

/** Commands on messages to merchants' servers. */
export function addWebhookCommands(program: Command, context: Context): void {
  const { withDatabase, print } = context;

  program
    .command('webhooks')
    .description("list messages that merchants' servers have not taken yet, newest first")
    .option('--dead', 'those that were given up instead')
    .option('--limit <n>', 'how many at most', whole(1, 1000), DEFAULT_LIMIT)
    .action(({ dead = false, limit }: { dead?: boolean; limit: number }) =>
      withDatabase(async (db) => {
        const found = await readUndelivered(db, { status: dead ? 'DEAD' : 'PENDING', limit: limit + 1 });
        if (found.length === 0) return print(dead ? 'No webhook was given up.' : 'No webhook waits.');
        const rows = found
          .slice(0, limit)
          .map((webhook) => [
            webhook.id,
            showTime(webhook.createdAt),
            webhook.merchant,
            webhook.type,
            String(webhook.attempts),
            showAnswer(webhook),
            ...(dead ? [] : [webhook.nextAttemptAt ? showTime(webhook.nextAttemptAt) : 'after another']),
            webhook.url,
          ]);
        const head = ['id', 'since', 'merchant', 'type', 'attempts', 'last answer', ...(dead ? [] : ['next']), 'to'];
        for (const line of table([head, ...rows])) print(line);
        if (found.length > limit) print(`There are more: --limit ${limit} ended the list.`);
      }),
    );

  auditedCommand(program, 'resend-webhook')
    .description('send a message again at once, also one that was delivered or given up')
    .argument('<id>', 'as "webhooks" lists it', objectId)
    .action((id: string, options: AuditedOptions) =>
      runAudited(context, 'resend-webhook', options, async (step) => {
        const before = await lockOperatorDelivery(step.tx, id);
        if (before === undefined) throw new CommandError(`There is no webhook ${id}.`);
        if (isBeingSent(before, step.at)) return `The webhook ${id} is being sent at this moment; nothing was changed.`;
        const outcome = await perform(step, resendWebhook, { id });
        return told(outcome, () => [`The webhook ${id} (${before.type}) goes to ${before.merchant} again.`]);
      }),
    );
}
