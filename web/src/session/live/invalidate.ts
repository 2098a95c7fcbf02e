import { api, LIST } from '@/api/api';
import type { Change } from '@kantor/contract/wire/events.ts';
import type { Tag } from '@kantor/contract/plain/tags.ts';
import type { SessionDispatch, SessionState } from '@/session/session';

type Stale = Parameters<typeof api.util.invalidateTags>[0][number];

/** Milliseconds between two refetches of what is seen to change: one object, or a list that shows it… */
const OBJECT_MS = 100;
/** …and of a list that does not show it, which becomes longer while changes do not cease: nobody reads faster. */
const LIST_MS = 250;
const MAX_LIST_MS = 2000;

/** A throttled queue of tags: it hands them on at once the first time, then not before `wait` milliseconds have passed. */
function throttledQueue(handOn: (stale: Stale[]) => void, soonest: number, slowest = soonest) {
  const stale = new Map<string, Stale>();
  let timer: ReturnType<typeof setTimeout> | undefined;
  let wait = soonest;
  const flush = () => {
    timer = undefined;
    if (stale.size === 0) {
      wait = soonest;
      return;
    }
    handOn([...stale.values()]);
    stale.clear();
    timer = setTimeout(flush, wait);
    wait = Math.min(wait * 2, slowest);
  };
  return {
    add: (key: string, tag: Stale) => void stale.set(key, tag),
    flush: () => {
      if (timer === undefined) flush();
    },
  };
}

interface Rows {
  results?: readonly { id?: string }[];
}

/**
 * Whether a list holds the object among its rows. Lists do not provide their rows as tags: keeping a hundred of those with
 * each page costs more than the page itself.
 */
const isInList =
  (type: Tag, id: string) =>
  (_: unknown, getState: () => SessionState): boolean => {
    const state = getState();
    return api.util
      .selectInvalidatedBy(state, [{ type, id: LIST }])
      .map(({ queryCacheKey }) => state.api.queries[queryCacheKey]?.data as Rows | undefined)
      .some((page) => page?.results?.some((row) => row.id === id));
  };

/**
 * Makes the cache refetch what has changed and is on the screen. An object is so at once, on its own page as in a list;
 * lists are invalidated by every change of what they do not show, too, and for that they come less and less often while changes
 * pour in.
 */
export function createInvalidation(dispatch: SessionDispatch) {
  const handOn = (stale: Stale[]) => void dispatch(api.util.invalidateTags(stale));
  const objects = throttledQueue(handOn, OBJECT_MS);
  const lists = throttledQueue(handOn, LIST_MS, MAX_LIST_MS);
  return {
    invalidate(changes: readonly Change[]): void {
      for (const { tag, id } of changes) {
        if (id === undefined) {
          lists.add(tag, tag);
        } else {
          objects.add(`${tag} ${id}`, { type: tag, id });
          const suited = dispatch(isInList(tag, id)) ? objects : lists;
          suited.add(`${tag} ${LIST}`, { type: tag, id: LIST });
        }
      }
      objects.flush();
      lists.flush();
    },
  };
}
