import type { Command } from 'commander';
import { inOneTransaction } from '../../db/one-transaction.ts';
import type { Database } from '../../db/pool.ts';
import { transaction, type Tx } from '../../db/tx.ts';
import type { Clock } from '../../kernel/clock.ts';
import { ApiError } from '../../kernel/errors.ts';
import { appendAudit, type Facts } from '../../modules/audit/index.ts';
import { type Context, CommandError } from './context.ts';
import { differences } from './format.ts';

/** The options of every command that changes something. */
export interface AuditedOptions {
  by?: string;
  dryRun?: boolean;
}

/** A change, for the audit and for the operator. */
interface Change {
  object: { kind: string; id: string; name?: string };
  /** Null for a new object. */
  before: Facts | null;
  after: Facts;
  /** Printed once it is committed. Only here may a password or a key be. */
  lines: readonly string[];
  /** Hints for the operator, printed after a dry run, too. */
  notes?: readonly string[];
}

/** The one transaction in which a command does all its work. */
interface Step {
  tx: Tx;
  at: Date;
  /** The operator's name, as the audit has it. */
  who: string;
  /** A handle for use cases that open transactions of their own: they become a part of this one. */
  deps: { db: Database; clock: Clock };
}

/** Adds a command that changes something. */
export const auditedCommand = (program: Command, name: string): Command =>
  program
    .command(name)
    .option('--by <name>', 'who does it, for the audit; otherwise the account of this machine')
    .option('--dry-run', 'tell what would change, and change nothing');

/** Sentences for the errors of use cases; theirs are for the screens. */
const SENTENCES: Record<string, string> = {
  not_found: 'There is no such object.',
  insufficient_funds: 'The trader has not enough USDT for it.',
  webhooks_off: 'The merchant has switched webhooks off, or has no address for them.',
  hash_taken: 'This transaction already proves another withdrawal.',
};

function inEnglish(error: unknown): unknown {
  if (!(error instanceof ApiError)) return error;
  return new CommandError(`${SENTENCES[error.code] ?? `It was refused: ${error.code}.`} Nothing was changed.`);
}

/** Rolls a dry run back, after all of its work. */
class DryRunRollback extends Error {
  readonly outcome: Change | string;
  constructor(outcome: Change | string) {
    super('Dry run');
    this.outcome = outcome;
  }
}

const MAX_NAME_LENGTH = 150;

function nameOf({ by }: AuditedOptions, osUser: string): string {
  if (by === undefined) return osUser;
  const name = by.trim();
  if (name === '' || name.length > MAX_NAME_LENGTH || /\p{Cc}/u.test(name)) {
    throw new CommandError(`--by must be a name of 1 to ${MAX_NAME_LENGTH} characters on one line.`);
  }
  return name;
}

function dryRunLines(action: string, outcome: Change | string): string[] {
  if (typeof outcome === 'string') return ['Dry run: nothing would change.', outcome];
  const { kind, id, name = id } = outcome.object;
  return [
    `Dry run: nothing was written. ${action} would ${outcome.before === null ? 'create' : 'change'} ${kind} ${name}:`,
    ...differences(outcome.before, outcome.after),
    ...(outcome.notes ?? []),
  ];
}

/**
 * Runs a command's change in one transaction, with its row in the audit, and prints it. A dry run does all the same and rolls
 * it back.
 * @param work returns a sentence instead when there is nothing to change.
 * @throws CommandError
 */
export async function runAudited(
  { withDatabase, print, clock, osUser }: Context,
  action: string,
  options: AuditedOptions,
  work: (step: Step) => Promise<Change | string>,
): Promise<void> {
  const who = nameOf(options, osUser);
  const run = async (db: Database) => {
    const at = clock();
    return transaction(db, async (tx) => {
      const outcome = await work({ tx, at, who, deps: { db: inOneTransaction(tx), clock: () => at } });
      if (typeof outcome !== 'string') {
        const { object, before, after } = outcome;
        await appendAudit(tx, { who, osUser, action, objectKind: object.kind, objectId: object.id, before, after }, at);
      }
      if (options.dryRun) throw new DryRunRollback(outcome);
      return outcome;
    });
  };
  const lines = await withDatabase((db) =>
    run(db).then(
      (outcome) => (typeof outcome === 'string' ? [outcome] : [...outcome.lines, ...(outcome.notes ?? [])]),
      (error: unknown) => {
        if (error instanceof DryRunRollback) return dryRunLines(action, error.outcome);
        throw inEnglish(error);
      },
    ),
  );
  for (const line of lines) print(line);
}
