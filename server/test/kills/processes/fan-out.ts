import { fanOut } from '../../../src/modules/webhooks/index.ts';
import type { Job } from './process.ts';

const run: Job = (db, [now = '']) => fanOut({ db, clock: () => new Date(now) });
export default run;
