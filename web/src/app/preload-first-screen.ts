import type { DataRouter } from 'react-router';
import { api } from '@/api/api';
import { getRate } from '@/api/info';
import { startSession } from '@/session/session';
import { startLanguage } from '@/shared/i18n/i18n';
import { type Preload, PRELOAD } from '@/shared/lib/query-call';
import type { AppStore } from './store';

/** A screen that waits for its data shows that after so many milliseconds. */
const MAX_WAIT_MS = 200;

/** The handle of a screen's route: the router hands it on, and takes no interest in it. */
export interface ScreenHandle {
  preload?: Preload | undefined;
}

const delay = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds));

const codeOf = (router: DataRouter) =>
  new Promise<void>((resolve) => {
    if (router.state.initialized) resolve();
    else router.subscribe(({ initialized }) => initialized && resolve());
  });

/**
 * Settled when the first screen can be shown, and so is drawn once: it is known who looks at it, its code is there, and its data
 * is, unless that takes longer than `maxWaitMs`.
 */
export async function preloadFirstScreen(
  { dispatch, getState }: AppStore,
  router: DataRouter,
  maxWaitMs = MAX_WAIT_MS,
): Promise<void> {
  await Promise.all([dispatch(startSession()), startLanguage(), codeOf(router)]);
  if (!getState().auth.isAuthenticated) return;
  void dispatch(getRate.initiate(undefined, PRELOAD));
  const screen = router.state.matches.at(-1);
  const preload = (screen?.route.handle as ScreenHandle | undefined)?.preload;
  const search = new URLSearchParams(router.state.location.search);
  if (screen && preload) dispatch(preload({ search, params: screen.params }));
  await Promise.race([Promise.all(dispatch(api.util.getRunningQueriesThunk())), delay(maxWaitMs)]);
}
