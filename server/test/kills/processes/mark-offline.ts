import { markOffline } from '../../../src/modules/cabinets/index.ts';
import type { Job } from './process.ts';

const job: Job = (db, [now = '']) => markOffline({ db, clock: () => new Date(now) });
export default job;
