import { expireDueOrders } from '../../../src/modules/orders/index.ts';
import type { Job } from './process.ts';

const expireOrders: Job = (db, [now = '']) => expireDueOrders({ db, clock: () => new Date(now) });
export default expireOrders;
