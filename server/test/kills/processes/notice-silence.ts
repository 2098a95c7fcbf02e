import { noticeSilentCabinets } from '../../../src/modules/cabinets/index.ts';
import type { Job } from './process.ts';

const noticeSilence: Job = (db, [now = '']) => noticeSilentCabinets({ db, clock: () => new Date(now) });
export default noticeSilence;
