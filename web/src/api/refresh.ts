import { refresh as refreshRoute } from '@kantor/contract/plain/routes.ts';
import { readProblem } from '@/shared/lib/problem';
import { preloads } from './preload';
import { type RefreshOutcome, storedSession } from './stored-session';
import { apiUrl } from './url';

type Answer = RefreshOutcome & { refresh?: string };

const REFRESH_TIMEOUT_MS = 20_000;
/** The server does not take the token, whatever the body says: a gateway's page, or nothing. */
const REFUSALS = new Set([400, 401, 403, 404]);

async function ask(refresh: string): Promise<Answer> {
  const response = await fetch(apiUrl(refreshRoute.path), {
    method: refreshRoute.method,
    headers: { 'content-type': 'application/json', accept: 'application/json' },
    body: JSON.stringify({ refresh }),
    signal: AbortSignal.timeout(REFRESH_TIMEOUT_MS),
  });
  if (REFUSALS.has(response.status)) return { kind: 'refused', sentence: await sentenceOf(response) };
  if (!response.ok) return { kind: 'unavailable' };
  const { access, refresh: next } = (await response.json()) as { access: unknown; refresh: unknown };
  if (typeof access !== 'string' || typeof next !== 'string') return { kind: 'unavailable' };
  return { kind: 'renewed', access, refresh: next };
}

/** The sentence of the server's problem document; undefined when the body is none. */
async function sentenceOf(response: Response): Promise<string | undefined> {
  try {
    return readProblem({ data: await response.json() }).detail;
  } catch {
    return undefined;
  }
}

/** An answer lost on the way may already have replaced the token: asked again at once, the server gives the same successor. */
async function askTwice(refresh: string): Promise<Answer> {
  try {
    return await ask(refresh);
  } catch {
    return ask(refresh).catch((): Answer => ({ kind: 'unavailable' }));
  }
}

async function renew(): Promise<RefreshOutcome> {
  const before = storedSession.read();
  if (!before) return { kind: 'refused' };
  const answer = await askTwice(before.refresh);
  const now = storedSession.read();
  if (answer.kind === 'renewed' && answer.refresh !== undefined) {
    // Signed out while the answer was on its way: the new token must not bring the session back.
    // Signed in anew: the waiting calls now wait for that session.
    if (now?.login !== before.login) return now ? renew() : { kind: 'refused' };
    storedSession.write({ ...before, refresh: answer.refresh });
    return { kind: 'renewed', access: answer.access };
  }
  // Without locks another tab may have renewed first; its token is good.
  if (answer.kind === 'refused' && now && now.refresh !== before.refresh) return renew();
  return answer;
}

/**
 * Exchanges the stored refresh token, one tab at a time: each reads it only when its turn has come. A token that was replaced a
 * while ago ends the session everywhere, and on a slow network another tab's answer may be that long on its way.
 */
export const renewInTurn = (): Promise<RefreshOutcome> =>
  'locks' in navigator ? navigator.locks.request('kantor.refresh', renew) : renew();

let inFlight: Promise<RefreshOutcome> | undefined;

/** Exchanges the stored refresh token. Calls made while one is under way share its outcome, and the first that of the page's start. */
export function refreshTokens(): Promise<RefreshOutcome> {
  inFlight ??= (preloads.outcome ?? renewInTurn()).finally(() => {
    inFlight = undefined;
  });
  preloads.outcome = undefined;
  return inFlight;
}
