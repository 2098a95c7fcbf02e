import type { Command } from 'commander';
import { inOneTransaction } from '../../db/one-transaction.ts';
import type { Database } from '../../db/pool.ts';
import { transaction } from '../../db/tx.ts';
import { ApiError } from '../../kernel/errors.ts';
import type { Change as Done, Note, Outcome, Step } from '../../modules/actions/index.ts';
import { appendAudit } from '../../modules/audit/index.ts';
import { lockProven, type Proven, proveOperator } from '../../modules/auth/index.ts';
import { type Context, CommandError } from './context.ts';
import { differences } from './format.ts';

/** The options of every command that changes something. */
export interface AuditedOptions {
  by?: string;
  dryRun?: boolean;
}

/** A change, for the audit and for the operator. */
export interface Change extends Done {
  /** Printed once it is committed. Only here may a password or a key be. */
  lines: readonly string[];
  /** Hints for the operator, printed after a dry run, too. */
  notes?: readonly string[];
}

/** Sentences for what an action notes; those without one are for screens. */
const NOTES: Record<string, (values: Note['values']) => string> = {
  merchants_pay_less: (values) =>
    `Of their orders the trader earns less, as these merchants pay less: ${namesOf(values)}.`,
  traders_earn_less: (values) => `Of its orders these traders earn less than their own reward: ${namesOf(values)}.`,
};

/** `anna (8 %), boris (9 %) and 3 more`. */
function namesOf({ names, count }: Note['values']): string {
  const all = String(names).replace('…', '');
  const more = Number(count) - all.split(', ').length;
  return more > 0 ? `${all} and ${more} more` : all;
}

/** The one change of an action that is about one object, with what is printed. */
export function told({ changes, notes = [], isProposal }: Outcome, lines: (change: Done) => readonly string[]): Change {
  const [change] = changes;
  if (change === undefined) throw new Error('The action changed nothing');
  return {
    ...change,
    lines: isProposal ? proposed(change) : lines(change),
    notes: notes.flatMap(({ code, values }) => NOTES[code]?.(values) ?? []),
  };
}

const proposed = ({ object: { id }, after: { what } }: Done) => [
  `Proposed ${id}: ${what}.`,
  `Within a day another operator carries it out: accept ${id} --by <operator>.`,
];

/** The options of a command that an operator proves to be theirs. */
export interface ProvenOptions extends AuditedOptions {
  by: string;
}

/** The change, or a sentence when there is nothing to change. */
type Work = (step: Step) => Promise<Change | string>;

/** Adds a command that changes something. */
export const auditedCommand = (program: Command, name: string): Command =>
  program
    .command(name)
    .option('--by <name>', 'who does it, for the audit; otherwise the account of this machine')
    .option('--dry-run', 'tell what would change, and change nothing');

/** Adds a command that an operator of the product does, who gives their password. */
export const provenCommand = (program: Command, name: string): Command =>
  program
    .command(name)
    .requiredOption('--by <operator>', "who does it: an operator's name, whose password is asked for")
    .option('--dry-run', 'tell what would change, and change nothing');

/** Sentences for the errors of use cases; theirs are for the screens. */
const SENTENCES: Record<string, string> = {
  not_found: 'There is no such object.',
  username_taken: 'The name is taken.',
  payout_no_proof: 'It has no proof: it cannot be decided for the trader.',
  insufficient_funds: 'The trader has not enough USDT for it.',
  webhooks_off: 'The merchant has switched webhooks off, or has no address for them.',
  hash_taken: 'This transaction already proves another withdrawal.',
  bad_credentials: '--by and the password are not those of an operator.',
  blocked: 'The operator is blocked.',
  rate_limited: 'There were too many wrong passwords: wait a quarter of an hour.',
  platform_account: 'The platform itself has no traffic.',
  stopped_already: 'The traffic of the account is stopped already.',
  not_stopped: 'The traffic of the account is not stopped.',
  order_status: 'Only a closed order can be reversed.',
  reversed: 'The order was reversed before, and an order is reversed once.',
  reversal_late: 'The order was closed too long ago (KANTOR_REVERSAL_DAYS).',
  reversal_too_much: 'That is more than was paid.',
  no_account: 'The user has no such account.',
  account_short: 'There is not that much on the account.',
  debt_smaller: 'The merchant owes less than that.',
  proposal_waits: 'A reversal of this order waits already: see "proposals".',
  proposal_lapsed: 'The proposal has lapsed: propose it again.',
  proposal_ended: 'The proposal was decided on already.',
  same_waits: 'The same waits already: see "proposals".',
  deposit_known: 'That reference was credited meanwhile.',
  own_factor: 'Nobody restores their own second factor.',
  no_factor: 'The person has no second factor.',
  same_operator: 'A proposal takes two operators: another one must accept it.',
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
export async function runAudited(context: Context, action: string, options: AuditedOptions, work: Work): Promise<void> {
  const who = nameOf(options, context.osUser);
  await run(context, action, options, async () => ({ who, personId: undefined, work }));
}

/**
 * As `runAudited`, by the operator of `--by`, whose name in the audit is proven: they give their password, and are neither
 * blocked nor given another one meanwhile.
 * @throws CommandError
 */
export async function runProven(
  context: Context,
  action: string,
  options: ProvenOptions,
  work: (step: Step, operator: Proven) => Promise<Change | string>,
): Promise<void> {
  const username = nameOf(options, context.osUser);
  const password = await context.readPassword(username);
  await run(context, action, options, async (db) => {
    const operator = await proveOperator(db, { username, password });
    return {
      who: operator.username,
      personId: operator.id,
      work: async (step) => {
        await lockProven(step.tx, operator);
        return work(step, operator);
      },
    };
  });
}

async function run(
  { withDatabase, print, clock, osUser }: Context,
  action: string,
  options: AuditedOptions,
  identify: (db: Database) => Promise<{ who: string; personId: string | undefined; work: Work }>,
): Promise<void> {
  const runOn = async (db: Database) => {
    const { who, personId, work } = await identify(db);
    const at = clock();
    return transaction(db, async (tx) => {
      const outcome = await work({ tx, at, who, deps: { db: inOneTransaction(tx), clock: () => at } });
      if (typeof outcome !== 'string') {
        const { object, accountIds = [], before, after } = outcome;
        const actor = { name: who, osUser, personId };
        const concerned = object.kind === 'account' ? [object.id, ...accountIds] : accountIds;
        await appendAudit(tx, { actor, accountIds: concerned, action, object, before, after }, at);
      }
      if (options.dryRun) throw new DryRunRollback(outcome);
      return outcome;
    });
  };
  const lines = await withDatabase((db) =>
    runOn(db).then(
      (outcome) => (typeof outcome === 'string' ? [outcome] : [...outcome.lines, ...(outcome.notes ?? [])]),
      (error: unknown) => {
        if (error instanceof DryRunRollback) return dryRunLines(action, error.outcome);
        throw inEnglish(error);
      },
    ),
  );
  for (const line of lines) print(line);
}
