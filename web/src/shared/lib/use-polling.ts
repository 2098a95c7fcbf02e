import { useLive } from './live';

const POLL = { pollingInterval: 15_000, skipPollingIfUnfocused: true } as const;
/** The server tells of changes by itself; a call now and then is for what it may have forgotten. */
const SAFETY_POLL = { pollingInterval: 60_000, skipPollingIfUnfocused: true } as const;
const NEVER = {} as const;

/** A screen of work in progress refetches at this interval. */
export function usePolling(isWanted = true): typeof POLL | typeof SAFETY_POLL | typeof NEVER {
  const isLive = useLive() === 'on';
  if (!isWanted) return NEVER;
  return isLive ? SAFETY_POLL : POLL;
}
