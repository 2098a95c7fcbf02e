import { createTurns } from '../../../src/db/turns.ts';
import { receiveMessage } from '../../../src/modules/matching/index.ts';
import type { Job } from './process.ts';

const run: Job = (db, [now = '', cabinetId = '', traderId = '', messageId = '', application = '', text = '']) => {
  const message = { messageId, phone: '', application, text, plainRequest: '', heardAt: new Date(now) };
  const deps = { db, clock: () => new Date(now) };
  return receiveMessage({ ...deps, turns: createTurns(deps) }, { id: cabinetId, traderId }, message);
};
export default run;
