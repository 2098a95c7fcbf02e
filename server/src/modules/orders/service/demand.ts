import type { OrderMethod } from '@kantor/contract/plain/statuses.ts';
import type { Database } from '../../../db/pool.ts';
import { singleStatement } from '../../../db/tx.ts';
import { type Clock, HOUR, SECOND } from '../../../kernel/clock.ts';
import { addDemand, type Asked } from '../store/demand.ts';

/** What is counted is written so long after the first of it. A process that is killed loses as much. */
const FLUSH_AFTER_MS = 5 * SECOND;

const KOPECKS = 100n;
/** Stands for all sums between two whole roubles: limits are whole roubles, so the same ones take them. */
const BETWEEN = 50n;

interface Ask {
  /** Kopecks. */
  amount: bigint;
  method: OrderMethod;
  bankId: number | undefined;
}

/** The orders that shops ask this process for, counted in memory until they are written together. */
export interface DemandCounter {
  count: (ask: Ask) => void;
  /** Writes what is counted; what cannot be written now is written with the next. */
  flush: () => Promise<void>;
}

export function createDemandCounter({ db, clock }: { db: Database; clock: Clock }): DemandCounter {
  let counted = new Map<string, Asked>();
  let timer: NodeJS.Timeout | undefined;

  function add({ n, ...ask }: Asked): void {
    const key = `${ask.hour.getTime()}/${ask.isSbp}/${ask.bankId}/${ask.amount}`;
    const known = counted.get(key);
    if (known === undefined) counted.set(key, { ...ask, n });
    else known.n += n;
    timer ??= setTimeout(() => void flush(), FLUSH_AFTER_MS).unref();
  }

  async function flush(): Promise<void> {
    clearTimeout(timer);
    timer = undefined;
    const asked = [...counted.values()];
    counted = new Map();
    if (asked.length === 0) return;
    try {
      await singleStatement(db, (statement) => addDemand(statement, asked, clock()));
    } catch {
      for (const each of asked) add(each);
    }
  }

  return {
    count: ({ amount, method, bankId }) =>
      add({
        hour: new Date(Math.floor(clock().getTime() / HOUR) * HOUR),
        isSbp: method === 'sbp',
        bankId: bankId ?? 0,
        amount: amount % KOPECKS === 0n ? amount : (amount / KOPECKS) * KOPECKS + BETWEEN,
        n: 1,
      }),
    flush,
  };
}
