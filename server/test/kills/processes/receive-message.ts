import { receiveMessage } from '../../../src/modules/matching/index.ts';
import type { Job } from './process.ts';

const run: Job = (db, [now = '', cabinetId = '', traderId = '', messageId = '', application = '', text = '']) => {
  const message = { messageId, phone: '', application, text, plainRequest: '', heardAt: new Date(now) };
  return receiveMessage({ db, clock: () => new Date(now) }, { id: cabinetId, traderId }, message);
};
export default run;
