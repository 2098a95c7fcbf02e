import { createHash } from 'node:crypto';
import { inOneTransaction } from '../../db/one-transaction.ts';
import type { Database } from '../../db/pool.ts';
import { transaction, type Tx } from '../../db/tx.ts';
import type { Clock } from '../../kernel/clock.ts';
import { ApiError } from '../../kernel/errors.ts';
import type { Facts } from '../audit/index.ts';

/** The one transaction in which an action does all its work. */
export interface Step {
  tx: Tx;
  at: Date;
  /** The name of the person, as the audit has it. */
  who: string;
  /** A handle for use cases that open transactions of their own: they become a part of this one. */
  deps: { db: Database; clock: Clock };
}

/** A person who has proven who they are, as a proposal names them. */
export interface Operator {
  id: string;
  username: string;
}

/** What an action did to one object. */
export interface Change {
  object: { kind: string; id: string; name?: string };
  /** The accounts that it concerns, besides an account that is the object itself. */
  accountIds?: readonly string[];
  /** Null for a new object. */
  before: Facts | null;
  after: Facts;
}

/** A sentence that a screen has the words for. */
export interface Note {
  code: string;
  values: Readonly<Record<string, string | number>>;
}

export interface Outcome {
  changes: readonly Change[];
  notes?: readonly Note[];
  /** Another person carries it out. */
  isProposal?: boolean;
  /** Told once, to whoever did it. Never kept. */
  secrets?: Readonly<Record<string, string>>;
}

/** Something that the platform's people do, by a command or on a page. */
export interface Action<Input, Found, Known = undefined> {
  /** As the audit names it. */
  name: string;
  /** Asks what takes its time, such as a node of the chain, before the transaction. @throws ApiError */
  prepare?: (db: Database, input: Input) => Promise<Known>;
  /** Locks what the action is about. @throws ApiError 404. */
  find: (step: Step, input: Input, known: Known | undefined) => Promise<Found>;
  /** The facts that the action is based on: when they have changed, the person has to look again. */
  basis: (found: Found) => Facts;
  /** @throws ApiError when it cannot be done. */
  act: (step: Step, found: Found, input: Input) => Promise<Outcome>;
}

export interface Deps {
  db: Database;
  clock: Clock;
}

/** What was looked at is not so any more; `now` says how it is. */
class Changed extends ApiError {
  override readonly more: Record<string, unknown>;

  constructor(now: Facts) {
    super(409, 'changed', 'Пока вы смотрели, это изменилось. Проверьте и повторите');
    this.more = { now };
  }
}

/** Money as text: a fingerprint is of texts. */
const plain = (_key: string, value: unknown) => (typeof value === 'bigint' ? String(value) : value);

/** The fingerprint of an action, of what it is asked to do, and of what it is based on. */
const versionOf = (name: string, input: unknown, basis: Facts): string =>
  createHash('sha256')
    .update(JSON.stringify([name, input, basis], plain))
    .digest('base64url')
    .slice(0, 32);

const stepOf = (tx: Tx, who: string, at: Date): Step => ({
  tx,
  at,
  who,
  deps: { db: inOneTransaction(tx), clock: () => at },
});

/** Does an action in a transaction of the caller's, who has looked already: a command. @throws ApiError. */
export async function perform<Input, Found, Known>(
  step: Step,
  action: Action<Input, Found, Known>,
  input: Input,
  known?: Known,
): Promise<Outcome> {
  return action.act(step, await action.find(step, input, known), input);
}

/** Rolls a preview back, after all of its work. */
class Previewed extends Error {
  readonly outcome: Outcome;
  readonly version: string;

  constructor(outcome: Outcome, version: string) {
    super('A preview');
    this.outcome = outcome;
    this.version = version;
  }
}

/**
 * Tells what an action would do now: does all of it, and takes it back.
 * @returns its version, which the deed sends back.
 * @throws ApiError when it cannot be done.
 */
export async function preview<Input, Found, Known>(
  { db, clock }: Deps,
  action: Action<Input, Found, Known>,
  who: string,
  input: Input,
): Promise<Outcome & { version: string }> {
  const known = await action.prepare?.(db, input);
  const work = transaction(db, async (tx) => {
    const step = stepOf(tx, who, clock());
    const found = await action.find(step, input, known);
    const version = versionOf(action.name, input, action.basis(found));
    throw new Previewed(await action.act(step, found, input), version);
  });
  const seen: unknown = await work.catch((error: unknown) => error);
  if (!(seen instanceof Previewed)) throw seen;
  // Nothing was made: there is nothing to keep secret either.
  return { ...seen.outcome, secrets: {}, version: seen.version };
}

/** Appends the rows of the audit, in the transaction of the changes. */
export type Keep = (tx: Tx, change: Change, at: Date) => Promise<void>;

/**
 * Carries an action out, with a row in the audit for each object.
 * @param version what the preview told.
 * @throws ApiError 409 `changed` when what it was based on is not so any more.
 */
export async function carryOut<Input, Found, Known>(
  { db, clock }: Deps,
  action: Action<Input, Found, Known>,
  who: string,
  { input, version, keep }: { input: Input; version: string; keep: Keep },
): Promise<Outcome> {
  const known = await action.prepare?.(db, input);
  return transaction(db, async (tx) => {
    const step = stepOf(tx, who, clock());
    const found = await action.find(step, input, known);
    const basis = action.basis(found);
    if (versionOf(action.name, input, basis) !== version) throw new Changed(basis);
    const outcome = await action.act(step, found, input);
    for (const change of outcome.changes) await keep(tx, change, step.at);
    return outcome;
  });
}
