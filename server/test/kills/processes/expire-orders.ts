import { expireDueOrders } from '../../../src/modules/orders/index.ts';
import { createTurns } from '../../../src/db/turns.ts';
import type { Job } from './process.ts';

const expireOrders: Job = (db, [now = '']) => {
  const deps = { db, clock: () => new Date(now) };
  return expireDueOrders({ ...deps, turns: createTurns(deps) });
};
export default expireOrders;
