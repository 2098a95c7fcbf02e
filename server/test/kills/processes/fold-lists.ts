import { foldLists } from '../../../src/outbox/fold.ts';
import type { Job } from './process.ts';

const run: Job = (db) => foldLists(db, { batchSize: 3 });
export default run;
