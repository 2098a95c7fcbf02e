import { LISTS } from '../../../src/app/lists.ts';
import { createExportRunner, exportDisk } from '../../../src/modules/exports/index.ts';
import { collectLog } from '../../support/log.ts';
import type { Job } from './process.ts';

const run: Job = async (db, [now = '', folder = '']) => {
  const disk = exportDisk(folder);
  const runner = createExportRunner({ db, clock: () => new Date(now), disk, lists: LISTS, log: collectLog().log });
  await runner.turn();
  await runner.settled();
};
export default run;
