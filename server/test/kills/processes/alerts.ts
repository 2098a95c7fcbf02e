import { startWorker } from '../../alerts/worker.ts';
import type { Job } from './process.ts';

const run: Job = (db, [now = '', trusted = '', secret = '']) =>
  startWorker({ db, clock: () => new Date(now) }, { trusted, secret }).deliverShown();
export default run;
