import { type Clock, MINUTE } from './clock.ts';
import { describeError } from './describe-error.ts';
import type { Log, LogFields } from './log.ts';

/** A failure that repeats itself is logged once in this time, with how often it came. */
const REPEAT_MS = MINUTE;

/**
 * Makes the log of something that is tried again and again: the first failure is a line, further ones of the same kind one a
 * minute with their count, and the end of them one.
 * @param event of the lines; `_recovered` is appended for the last one.
 */
export function createFailureLog(log: Log, event: string, clock: Clock) {
  const kinds = new Map<string, { loggedAt: number; unlogged: number }>();
  return {
    failed(error: unknown, fields: LogFields = {}): void {
      const { type, code } = describeError(error);
      const kind = `${type} ${code}`;
      const now = clock().getTime();
      const { loggedAt, unlogged } = kinds.get(kind) ?? { loggedAt: -Infinity, unlogged: 0 };
      if (now - loggedAt < REPEAT_MS) {
        kinds.set(kind, { loggedAt, unlogged: unlogged + 1 });
        return;
      }
      kinds.set(kind, { loggedAt: now, unlogged: 0 });
      log.error(event, { ...fields, error, ...(unlogged > 0 && { repeated: unlogged }) });
    },
    succeeded(fields: LogFields = {}): void {
      if (kinds.size === 0) return;
      const repeated = [...kinds.values()].reduce((sum, { unlogged }) => sum + unlogged, 0);
      kinds.clear();
      log.info(`${event}_recovered`, { ...fields, ...(repeated > 0 && { repeated }) });
    },
  };
}
