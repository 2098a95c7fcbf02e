import { SCALE, parseMinorUnits } from '@kantor/contract/plain/money.ts';
import { type Command, InvalidArgumentError } from 'commander';
import type { MerchantLimits } from '../../modules/accounts/index.ts';
import { perform, setLimits } from '../../modules/actions/index.ts';
import { type AuditedOptions, auditedCommand, runAudited, told } from './audited-command.ts';
import { CommandError, type Context, lockAccount, whole } from './context.ts';

const MAX_COUNT = 1_000_000;

/** `none`, or 0, is no limit. */
const countOf = (text: string): number => (text === 'none' ? 0 : whole(0, MAX_COUNT)(text));

function roubles(text: string): bigint {
  const kopecks = text === 'none' ? 0n : parseMinorUnits(text, SCALE.rub);
  if (kopecks === undefined) throw new InvalidArgumentError('It must be a sum in roubles such as 3000000, or none.');
  return kopecks;
}

/** Adds the options of limits to a command. */
export const withLimits = (command: Command): Command =>
  command
    .option('--active-orders <count>', 'the most active orders at once, or none', countOf)
    .option('--active-sum <roubles>', 'the most that active orders may be together, or none', roubles)
    .option('--unpaid-hour <count>', 'the most orders of an hour that are not closed, or none', countOf)
    .option('--requests-second <count>', 'the most requests a second by all of its API keys, or none', countOf);

export function addLimitsCommand(program: Command, context: Context): void {
  withLimits(auditedCommand(program, 'set-limits'))
    .description('set what a merchant may hold, and how often its server may ask; what is not named stays as it is')
    .argument('<username>')
    .action((username: string, { by, dryRun, ...given }: AuditedOptions & Partial<MerchantLimits>) =>
      runAudited(
        context,
        'set-limits',
        { ...(by !== undefined && { by }), ...(dryRun && { dryRun }) },
        async (step) => {
          const { id, name, role } = await lockAccount(step.tx, username);
          if (role !== 'merchant') throw new CommandError(`${name} is a ${role}: only a merchant has limits.`);
          if (Object.keys(given).length === 0) throw new CommandError('Name at least one limit: see --help.');
          return told(await perform(step, setLimits, { id, ...given }), ({ after }) => [
            `The limits of ${name}, within five seconds everywhere:`,
            ...Object.entries(after).map(([limit, value]) => `${limit}: ${value}`),
          ]);
        },
      ),
    );
}
