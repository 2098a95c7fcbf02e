import { forgetTexts } from '../../../src/modules/devices/index.ts';
import type { Job } from './process.ts';

const run: Job = (db, [now = '']) => forgetTexts({ db, clock: () => new Date(now) });
export default run;
