import { switchDueRequisites } from '../../../src/modules/requisites/index.ts';
import type { Job } from './process.ts';

const switchRequisites: Job = (db, [now = '']) => switchDueRequisites({ db, clock: () => new Date(now) });
export default switchRequisites;
