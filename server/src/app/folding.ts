import type { Database } from '../db/pool.ts';
import { SECOND } from '../kernel/clock.ts';
import type { Log } from '../kernel/log.ts';
import { foldRollups } from '../modules/analytics/index.ts';
import { foldLists } from '../outbox/fold.ts';
import { type RunningJob, startJob } from './jobs.ts';

/** Between two folds of lists: after one that found something, and after one that did not. */
const BUSY_PAUSE_MS = 100;
const IDLE_PAUSE_MS = SECOND / 2;
/** Between two folds of figures by hour and day: many events at once change the same few rows, and cost less each. */
const ROLLUPS_PAUSE_MS = 5 * SECOND;

/** Folds what happens into the counters of lists and the figures of hours, in every process: one at a time does, and each lasts while any lives. */
export function startFolding({ db, log }: { db: Database; log: Log }): RunningJob[] {
  let isBusy = false;
  const warn = (text: string) => log.warn('reader_anchored', { text });
  const turn = async () => {
    isBusy = (await foldLists(db, { warn })) > 0;
  };
  const pause = () => (isBusy ? BUSY_PAUSE_MS : IDLE_PAUSE_MS);
  const rollups = () => foldRollups({ db }, { warn });
  return [
    startJob({ name: 'fold_lists', pause, turn, isNeeded: true }, log),
    startJob({ name: 'fold_rollups', pause: ROLLUPS_PAUSE_MS, turn: rollups, isNeeded: true }, log),
  ];
}
