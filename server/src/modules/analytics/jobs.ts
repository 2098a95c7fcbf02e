import { LONG_QUERY_LIMIT_MS } from '../../db/limits.ts';
import type { Database } from '../../db/pool.ts';
import { transaction, type Tx } from '../../db/tx.ts';
import { withPatience } from '../../db/watch.ts';
import { after, type Clock, DAY, MINUTE, moscowMidnight } from '../../kernel/clock.ts';
import { foldAll, type Folding } from '../../outbox/fold.ts';
import { holdReader, isBehind } from '../../outbox/follow.ts';
import type { Days } from './rules.ts';
import * as store from './store/folding.ts';
import { readCountedSince } from './store/reading.ts';

interface Deps {
  db: Database;
  clock: Clock;
}

const READER = 'rollups';

/**
 * Folds what has happened into the figures by hour and day. Figures are exact without it; it keeps pages quick.
 * @returns how many events it has folded.
 */
export const foldRollups = ({ db }: { db: Database }, folding?: Folding): Promise<number> =>
  foldAll(db, { reader: READER, fold: store.foldEvents }, folding);

/** Runs a count of days with the reader's place locked: what happens meanwhile is folded after it. It may take long. */
const counting = <Result>(db: Database, work: (tx: Tx) => Promise<Result>): Promise<Result> =>
  withPatience(LONG_QUERY_LIMIT_MS, () =>
    transaction(db, async (tx) => {
      await store.allowLong(tx);
      await holdReader(tx, READER);
      return work(tx);
    }),
  );

/**
 * Counts the latest day that is not whole yet, after an upgrade; any number of processes may.
 * @returns whether there may be more.
 */
export const countNextDay = ({ db, clock }: Deps): Promise<boolean> =>
  counting(db, async (tx) => {
    const since = await store.readSince(tx);
    if (since === undefined) return false;
    const first = await store.readFirst(tx);
    if (first === undefined || since <= first) {
      await store.setSince(tx, undefined);
      return false;
    }
    const day = after(since, -DAY);
    await store.recountDay(tx, day, clock());
    await store.setSince(tx, day);
    return true;
  });

/** Transactions of before a moment have ended by then: no statement of theirs may take longer. */
const SETTLING_MS = MINUTE;

/** Whether the days from a moment up to another, which are over, are counted, and nothing of what happened in them waits to be folded. */
export async function areCounted({ db, clock }: Deps, { from, until }: Days): Promise<boolean> {
  if (clock() < after(until, SETTLING_MS)) return false;
  const { since } = await readCountedSince(db);
  return (since === null || since <= from) && !(await isBehind(db, READER, until));
}

/** A day that was counted anew, by the moment in which it begins, and how many of its rows were not right. */
export interface Recounted {
  day: Date;
  changed: bigint;
}

/**
 * Counts days anew from the rows of their orders while everybody works, a day a transaction, the latest first.
 * @param from the first day; absent: from the first order on.
 * @param to the last day; absent: today.
 */
export async function* recountDays(
  { db, clock }: Deps,
  { from, to }: { from?: Date | undefined; to?: Date | undefined } = {},
): AsyncGenerator<Recounted> {
  const first = from ?? (await transaction(db, (tx) => store.readFirst(tx)));
  if (first === undefined) return;
  for (let day = to ?? moscowMidnight(clock()); day >= moscowMidnight(first); day = after(day, -DAY)) {
    const changed = await counting(db, (tx) => store.recountDay(tx, day, clock()));
    yield { day, changed };
  }
}

/** Forgets hours of long ago; their days stay. */
export const forgetHours = ({ db, clock }: Deps): Promise<void> => counting(db, (tx) => store.forgetHours(tx, clock()));
