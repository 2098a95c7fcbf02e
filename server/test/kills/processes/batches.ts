import { createBatchRunner } from '../../../src/modules/payout-batches/index.ts';
import { collectLog } from '../../support/log.ts';
import type { Job } from './process.ts';

const run: Job = async (db, [now = '']) => {
  const runner = createBatchRunner({ db, clock: () => new Date(now), log: collectLog().log });
  await runner.turn();
  await runner.settled();
};
export default run;
