import type { Command } from 'commander';
import { inOneTransaction } from '../../db/one-transaction.ts';
import type { Database } from '../../db/pool.ts';
import { transaction, type Tx } from '../../db/tx.ts';
import type { Clock } from '../../kernel/clock.ts';
import { ApiError } from '../../kernel/errors.ts';
import { appendAudit, type Facts } from '../../modules/audit/index.ts';
import { type Context, Mistake } from './context.ts';
import { differences } from './format.ts';

/** The options of every command that changes something. */
export interface DeedOptions {
  by?: string;
  dryRun?: boolean;
}

/** What was done, for the audit and for the operator. */
interface Deed {
  object: { kind: string; id: string; name?: string };
  /** Null for what was created. */
  before: Facts | null;
  after: Facts;
  /** Told once it is kept. Only here may a password or a key be. */
  told: readonly string[];
}

/** Where a deed is done: all of it in one transaction. */
interface Step {
  tx: Tx;
  at: Date;
  /** For use cases that open transactions of their own: they become a part of this one. */
  deps: { db: Database; clock: Clock };
}

/** Adds a command that changes something. */
export const deedCommand = (program: Command, name: string): Command =>
  program
    .command(name)
    .option('--by <name>', 'who does it, for the audit; otherwise the account of this machine')
    .option('--dry-run', 'tell what would change, and change nothing');

/** Sentences for what the use cases refuse; theirs are for the screens. */
const SENTENCES: Record<string, string> = {
  not_found: 'There is no such object.',
  insufficient_funds: 'The trader has not enough USDT for it.',
  webhooks_off: 'The merchant has switched webhooks off, or has no address for them.',
  hash_taken: 'This transaction already proves another withdrawal.',
};

function inEnglish(error: unknown): unknown {
  if (!(error instanceof ApiError)) return error;
  return new Mistake(`${SENTENCES[error.code] ?? `It was refused: ${error.code}.`} Nothing was changed.`);
}

/** Takes everything back, after all of it has been done. */
class Rehearsed extends Error {
  readonly deed: Deed | string;
  constructor(deed: Deed | string) {
    super('Dry run');
    this.deed = deed;
  }
}

const LONGEST_NAME = 150;

function whoIs({ by }: DeedOptions, osUser: string): string {
  if (by === undefined) return osUser;
  const name = by.trim();
  if (name === '' || name.length > LONGEST_NAME || /\p{Cc}/u.test(name)) {
    throw new Mistake(`--by must be a name of 1 to ${LONGEST_NAME} characters on one line.`);
  }
  return name;
}

function dryRunLines(action: string, deed: Deed | string): string[] {
  if (typeof deed === 'string') return ['Dry run: nothing would change.', deed];
  const { kind, id, name = id } = deed.object;
  return [
    `Dry run: nothing was written. ${action} would ${deed.before === null ? 'create' : 'change'} ${kind} ${name}:`,
    ...differences(deed.before, deed.after),
  ];
}

/**
 * Does a deed in one transaction, with its row in the audit, and tells of it. A dry run does all the same and takes it back.
 * @param work returns a sentence instead of a deed when there is nothing to change.
 * @throws Mistake
 */
export async function perform(
  { withDatabase, print, clock, osUser }: Context,
  action: string,
  options: DeedOptions,
  work: (step: Step) => Promise<Deed | string>,
): Promise<void> {
  const who = whoIs(options, osUser);
  const rehearse = async (db: Database) => {
    const at = clock();
    return transaction(db, async (tx) => {
      const deed = await work({ tx, at, deps: { db: inOneTransaction(tx), clock: () => at } });
      if (typeof deed !== 'string') {
        const { object, before, after } = deed;
        await appendAudit(tx, { who, osUser, action, objectKind: object.kind, objectId: object.id, before, after }, at);
      }
      if (options.dryRun) throw new Rehearsed(deed);
      return deed;
    });
  };
  const lines = await withDatabase((db) =>
    rehearse(db).then(
      (deed) => (typeof deed === 'string' ? [deed] : deed.told),
      (error: unknown) => {
        if (error instanceof Rehearsed) return dryRunLines(action, error.deed);
        throw inEnglish(error);
      },
    ),
  );
  for (const line of lines) print(line);
}
