import type { Database } from '../../db/pool.ts';
import { singleStatement, transaction } from '../../db/tx.ts';
import { after, type Clock, DAY } from '../../kernel/clock.ts';
import type { ErrorCounts } from '../../kernel/log.ts';
import { PLATFORM_ACCOUNT } from '../../kernel/platform.ts';
import { appendEvent } from '../../outbox/append.ts';
import type { Part } from '../../kernel/parts.ts';
import * as days from './store/days.ts';
import * as state from './store/state.ts';
import * as runs from './store/verification.ts';

interface Deps {
  db: Database;
  clock: Clock;
}

const ERRORS_KEPT_MS = 35 * DAY;

/** Forgets the figures and the counts of errors of long ago. */
export async function forgetFigures({ db, clock }: Deps): Promise<void> {
  const at = clock();
  await singleStatement(db, (statement) => days.forgetFigures(statement, at));
  await singleStatement(db, (statement) => state.forgetErrors(statement, after(at, -ERRORS_KEPT_MS)));
}

/** The page shows no more of them; the command tells all. */
const MOST_FOUND = 20;

/** The auditor: everything that breaks an invariant, or what of it was made since a moment. */
type Inspect = (of: { since: Date | undefined }) => Promise<{
  violations: readonly { invariant: string; table: string; row: string; problem: string }[];
}>;

/** Verifies where the night or somebody has asked for it; one worker at a time does. */
export async function runVerification({ db, clock }: Deps, inspect: Inspect): Promise<void> {
  await singleStatement(db, (statement) => runs.insertNightly(statement, clock()));
  const run = await singleStatement(db, (statement) => runs.takeRun(statement, clock()));
  if (run === undefined) return;
  const { violations } = await inspect({ since: run.since ?? undefined });
  const found = violations
    .slice(0, MOST_FOUND)
    .map(({ invariant, table, row, problem }) => ({ invariant, row: `${table} ${row}`, problem }));
  const at = clock();
  await transaction(db, async (tx) => {
    await runs.endRun(tx, { id: run.id, violations: violations.length, found, at });
    await appendEvent(tx, { kind: 'verification.ended', objectId: PLATFORM_ACCOUNT, owners: [PLATFORM_ACCOUNT], at });
  });
}

/** Writes down what a process knows of itself: when its jobs last succeeded, and the errors that it has logged since. */
export async function tellState({ db, clock }: Deps, parts: readonly Part[], errors: ErrorCounts): Promise<void> {
  const at = clock();
  const jobs = parts.map(({ name, age, lateAfterMs }) => ({ name, lateAfterMs, at: after(at, -Math.round(age())) }));
  if (jobs.length > 0) await singleStatement(db, (statement) => state.keepJobs(statement, jobs));
  const logged = errors.take();
  if (logged.size === 0) return;
  try {
    await singleStatement(db, (statement) => state.keepErrors(statement, logged, at));
  } catch (error) {
    errors.putBack(logged);
    throw error;
  }
}
