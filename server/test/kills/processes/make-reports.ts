import { makeReports } from '../../../src/modules/reports/index.ts';
import type { Job } from './process.ts';

const job: Job = (db, [now = '']) => makeReports({ db, clock: () => new Date(now) });
export default job;
