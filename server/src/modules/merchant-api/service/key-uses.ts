import type { Database } from '../../../db/pool.ts';
import { singleStatement } from '../../../db/tx.ts';
import { type Clock, MINUTE, SECOND } from '../../../kernel/clock.ts';
import { keepKeyUses } from '../store.ts';

/** What is noted is written so long after the first of it. A process that is killed loses as much. */
const FLUSH_AFTER_MS = 5 * SECOND;

/** When keys were used last: noted in memory, written together, once a minute a key. */
export interface KeyUses {
  note: (keyId: string) => void;
  /** Writes what is noted; what cannot be written is left to the key's next use. */
  flush: () => Promise<void>;
}

export function createKeyUses({ db, clock }: { db: Database; clock: Clock }): KeyUses {
  /** The last use of each key that was taken to be written: of all that this process has seen in a minute. */
  const taken = new Map<string, number>();
  let waiting = new Map<string, Date>();
  let timer: NodeJS.Timeout | undefined;

  async function flush(): Promise<void> {
    clearTimeout(timer);
    timer = undefined;
    const uses = [...waiting].map(([id, at]) => ({ id, at }));
    waiting = new Map();
    for (const [id, at] of taken) if (clock().getTime() - at >= MINUTE) taken.delete(id);
    if (uses.length === 0) return;
    try {
      await singleStatement(db, (statement) => keepKeyUses(statement, uses));
    } catch {
      for (const { id } of uses) taken.delete(id);
    }
  }

  return {
    note: (keyId) => {
      const at = clock();
      if (at.getTime() - (taken.get(keyId) ?? -Infinity) < MINUTE) return;
      taken.set(keyId, at.getTime());
      waiting.set(keyId, at);
      timer ??= setTimeout(() => void flush(), FLUSH_AFTER_MS).unref();
    },
    flush,
  };
}
