import { useLive } from './live';

const POLL = { pollingInterval: 15_000, skipPollingIfUnfocused: true } as const;
const NEVER = {} as const;

/** A screen of work in progress refetches at this interval while the server does not tell of changes by itself. */
export function usePolling(isWanted = true): typeof POLL | typeof NEVER {
  const isLive = useLive() === 'on';
  return isWanted && !isLive ? POLL : NEVER;
}
