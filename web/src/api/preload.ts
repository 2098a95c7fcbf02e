import type { RefreshOutcome } from './stored-session';
import { apiUrl } from './url';

/** An answer, and this machine's clock when it was asked for and when it came, in milliseconds. */
export interface TimedResponse {
  response: Response;
  sentAt: number;
  receivedAt: number;
}

/** An answer that nobody has taken by then is too old to be shown. */
const RETENTION_MS = 10_000;

/** Calls made while the code that needs their answers was still on its way. */
interface Preloads {
  /** The outcome of the stored refresh token's exchange. */
  outcome?: Promise<RefreshOutcome> | undefined;
  answers: Map<string, Promise<TimedResponse>>;
  /** When the first call was made (`performance.now`). */
  since?: number | undefined;
}

declare global {
  interface Window {
    kantorPreloads?: Preloads;
  }
}

/** The first script and the others share nothing but the window. */
export const preloads: Preloads = (window.kantorPreloads ??= { answers: new Map() });

const nameOf = ({ url, headers }: Request) => `${headers.get('authorization')} ${url}`;

/** Sends a call and notes the time. */
export async function fetchTimed(request: Request): Promise<TimedResponse> {
  const sentAt = Date.now();
  const response = await fetch(request);
  return { response, sentAt, receivedAt: Date.now() };
}

/** Sends a call whose answer the first screen is going to need. `path`: below the API's base, with its query. */
export function preload(path: string, access: string): void {
  const request = new Request(apiUrl(path), {
    headers: { authorization: `Bearer ${access}`, accept: 'application/json', 'content-type': 'application/json' },
    signal: AbortSignal.timeout(RETENTION_MS),
  });
  preloads.since ??= performance.now();
  const answer = fetchTimed(request);
  // Its taker sends a failed one again.
  answer.catch(() => undefined);
  preloads.answers.set(nameOf(request), answer);
  setTimeout(() => preloads.answers.clear(), RETENTION_MS);
}

/** The preloaded answer to a call of the same user, once; undefined when there is none. A change makes all of them old. */
export function takePreloaded(request: Request): Promise<TimedResponse> | undefined {
  if (request.method !== 'GET') preloads.answers.clear();
  const name = nameOf(request);
  const answer = preloads.answers.get(name);
  preloads.answers.delete(name);
  return answer;
}

/** When the first preload was sent, once; undefined when none was. */
export function takePreloadStart(): number | undefined {
  const { since } = preloads;
  preloads.since = undefined;
  return since;
}
