import type { Change } from '@kantor/contract/wire/events.ts';
import type { Live } from '@/shared/lib/live';

/** Messages between tabs: the listening one passes changes on, the others ask for them. A tab may run an older build: these names stay. */
export type Note =
  | { kind: 'told'; changes: Change[]; place: string }
  | { kind: 'state'; state: Live }
  /** Is anyone listening? A tab that has just come may have missed changes while it loaded. */
  | { kind: 'hello'; tab: string; isNew: boolean }
  | { kind: 'welcome'; tab: string; state: Live; recent: Change[]; place: string | undefined };

interface Tabs {
  /** Tells the other tabs. */
  broadcast: (note: Note) => void;
}

interface TabsOptions {
  /** Tabs of the same sign-in share a stream. */
  login: string;
  signal: AbortSignal;
  /** This tab listens until `signal` aborts. */
  lead: (signal: AbortSignal) => Promise<void>;
  onNote: (note: Note) => void;
}

const ASK_EVERY_MS = 20_000;
/** An answer is waited for in so many steps: a tab that stood still meanwhile first reads what has come. */
const ANSWER_STEPS = 3;
const ANSWER_STEP_MS = 1000;

/**
 * One tab of a browser holds the stream and tells the others: a browser opens six connections to a server and no more, and a
 * seventh tab would wait for ever. A hidden tab goes on listening for the others, and for the count in its title.
 */
export function amongTabs(options: TabsOptions): Tabs {
  return 'locks' in navigator && 'BroadcastChannel' in globalThis ? byLock(options) : byItself(options);
}

function byLock({ login, signal, lead, onNote }: TabsOptions): Tabs {
  const name = `kantor.events.${login}`;
  const tab = Math.random().toString(36).slice(2);
  const channel = new BroadcastChannel(name);
  const broadcast = (note: Note) => {
    // A closed channel would throw, in the middle of signing out: what ends here is no news to the other tabs.
    if (signal.aborted) return;
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a channel is of one origin
    channel.postMessage(note);
  };
  let lastNoteAt = -Infinity;
  let isLeading = false;
  let turn = new AbortController();

  const take = (isByForce: boolean) => {
    turn.abort();
    const mine = new AbortController();
    turn = mine;
    const work = async () => {
      isLeading = true;
      await lead(mine.signal);
    };
    // Without force it waits for the tab that listens now to go.
    navigator.locks
      .request(name, isByForce ? { steal: true } : { signal: mine.signal }, work)
      .catch(() => undefined)
      .finally(() => {
        if (turn !== mine) return;
        isLeading = false;
        mine.abort();
        // Another tab has taken over.
        if (!signal.aborted) take(false);
      });
  };
  const ask = (isNew: boolean) => {
    if (isLeading || document.visibilityState !== 'visible') return;
    const askedAt = performance.now();
    broadcast({ kind: 'hello', tab, isNew });
    const wait = (steps: number) => {
      if (isLeading || signal.aborted || lastNoteAt >= askedAt) return;
      if (steps > 0) setTimeout(wait, ANSWER_STEP_MS, steps - 1);
      // Some browsers put hidden tabs to sleep, with the lock in their hands.
      else take(true);
    };
    wait(ANSWER_STEPS);
  };
  const askAgain = () => ask(false);

  channel.addEventListener('message', ({ data }: MessageEvent<Note>) => {
    if (data.kind === 'hello' ? !isLeading : data.kind === 'welcome' && data.tab !== tab) return;
    lastNoteAt = performance.now();
    onNote(data);
  });
  const timer = setInterval(askAgain, ASK_EVERY_MS);
  document.addEventListener('visibilitychange', askAgain);
  signal.addEventListener('abort', () => {
    turn.abort();
    clearInterval(timer);
    document.removeEventListener('visibilitychange', askAgain);
    channel.close();
  });
  take(false);
  ask(true);
  return { broadcast };
}

/** Without locks (a browser has none over plain HTTP) each tab listens for itself, while it is seen. */
function byItself({ signal, lead }: TabsOptions): Tabs {
  let turn: AbortController | undefined;
  const follow = () => {
    const isWanted = document.visibilityState === 'visible' && !signal.aborted;
    if (isWanted === (turn !== undefined)) return;
    turn?.abort();
    turn = isWanted ? new AbortController() : undefined;
    if (turn) void lead(turn.signal);
  };
  document.addEventListener('visibilitychange', follow);
  signal.addEventListener('abort', () => {
    document.removeEventListener('visibilitychange', follow);
    follow();
  });
  follow();
  return { broadcast: () => undefined };
}
