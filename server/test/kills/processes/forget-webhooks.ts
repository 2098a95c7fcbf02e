import { forgetOldMessages } from '../../../src/modules/webhooks/index.ts';
import type { Job } from './process.ts';

const forgetWebhooks: Job = (db, [now = '']) => forgetOldMessages({ db, clock: () => new Date(now) });
export default forgetWebhooks;
