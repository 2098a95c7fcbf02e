import type { RefreshOutcome } from './refresh';
import { apiUrl } from './url';

/** An answer, and this machine's clock when it was asked for and when it came, in milliseconds. */
export interface Heard {
  response: Response;
  sentAt: number;
  receivedAt: number;
}

/** An answer nobody has taken by then is too old to be shown. */
const KEPT_MS = 10_000;

/** What was asked while the code that wants to know was still on its way. */
interface Early {
  /** Of the stored refresh token's exchange. */
  outcome?: Promise<RefreshOutcome> | undefined;
  answers: Map<string, Promise<Heard>>;
  /** When the first answer was asked for (`performance.now`). */
  since?: number | undefined;
}

declare global {
  interface Window {
    kantorEarly?: Early;
  }
}

/** The first script and the others share nothing but the window. */
export const early: Early = (window.kantorEarly ??= { answers: new Map() });

const nameOf = ({ url, headers }: Request) => `${headers.get('authorization')} ${url}`;

/** Sends a call. */
export async function hear(request: Request): Promise<Heard> {
  const sentAt = Date.now();
  const response = await fetch(request);
  return { response, sentAt, receivedAt: Date.now() };
}

/** Sends a call whose answer the first screen is going to want. */
export function askEarly(path: string, access: string): void {
  const request = new Request(apiUrl(path), {
    headers: { authorization: `Bearer ${access}`, accept: 'application/json', 'content-type': 'application/json' },
    signal: AbortSignal.timeout(KEPT_MS),
  });
  early.since ??= performance.now();
  const answer = hear(request);
  // Whoever takes it asks again.
  answer.catch(() => undefined);
  early.answers.set(nameOf(request), answer);
  setTimeout(() => early.answers.clear(), KEPT_MS);
}

/** The early answer to a call of the same user, once; undefined when there is none. A change makes all of them old. */
export function takeEarly(request: Request): Promise<Heard> | undefined {
  if (request.method !== 'GET') early.answers.clear();
  const name = nameOf(request);
  const answer = early.answers.get(name);
  early.answers.delete(name);
  return answer;
}

/** When the first early answer was asked for, once; undefined when none was. */
export function takeEarlySince(): number | undefined {
  const { since } = early;
  early.since = undefined;
  return since;
}
