import { streamEvents } from '@kantor/contract/plain/routes.ts';
import { refreshSession } from '@/api/base-query';
import { apiUrl } from '@/api/url';
import { live } from '@/shared/lib/live';
import type { SessionDispatch } from '@/session/session';
import { readStream, type StreamEvent } from './read-stream';

/** The server shows that it is there every 15 to 20 seconds; after this much silence the connection is taken for dead. */
const MAX_SILENCE_MS = 45_000;
/** Before the first attempt to come back, on average half of it; then twice as long each time… */
const RETRY_MS = 1000;
/** …but never longer. */
const MAX_RETRY_MS = 30_000;
/** One that lived so long was a good one. */
const STABLE_AFTER_MS = 10_000;
/** A server without a stream is asked again when it may have got one. */
const ABSENT_MS = 10 * 60_000;

interface ConnectionOptions {
  dispatch: SessionDispatch;
  signal: AbortSignal;
  /** The cursor to go on from; undefined to begin. */
  cursor: () => string | undefined;
  onOpen: () => void;
  onEvent: (event: StreamEvent) => void;
}

/** The end of a connection: the token is no good, try again, or this server has no stream for us. */
type End = { kind: 'again' } | { kind: 'renew' } | { kind: 'none'; retryMs: number };

const tokenOf = (dispatch: SessionDispatch) => dispatch((_, getState) => getState().auth.accessToken);

/** Listens until `signal` aborts, and connects again whenever the connection is lost. */
export async function stayConnected(options: ConnectionOptions): Promise<void> {
  const { dispatch, signal } = options;
  let failures = 0;
  /** A renewed token is tried at once; one after another is not. */
  let isFresh = false;
  while (!signal.aborted) {
    const token = tokenOf(dispatch);
    if (token === null) {
      // The session is over; our caller is about to abort.
      await pause(MAX_RETRY_MS, signal);
      continue;
    }
    const since = performance.now();
    const end = await listen(options, token);
    if (signal.aborted) return;
    live.set(end.kind === 'none' ? 'none' : 'lost');
    if (performance.now() - since > STABLE_AFTER_MS) failures = 0;
    // Another call may have renewed the token meanwhile. A refusal ends the session, and us with it.
    if (end.kind === 'renew' && tokenOf(dispatch) === token) await refreshSession({ dispatch });
    const isRenewed = tokenOf(dispatch) !== token;
    if (!isRenewed || isFresh) await pause(waitOf(end, failures), signal);
    isFresh = isRenewed;
    failures += 1;
  }
}

/** Chance keeps the clients of a server that was restarted from coming back all at once. */
const waitOf = (end: End, failures: number): number =>
  end.kind === 'none' ? end.retryMs : Math.min(RETRY_MS * 2 ** failures, MAX_RETRY_MS) * (0.1 + 0.9 * Math.random());

async function listen({ signal, cursor, onOpen, onEvent }: ConnectionOptions, token: string): Promise<End> {
  const cut = new AbortController();
  let lastDataAt = Date.now();
  // Timers stand still while the machine sleeps, so the look at its clock is repeated when it wakes.
  const cutIfSilent = () => {
    if (Date.now() - lastDataAt >= MAX_SILENCE_MS) cut.abort();
  };
  const timer = setInterval(cutIfSilent, MAX_SILENCE_MS / 4);
  const stopWatching = onReturn(cutIfSilent);
  const onStop = () => cut.abort();
  signal.addEventListener('abort', onStop);
  try {
    const from = cursor();
    const response = await fetch(apiUrl(streamEvents.path), {
      headers: {
        accept: 'text/event-stream',
        authorization: `Bearer ${token}`,
        ...(from !== undefined && { 'last-event-id': from }),
      },
      cache: 'no-store',
      signal: cut.signal,
    });
    if (response.status === 401) return { kind: 'renew' };
    const retryMs = Number(response.headers.get('retry-after')) * 1000 || ABSENT_MS;
    if (response.status >= 400 && response.status < 500) return { kind: 'none', retryMs };
    if (!response.ok || !response.body) return { kind: 'again' };
    live.set('on');
    onOpen();
    await readStream(response.body, (event) => {
      lastDataAt = Date.now();
      onEvent(event);
    });
    return { kind: 'again' };
  } catch {
    return { kind: 'again' };
  } finally {
    cut.abort();
    clearInterval(timer);
    stopWatching();
    signal.removeEventListener('abort', onStop);
  }
}

/** Calls back when the network is there again, or the user. @returns stops it */
function onReturn(listener: () => void): () => void {
  const ifVisible = () => {
    if (document.visibilityState === 'visible') listener();
  };
  addEventListener('online', listener);
  addEventListener('pageshow', listener);
  document.addEventListener('visibilitychange', ifVisible);
  return () => {
    removeEventListener('online', listener);
    removeEventListener('pageshow', listener);
    document.removeEventListener('visibilitychange', ifVisible);
  };
}

/** Waits, but not when it makes no sense any longer. */
function pause(milliseconds: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const goOn = () => {
      clearTimeout(timer);
      stopWatching();
      signal.removeEventListener('abort', goOn);
      resolve();
    };
    const timer = setTimeout(goOn, milliseconds);
    const stopWatching = onReturn(goOn);
    signal.addEventListener('abort', goOn);
  });
}
