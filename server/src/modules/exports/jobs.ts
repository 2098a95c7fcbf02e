import { createInFlight } from '../../db/in-flight.ts';
import { singleStatement } from '../../db/tx.ts';
import { after, DAY } from '../../kernel/clock.ts';
import type { Log } from '../../kernel/log.ts';
import { LEASE_MS, makeFile, type Making } from './service/making.ts';
import type { ExportDisk } from './store/disk.ts';
import * as rows from './store/rows.ts';
import type { Leased } from './store/rows.ts';

/** Files that a process makes at a time: each holds a connection. */
const MAX_IN_FLIGHT = 2;
/** How long it is known that somebody took a file. */
const KNOWN_FOR_MS = 7 * DAY;
const GIVEN_UP = 'Файл не получилось подготовить. Попробуйте ещё раз или уточните фильтры';

/** Makes the files that wait. Any number of processes may. */
export function createExportRunner({ log, ...making }: Making & { log: Log }) {
  const { db, clock } = making;
  const inFlight = createInFlight({ most: MAX_IN_FLIGHT });

  async function run(job: Leased): Promise<void> {
    try {
      await makeFile(making, job);
    } catch (error) {
      // Its lease will end, and somebody begins anew.
      log.error('export_unfinished', { export_id: job.id, error });
    }
  }

  async function take(room: number): Promise<boolean> {
    const at = clock();
    const jobs = await singleStatement(db, (statement) =>
      rows.takeDue(statement, { at, until: after(at, LEASE_MS), most: room }),
    );
    for (const job of jobs) inFlight.start(job.id, () => run(job));
    return jobs.length > 0;
  }

  return {
    async turn(): Promise<void> {
      await singleStatement(db, (statement) => rows.failExhausted(statement, clock(), GIVEN_UP));
      await inFlight.drain(take);
    },
    stop: () => inFlight.stop(),
    settled: () => inFlight.settled(),
  };
}

/** Removes the bytes of files whose time is over, and what the dead left; forgets what was asked for a week ago. */
export async function sweepExports({
  db,
  clock,
  disk,
}: Pick<Making, 'db' | 'clock'> & { disk: ExportDisk }): Promise<void> {
  const at = clock();
  const files = await disk.list();
  const wanted = await rows.readWanted(db, [...new Set(files.map(({ id }) => id))], at);
  for (const file of files) {
    const lease = wanted.get(file.id);
    const isWanted = lease !== undefined && (file.lease === undefined || file.lease === lease);
    if (!isWanted) await disk.remove(file);
  }
  await singleStatement(db, (statement) => rows.deleteOld(statement, after(at, -KNOWN_FOR_MS)));
}
