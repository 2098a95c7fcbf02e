import { vi } from 'vitest';
import type { Note } from '@/session/live/tabs';
import { lendNavigator } from './navigator';

interface Wish {
  options: LockOptions;
  /** It is this tab's turn to listen for all. */
  grant: () => void;
  /** Another tab has taken its turn by force. */
  lose: () => void;
  /** Whether it has listened, and let others go on. */
  isOver: () => boolean;
}

function wish(options: LockOptions, work: () => Promise<unknown>) {
  const { promise, resolve, reject } = Promise.withResolvers<unknown>();
  let isOver = false;
  const grant = () => {
    void work().then((result) => {
      isOver = true;
      resolve(result);
    });
  };
  const lose = () => reject(new DOMException('Stolen', 'AbortError'));
  return { promise, options, grant, lose, isOver: () => isOver };
}

/** Gives the browser what tabs share a stream by. There are no other tabs but what the test says in their place. */
export function shareTabs() {
  const said: Note[] = [];
  const wishes: Wish[] = [];
  const channels = new Set<EventTarget>();
  vi.stubGlobal(
    'BroadcastChannel',
    class extends EventTarget {
      constructor() {
        super();
        channels.add(this);
      }
      postMessage = (note: Note) => {
        if (!channels.has(this)) throw new DOMException('Channel is closed', 'InvalidStateError');
        said.push(note);
      };
      close = () => channels.delete(this);
    },
  );
  type Work = () => Promise<unknown>;
  lendNavigator('locks', {
    request: (_name: string, ...rest: [LockOptions, Work] | [Work]) => {
      // Nobody else renews the session.
      if (rest.length === 1) return rest[0]();
      const { promise, ...made } = wish(...rest);
      wishes.push(made);
      return promise;
    },
  });
  return {
    /** This tab's messages to the others. */
    said,
    /** Its requests for the lock, oldest first. */
    wishes,
    /** Another tab tells this one. */
    tell: (note: Note) => {
      for (const channel of channels) channel.dispatchEvent(new MessageEvent('message', { data: note }));
    },
  };
}
