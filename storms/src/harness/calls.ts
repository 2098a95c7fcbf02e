import { setTimeout as delay } from 'node:timers/promises';
import { Refused } from '@kantor/contract/client.ts';

/** What came of a call: its answer, a refusal, or nothing that can be told. */
export type Outcome<Answer> =
  | { kind: 'answer'; answer: Answer }
  | { kind: 'refusal'; refusal: Refused }
  | { kind: 'doubt'; error: unknown };

/** Waits for a call. A 5xx leaves in doubt whether it had its effect, as no answer does. */
export async function outcomeOf<Answer>(call: Promise<Answer>): Promise<Outcome<Answer>> {
  try {
    return { kind: 'answer', answer: await call };
  } catch (error) {
    if (error instanceof Refused && error.status < 500) return { kind: 'refusal', refusal: error };
    return { kind: 'doubt', error };
  }
}

/** Refusals that say nothing about the call: it may be made again. */
const isBusy = ({ status, code }: Refused) => status === 429 || status === 503 || code === 'idempotency_running';

const PAUSE_MS = 50;

/**
 * Makes a call again and again until the server has decided about it.
 * @throws whatever the last try failed with, once the time is up.
 */
export async function untilDecided<Answer>(
  make: () => Promise<Answer>,
  limitMs = 120_000,
): Promise<Exclude<Outcome<Answer>, { kind: 'doubt' }> & { tries: number }> {
  const end = performance.now() + limitMs;
  for (let tries = 1; ; tries += 1) {
    const outcome = await outcomeOf(make());
    if (outcome.kind === 'answer' || (outcome.kind === 'refusal' && !isBusy(outcome.refusal))) {
      return { ...outcome, tries };
    }
    if (performance.now() > end) throw outcome.kind === 'doubt' ? outcome.error : outcome.refusal;
    await delay(PAUSE_MS);
  }
}

/** Does `work` so many times, at most `width` at once. */
export async function times(count: number, width: number, work: (index: number) => Promise<unknown>): Promise<void> {
  let next = 0;
  const lane = async () => {
    while (next < count) {
      next += 1;
      await work(next - 1);
    }
  };
  await Promise.all(Array.from({ length: Math.min(width, count) }, lane));
}

/** The value that so many per cent of them do not exceed. */
export function percentile(values: readonly number[], percent: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.ceil((sorted.length * percent) / 100) - 1] ?? Number.NaN;
}
