import { SECOND } from '../../kernel/clock.ts';
import { readText } from '../../kernel/read-text.ts';
import { findRate } from './answer.ts';

/** A source of rates. */
/** The source is of no use; the message is a sentence for the operator. */
export class SourceFailed extends Error {}

export interface RateSource {
  /** Its name in the rate's rows and in the log. */
  name: string;
  /** The rate now, in 1/10000 of a rouble. @throws Error with a sentence. */
  read(): Promise<bigint>;
}

export interface HttpSourceOptions {
  url: string;
  /** The path of the rate in the answer: `data.0.price` or `/data/0/price`. */
  path: string;
  /** The longest wait for an answer. A worker that stops waits that long at most. */
  timeoutMs?: number;
}

const TIMEOUT_MS = 5 * SECOND;
const MAX_BODY_BYTES = 256 * 1024;

/** A number in the JSON at an address. It is asked directly: a redirect is refused, as nobody decided to trust its target. */
export function httpSource({ url, path, timeoutMs = TIMEOUT_MS }: HttpSourceOptions): RateSource {
  // The address may carry a key; only the host is logged.
  const name = new URL(url).host;
  return {
    name,
    read: async () => {
      try {
        const response = await fetch(url, {
          redirect: 'manual',
          headers: { accept: 'application/json' },
          signal: AbortSignal.timeout(timeoutMs),
        });
        if (response.status !== 200) {
          await response.body?.cancel();
          throw new Error(`it answered with status ${response.status}`);
        }
        return findRate(await readText(response, MAX_BODY_BYTES), path);
      } catch (error) {
        throw new SourceFailed(`The rate source ${name} is of no use: ${reasonOf(error)}.`, { cause: error });
      }
    },
  };
}

function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  if (error.name === 'TimeoutError') return 'it took too long';
  // Fetch always says "fetch failed"; the reason is in the cause.
  const cause = error.cause instanceof Error ? error.cause : undefined;
  return cause?.message || error.message;
}
