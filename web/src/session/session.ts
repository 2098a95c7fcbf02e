import { logout } from '@kantor/contract/plain/routes.ts';
import type { ThunkAction, ThunkDispatch, UnknownAction } from '@reduxjs/toolkit';
import { api } from '@/api/api';
import { accessGranted, cleared, initialized, type PutOut, type WithAuth } from '@/api/auth-slice';
import { missingFactor } from '@/api/missing-factor';
import { takePreloadStart } from '@/api/preload';
import { refreshSession } from '@/api/base-query';
import { storedSession } from '@/api/stored-session';
import { apiUrl } from '@/api/url';
import { getMe, type Tokens } from '@/api/user';
import { PRELOAD } from '@/shared/lib/query-call';
import { isUnloading } from '@/shared/lib/is-unloading';

export type SessionState = WithAuth & { [api.reducerPath]: ReturnType<typeof api.reducer> };
export type SessionDispatch = ThunkDispatch<SessionState, unknown, UnknownAction>;
type Thunk<Result = void> = ThunkAction<Result, SessionState, unknown, UnknownAction>;

/** Only has to differ from other logins on this machine; `crypto.randomUUID` is missing outside secure contexts. */
const newLoginName = () => `${Date.now().toString(36)}-${Math.random().toString(36).slice(2)}`;

/** The profile is asked for as soon as there is a token, while the screen's own code is still loading. */
const askProfile = (): Thunk => (dispatch) => {
  void dispatch(getMe.initiate(undefined, PRELOAD));
};

let since = 0;

/** No screen shows an answer that was asked for before (`performance.now`). */
export const shownSince = (): number => since;

function endLocally(dispatch: SessionDispatch, how: { byChoice: boolean; putOut?: PutOut }): void {
  storedSession.join(null);
  dispatch(cleared(how));
  dispatch(api.util.resetApiState());
}

/** Takes up the session that storage holds. Any failure clears it without a word, as the product specifies for a start. */
export const startSession = (): Thunk<Promise<void>> => async (dispatch) => {
  const session = storedSession.read();
  storedSession.join(session);
  since = takePreloadStart() ?? performance.now();
  if (session) {
    const outcome = await refreshSession({ dispatch });
    if (outcome.kind === 'renewed') {
      dispatch(askProfile());
    } else if (outcome.kind === 'refused') {
      dispatch(cleared({ byChoice: false }));
    } else if (storedSession.ownLogin() === session.login && !isUnloading()) {
      storedSession.remove();
      endLocally(dispatch, { byChoice: false });
    }
  }
  dispatch(initialized());
};

/** Begins a session with the tokens of a successful login. Nothing that an earlier user saw is left in the cache. */
export const signIn =
  ({ access, refresh }: Tokens): Thunk =>
  (dispatch) => {
    storedSession.write({ refresh, login: newLoginName() });
    missingFactor.set(false);
    since = performance.now();
    dispatch(api.util.resetApiState());
    dispatch(accessGranted(access));
    dispatch(askProfile());
  };

/** Ends the session. The call to the server is sent, and not waited for. */
export const signOut =
  (how: { byChoice: boolean; putOut?: PutOut }): Thunk =>
  (dispatch) => {
    const session = storedSession.read();
    if (session && session.login === storedSession.ownLogin()) {
      storedSession.remove();
      fetch(apiUrl(logout.path), {
        method: logout.method,
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ refresh: session.refresh }),
        keepalive: true,
      }).catch(() => undefined);
    }
    endLocally(dispatch, how);
  };

/** Brings this tab in line with what another tab has left in storage: its logout, or its login. */
export const followStoredSession = (): Thunk => (dispatch) => {
  const session = storedSession.read();
  const own = storedSession.ownLogin();
  if ((session?.login ?? null) === own) return;
  if (own !== null) endLocally(dispatch, { byChoice: true });
  if (session) void dispatch(startSession());
};
