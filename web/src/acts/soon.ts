import { storedSession } from '@/api/stored-session';
import { createStore, useStore } from '@/shared/lib/create-store';

/** So long an act can be undone before it is sent. */
const UNDO_MS = 5000;
const DOUBLE_CLICK_MS = 500;

/** What becomes of an act that is sent in a moment. */
export type Fate =
  | { kind: 'waiting'; sum: string; /** Of `performance.now`. */ at: number }
  | { kind: 'sending' }
  | { kind: 'done' }
  | { kind: 'refused'; sentence: string | undefined };

interface Act {
  /** The object that it is about: there is one act of each at a time. */
  id: string;
  /** The money that it moves, in words, for whoever undoes it. */
  sum: string;
  /** Sends it, and tells how it went. Called once. */
  send: () => Promise<Extract<Fate, { kind: 'done' | 'refused' }>>;
  /** The person who did it is no longer signed in here: it is not sent. */
  onDropped: () => void;
}

const fates = createStore<ReadonlyMap<string, Fate>>(new Map());
/** How each that waits is sent at once, and how it is stopped. The latest last. */
const waiting = new Map<string, { send: () => void; stop: () => void }>();

/** The latest last. */
function setFate(id: string, fate: Fate | undefined): void {
  const next = new Map(fates.get());
  next.delete(id);
  if (fate !== undefined) next.set(id, fate);
  fates.set(next);
}

/**
 * Does an act after the time in which it can be undone; until then nothing is sent. Another screen of the product changes nothing
 * in that; a page that is closed or put away sends it at once. Does nothing for an object whose act waits or is done.
 */
export function doSoon({ id, sum, send, onDropped }: Act): void {
  const fate = fates.get().get(id);
  if (fate !== undefined && fate.kind !== 'refused') return;
  const login = storedSession.ownLogin();
  const run = async () => {
    stop();
    // Nobody else shall send it.
    if (storedSession.ownLogin() !== login) {
      setFate(id, undefined);
      onDropped();
      return;
    }
    setFate(id, { kind: 'sending' });
    setFate(id, await send());
  };
  const timer = setTimeout(() => void run(), UNDO_MS);
  const stop = () => {
    clearTimeout(timer);
    waiting.delete(id);
  };
  waiting.set(id, { send: () => void run(), stop });
  setFate(id, { kind: 'waiting', sum, at: performance.now() });
}

/** Undoes what waits: the act of one object, or the latest. */
export function undo(id: string | undefined = [...waiting.keys()].at(-1)): void {
  if (id === undefined || !waiting.has(id)) return;
  waiting.get(id)?.stop();
  setFate(id, undefined);
}

/** Undoes by the button that did it; the second click of a double click does not. */
export function undoByPress(id: string): void {
  const fate = fates.get().get(id);
  if (fate?.kind === 'waiting' && performance.now() - fate.at > DOUBLE_CLICK_MS) undo(id);
}

/** Of whoever goes: they did it, and did not undo it. */
addEventListener('pagehide', () => {
  for (const { send } of waiting.values()) send();
});

/** As if nothing had been done in this page. */
export function forgetActs(): void {
  for (const { stop } of waiting.values()) stop();
  fates.set(new Map());
}

export const useFate = (id: string): Fate | undefined => useStore(fates).get(id);

/** The acts that wait, the latest last. */
export const useWaiting = (): readonly [id: string, sum: string][] =>
  [...useStore(fates)].flatMap(([id, fate]) => (fate.kind === 'waiting' ? [[id, fate.sum]] : []));
