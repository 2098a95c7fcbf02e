import { forgetOldPings } from '../../../src/modules/devices/index.ts';
import type { Job } from './process.ts';

const forgetPings: Job = (db, [now = '']) => forgetOldPings({ db, clock: () => new Date(now) });
export default forgetPings;
