import type { Change } from '@kantor/contract/wire/events.ts';
import { TAGS } from '@kantor/contract/plain/tags.ts';
import { getMe } from '@/api/user';
import { live } from '@/shared/lib/live';
import { orderSound } from '@/shared/lib/order-sound';
import { forgetNewOrders, noteNewOrders } from '@/shared/lib/new-orders-badge';
import { type SessionDispatch, shownSince } from '@/session/session';
import { stayConnected } from './connection';
import { createInvalidation } from './invalidate';
import { amongTabs, type Note } from './tabs';

/** The server tells again what happened this long before a stream began; what a screen shows may be older still. */
const OVERLAP_MS = 10_000;

const EVERYTHING: readonly Change[] = TAGS.map((tag) => ({ tag }));

/** Keeps the screens of a sign-in as the server's state is. @returns stops it */
export function startLive(dispatch: SessionDispatch, login: string): () => void {
  const stopping = new AbortController();
  const { signal } = stopping;
  const invalidation = createInvalidation(dispatch);
  let cursor: string | undefined;
  let recent: { at: number; changes: Change[] }[] = [];

  const isTrader = () => dispatch((_, getState) => getMe.select(undefined)(getState()).data?.role) === 'trader';
  const apply = (changes: readonly Change[]) => {
    invalidation.invalidate(changes);
    const created = changes.reduce((sum, change) => sum + (change.tag === 'Order' ? (change.created ?? 0) : 0), 0);
    if (created === 0 || !isTrader()) return;
    noteNewOrders(created);
    if (orderSound.isOn()) void import('./beep').then(({ beep }) => beep());
  };

  const onNote = (note: Note) => {
    if (note.kind === 'hello') {
      const { tab, isNew } = note;
      tabs.broadcast({ kind: 'welcome', tab, state: live.get(), recent: isNew ? recentChanges() : [], place: cursor });
      return;
    }
    if (note.kind !== 'state') cursor = note.place ?? cursor;
    if (note.kind === 'told') apply(note.changes);
    else live.set(note.state);
    if (note.kind === 'welcome') invalidation.invalidate(note.recent);
  };
  const recentChanges = () => recent.flatMap(({ changes }) => changes);

  const lead = async (leading: AbortSignal) => {
    const unsubscribe = live.subscribe(() => tabs.broadcast({ kind: 'state', state: live.get() }));
    await stayConnected({
      dispatch,
      signal: leading,
      cursor: () => cursor,
      onOpen: () => {
        if (cursor === undefined && performance.now() - shownSince() > OVERLAP_MS) invalidation.invalidate(EVERYTHING);
      },
      onEvent: ({ id, data }) => {
        cursor = id;
        if (data === '') return;
        const changes = JSON.parse(data) as Change[];
        const at = performance.now();
        recent = [...recent.filter((earlier) => at - earlier.at < OVERLAP_MS), { at, changes }];
        apply(changes);
        tabs.broadcast({ kind: 'told', changes, place: id });
      },
    });
    unsubscribe();
  };

  const tabs = amongTabs({ login, signal, lead, onNote });
  return () => {
    stopping.abort();
    live.set('none');
    forgetNewOrders();
  };
}
