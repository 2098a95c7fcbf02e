import type { Database } from '../../db/pool.ts';
import { singleStatement } from '../../db/tx.ts';
import { after, type Clock, DAY, MINUTE, moscowDay } from '../../kernel/clock.ts';
import { sumUpBlocks } from './store/turnover.ts';
import { countRevenueDays } from './store/revenue.ts';

/** Blocks that are summed up in one statement. */
const SOME_BLOCKS = 64;
/** A posting waits for its locks at most so long: then nothing of a day is on its way any more. */
const SETTLED_AFTER_MS = 15 * MINUTE;

/** The last day of Moscow's calendar whose figures are final. */
export const lastSettledDay = (at: Date): string => moscowDay(after(at, -SETTLED_AFTER_MS - DAY));

/** Sums up what has become full or is over, so that statements of any period are answered at once. */
export async function sumUpLedger({ db, clock }: { db: Database; clock: Clock }): Promise<void> {
  const some = () => singleStatement(db, (statement) => sumUpBlocks(statement, SOME_BLOCKS));
  while ((await some()) > 0n);
  const last = lastSettledDay(clock());
  while (await singleStatement(db, (statement) => countRevenueDays(statement, last)));
}
