import { foldRollups } from '../../../src/modules/analytics/index.ts';
import type { Job } from './process.ts';

const run: Job = (db) => foldRollups({ db });
export default run;
