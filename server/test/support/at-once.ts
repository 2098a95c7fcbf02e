import { Refused } from '@kantor/contract/client.ts';

/**
 * Waits for calls that were made at the same moment.
 * @returns what they answered, and what the server decided against; a call that failed otherwise is thrown.
 */
export async function atOnce<Answer>(calls: readonly Promise<Answer>[]) {
  const answers: Answer[] = [];
  const refusals: Refused[] = [];
  for (const outcome of await Promise.allSettled(calls)) {
    if (outcome.status === 'fulfilled') answers.push(outcome.value);
    else if (outcome.reason instanceof Refused) refusals.push(outcome.reason);
    else throw outcome.reason;
  }
  return { answers, refusals };
}
