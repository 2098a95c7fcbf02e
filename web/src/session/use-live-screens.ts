import { useEffect } from 'react';
import { useDispatch } from 'react-redux';
import { storedSession } from '@/api/stored-session';
import type { SessionDispatch } from './session';
import { useAuth } from './use-user';

/** The first screen's own code and data go first; the server tells again what happened meanwhile. */
const START_MS = 500;
/** Their code may not be had while the server is being restarted. */
const AGAIN_MS = 5000;

type Live = typeof import('./live/live');

/** Chromium never asks again for a module that could not be had once, unless its address is another; it names the address. */
const importAgain = (error: unknown, tries: number): Promise<Live> => {
  const [address] = /https?:\S+\.js/.exec(String(error)) ?? [];
  return address === undefined
    ? import('./live/live')
    : (import(/* @vite-ignore */ `${address}?again=${tries}`) as Promise<Live>);
};

/** While someone is signed in, screens follow what the server tells. Without it they ask by themselves. */
export function useLiveScreens(): void {
  const dispatch = useDispatch<SessionDispatch>();
  const { isAuthenticated } = useAuth();
  useEffect(() => {
    const login = storedSession.ownLogin();
    if (!isAuthenticated || login === null) return undefined;
    let stop = () => {};
    const starting = new AbortController();
    let failed: unknown;
    let tries = 0;
    const start = async () => {
      tries += 1;
      const { startLive } = await (tries === 1 ? import('./live/live') : importAgain(failed, tries));
      if (!starting.signal.aborted) stop = startLive(dispatch, login);
    };
    let timer: ReturnType<typeof setTimeout>;
    const startIn = (milliseconds: number) => {
      timer = setTimeout(() => {
        start().catch((error: unknown) => {
          failed ??= error;
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
