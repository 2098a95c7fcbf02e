import {
  fetchBaseQuery,
  type BaseQueryApi,
  type BaseQueryFn,
  type FetchArgs,
  type FetchBaseQueryError,
} from '@reduxjs/toolkit/query/react';
import { noteServerDate } from '@/shared/lib/server-clock';
import { accessGranted, cleared, type WithAuth } from './auth-slice';
import { fetchTimed, takePreloaded } from './preload';
import { refreshTokens } from './refresh';
import { askedOf, askForStepUp, keepToken, takeToken, withStepUp } from './step-up';
import { noteMissingFactor } from './missing-factor';
import { type RefreshOutcome, storedSession } from './stored-session';
import { apiUrl } from './url';

const CALL_TIMEOUT_MS = 30_000;

const authOf = (api: Pick<BaseQueryApi, 'getState'>) => (api.getState() as WithAuth).auth;

/** Takes the preloaded answer to a call, or sends it, and reads the server's clock. */
async function takeOrFetch(request: Request): Promise<Response> {
  const preloaded = takePreloaded(request)?.catch(() => fetchTimed(request));
  const { response, sentAt, receivedAt } = await (preloaded ?? fetchTimed(request));
  noteServerDate(response.headers.get('date'), sentAt, receivedAt);
  return response;
}

const send = fetchBaseQuery({
  baseUrl: apiUrl(),
  fetchFn: (input) => takeOrFetch(new Request(input)),
  timeout: CALL_TIMEOUT_MS,
  prepareHeaders: (headers, api) => {
    const token = authOf(api).accessToken;
    if (token !== null) headers.set('authorization', `Bearer ${token}`);
    headers.set('accept', 'application/json');
    // As the product specifies, on every call; of an upload it is taken off again, because the browser has to name the boundary.
    headers.set('content-type', 'application/json');
    return headers;
  },
});

/** Exchanges the tokens and keeps the outcome in the store; a refusal ends the session. */
export async function refreshSession(api: Pick<BaseQueryApi, 'dispatch'>): Promise<RefreshOutcome> {
  const login = storedSession.ownLogin();
  const outcome = await refreshTokens();
  // The tab has meanwhile left, or joined another sign-in: this outcome is not about it.
  if (storedSession.ownLogin() !== login) return { kind: 'unavailable' };
  if (outcome.kind === 'renewed') api.dispatch(accessGranted(outcome.access));
  if (outcome.kind === 'refused') {
    storedSession.remove();
    api.dispatch(cleared({ byChoice: false, putOut: { sentence: outcome.sentence } }));
  }
  return outcome;
}

const OUT_OF_REACH: FetchBaseQueryError = { status: 'FETCH_ERROR', error: 'The session could not be renewed' };

/** The status of a failed answer, also of one whose body is no JSON: a gateway's page, or a plain text. */
const statusOf = (error: FetchBaseQueryError | undefined) =>
  error?.status === 'PARSING_ERROR' ? error.originalStatus : error?.status;

type CallsServer = BaseQueryFn<string | FetchArgs, unknown, FetchBaseQueryError>;

/** Sends a call with the bearer token. A 401 is answered by one refresh and one retry. */
const sendSignedIn: CallsServer = async (args, api, extra) => {
  const used = authOf(api).accessToken;
  const login = storedSession.ownLogin();
  const result = await send(args, api, extra);
  if (statusOf(result.error) !== 401 || login === null) return result;

  // A call that left with an older token only needs the one that has come since.
  const renewedMeanwhile = authOf(api).accessToken !== used;
  if (!renewedMeanwhile) {
    const outcome = await refreshSession(api);
    if (outcome.kind === 'unavailable') return { error: OUT_OF_REACH };
    if (outcome.kind === 'refused') return result;
  }
  // Someone else has signed in since: the call was not theirs.
  if (storedSession.ownLogin() !== login) return result;
  return send(args, api, extra);
};

/** The same; a call that needs the password again asks the person for it, and is sent once more. */
const sendSteppedUp: CallsServer = async (args, api, extra) => {
  let result = await sendSignedIn(args, api, extra);
  const asked = askedOf(result.error);
  noteMissingFactor(result.error);
  if (asked === undefined) return result;
  for (const ask of [takeToken, askForStepUp]) {
    const token = await ask(asked);
    if (token === undefined) continue;
    result = await sendSignedIn(withStepUp(args, token), api, extra);
    if (askedOf(result.error) === undefined) {
      keepToken(asked.purpose, token);
      return result;
    }
  }
  return result;
};

/** The changes that were answered so far. */
let changesAnswered = 0;

/**
 * Calls the server. A read that a change has overtaken may tell what was before the change: it is read again, so that no screen shows
 * the former state after the new one.
 */
export const baseQuery: CallsServer = async (args, api, extra) => {
  const before = changesAnswered;
  const result = await sendSteppedUp(args, api, extra);
  if (api.type === 'mutation') changesAnswered += 1;
  return api.type === 'mutation' || before === changesAnswered ? result : baseQuery(args, api, extra);
};
