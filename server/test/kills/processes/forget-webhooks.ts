import { forgetOldDeliveries } from '../../../src/modules/webhooks/index.ts';
import type { Job } from './process.ts';

const forgetWebhooks: Job = (db, [now = '']) => forgetOldDeliveries({ db, clock: () => new Date(now) });
export default forgetWebhooks;
