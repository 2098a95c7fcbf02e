import type { Database } from '../../../db/pool.ts';
import type { Clock } from '../../../kernel/clock.ts';
import { type ReadingDay, readReadingDays, readWatched, type WatchedApplication } from '../store/reading.ts';

export interface Watch {
  at: Date;
  applications: (WatchedApplication & { days: ReadingDay[] })[];
}

/** How much of what banks write about money is read, by application and day. */
export async function askReading({ db, clock }: { db: Database; clock: Clock }): Promise<Watch> {
  const at = clock();
  const watched = await readWatched(db, at);
  const names = watched.map(({ application }) => application);
  const days = Map.groupBy(await readReadingDays(db, names, at), ({ application }) => application);
  return { at, applications: watched.map((each) => ({ ...each, days: days.get(each.application) ?? [] })) };
}
