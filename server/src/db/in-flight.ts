import { setTimeout as delay } from 'node:timers/promises';
import { pieceDone, unwatched } from './watch.ts';

/** What has become due meanwhile waits so long at most while others are in flight. */
const POLL_MS = 200;

/** Work of a queue that this process has under way, each piece by a key of its own: never more than `most` at once. */
export function createInFlight({ most }: { most: number }) {
  const underWay = new Map<string, Promise<void>>();
  let isStopped = false;
  let finished = Promise.withResolvers<void>();

  /** Resolves when one in flight has finished, or it is time to look again. */
  async function pause(): Promise<void> {
    const polling = new AbortController();
    await Promise.race([
      finished.promise,
      delay(POLL_MS, undefined, { signal: polling.signal }).catch(() => undefined),
    ]);
    polling.abort();
  }

  return {
    /** The keys of what is under way. */
    keys: (): string[] => [...underWay.keys()],
    isStopped: (): boolean => isStopped,

    /** Begins a piece of work, which never rejects. It may be under way for longer than the turn that began it. */
    start(key: string, work: () => Promise<void>): void {
      const piece = unwatched(work).finally(() => {
        underWay.delete(key);
        finished.resolve();
      });
      underWay.set(key, piece);
    },

    /**
     * Takes from the queue whenever there is room, until nothing is due. Some may still be in flight then.
     * @param take begins what is due, of so many at most. @returns whether anything was due.
     */
    async drain(take: (room: number) => Promise<boolean>): Promise<void> {
      while (!isStopped) {
        finished = Promise.withResolvers<void>();
        const room = most - underWay.size;
        if (room > 0 && !(await take(room))) return;
        await pause();
        pieceDone();
      }
    },

    /** Begins nothing more. */
    stop(): void {
      isStopped = true;
    },

    /** Resolves when nothing is in flight. */
    async settled(): Promise<void> {
      while (underWay.size > 0) await Promise.all(underWay.values());
    },
  };
}
