import { useEffect } from 'react';
import { useDispatch } from 'react-redux';
import { storedSession } from '@/api/stored-session';
import type { SessionDispatch } from './session';
import { useAuth } from './use-user';

/** The first screen's own code and data go first; the server tells again what happened meanwhile. */
const START_MS = 500;
/** Their code may not be had while the server is being restarted. */
const AGAIN_MS = 5000;

/** While someone is signed in, screens follow what the server tells. Without it they ask by themselves. */
export function useLiveScreens(): void {
  const dispatch = useDispatch<SessionDispatch>();
  const { isAuthenticated } = useAuth();
  useEffect(() => {
    const login = storedSession.ownLogin();
    if (!isAuthenticated || login === null) return undefined;
    let stop = () => {};
    const starting = new AbortController();
    const start = async () => {
      const { startLive } = await import('./live/live');
      if (!starting.signal.aborted) stop = startLive(dispatch, login);
    };
    let timer: ReturnType<typeof setTimeout>;
    const startIn = (milliseconds: number) => {
      timer = setTimeout(() => {
        start().catch(() => {
          if (!starting.signal.aborted) startIn(AGAIN_MS);
        });
      }, milliseconds);
    };
    startIn(START_MS);
    return () => {
      clearTimeout(timer);
      starting.abort();
      stop();
    };
  }, [isAuthenticated, dispatch]);
}
