import { api, LIST } from '@/api/api';
import type { Change } from '@kantor/contract/events.ts';
import type { SessionDispatch } from '@/session/session';

type Stale = Parameters<typeof api.util.invalidateTags>[0][number];

/** Milliseconds between two refetches of one object… */
const OBJECT_MS = 100;
/** …and of a list, which becomes longer while changes do not cease: nobody reads faster. */
const LIST_MS = 250;
const SLOWEST_LIST_MS = 2000;

/** Gathers what is stale, and tells the cache at once the first time, then not before `wait` milliseconds have passed. */
function lane(tell: (stale: Stale[]) => void, soonest: number, slowest = soonest) {
  const stale = new Map<string, Stale>();
  let timer: ReturnType<typeof setTimeout> | undefined;
  let wait = soonest;
  const flush = () => {
    timer = undefined;
    if (stale.size === 0) {
      wait = soonest;
      return;
    }
    tell([...stale.values()]);
    stale.clear();
    timer = setTimeout(flush, wait);
    wait = Math.min(wait * 2, slowest);
  };
  return {
    add: (key: string, tag: Stale) => void stale.set(key, tag),
    flush: () => {
      if (timer === undefined) flush();
    },
    stop: () => clearTimeout(timer),
  };
}

/**
 * Makes the cache ask again for what has changed and is on the screen. A single object is so at once;
 * lists, which every change of any of their rows outdates, come less and less often while changes pour in.
 */
export function createOutdating(dispatch: SessionDispatch) {
  const tell = (stale: Stale[]) => void dispatch(api.util.invalidateTags(stale));
  const objects = lane(tell, OBJECT_MS);
  const lists = lane(tell, LIST_MS, SLOWEST_LIST_MS);
  return {
    outdate(changes: readonly Change[]): void {
      for (const { tag, id } of changes) {
        if (id === undefined) {
          lists.add(tag, tag);
        } else {
          objects.add(`${tag} ${id}`, { type: tag, id });
          lists.add(`${tag} ${LIST}`, { type: tag, id: LIST });
        }
      }
      objects.flush();
      lists.flush();
    },
    stop(): void {
      objects.stop();
      lists.stop();
    },
  };
}
