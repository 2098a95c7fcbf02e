import type { Database } from '../../db/pool.ts';
import { transaction } from '../../db/tx.ts';
import { after, type Clock, MINUTE } from '../../kernel/clock.ts';
import type { Log } from '../../kernel/log.ts';
import { securityEvent } from '../../kernel/security-event.ts';
import { claimReports, forgetReports } from './store.ts';

/** A command's entry is shown when its transaction ends: later than its id says, but never by so much. */
const OVERLAP_MS = 2 * MINUTE;
const BATCH_SIZE = 1000;

/** Commands that have an event of their own. */
const EVENTS = new Map<string, 'password_set' | 'user_blocked' | 'user_unblocked' | 'second_factor_restored'>([
  ['set-password', 'password_set'],
  ['block', 'user_blocked'],
  ['unblock', 'user_unblocked'],
]);
/** Those that have one when a person is their object, else they are only about a proposal. */
const ABOUT_PERSONS = new Map<string, 'second_factor_restored'>([
  ['accept', 'second_factor_restored'],
  ['restore-second-factor', 'second_factor_restored'],
]);

/**
 * Makes the report of operators' commands, a turn at a time: each is logged wherever it was run, from this moment on, by one of
 * the workers.
 */
export function createAuditReport({ db, clock, log }: { db: Database; clock: Clock; log: Log }): () => Promise<void> {
  const startedAt = clock();
  return async () => {
    const overlap = after(clock(), -OVERLAP_MS);
    await transaction(db, async (tx) => {
      const reports = await claimReports(tx, overlap > startedAt ? overlap : startedAt, BATCH_SIZE);
      // Before the end of the transaction: a line may come twice, but is never lost.
      for (const { action, objectKind, objectId } of reports) {
        const event = EVENTS.get(action) ?? (objectKind === 'person' ? ABOUT_PERSONS.get(action) : undefined);
        if (event) securityEvent(log, event, { user_id: objectId });
        else securityEvent(log, 'operator_action', { action, object_kind: objectKind, object_id: objectId });
      }
      await forgetReports(tx, after(overlap, -OVERLAP_MS));
    });
  };
}
