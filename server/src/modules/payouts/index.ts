export { payoutList, platformPayoutList } from './lists.ts';
export { returnOverduePayouts, settleDuePayouts } from './jobs.ts';
export { platformPayoutRoutes } from './platform-routes.ts';
export { payoutRoutes } from './routes.ts';
export { isHeld, LATE_AFTER_MS, type PayoutTerms, USUAL_TERMS } from './rules.ts';
export { assertEnabled, cancelOpenPayout, cancelPayout, openPayout, type PayoutRequest } from './service/payout.ts';
export { openBatchPayouts } from './service/batch.ts';
export { judgeRecipient, readRecipient } from './service/recipient.ts';
export { contest, decidePayout } from './service/settling.ts';
export { confirmPayout, freeByOperator, freeWorkOf, takePayout, uploadPhoto } from './service/work.ts';
export { readAlike, readTakenNumbers } from './store/batch.ts';
export { readLooks } from './store/looks.ts';
export { lockOperatorPayout, type OperatorPayout, readUnfinished } from './store/operator.ts';
export {
  merchantPayouts,
  nextIdsOfPayee,
  type Payout,
  readMerchantPayouts,
  readPayout,
  readPayoutByNumber,
  readPayoutsById,
} from './store/payout.ts';
export { payoutObjects } from './store/platform.ts';
export { readUnsettled } from './store/settling.ts';
export { readTakes } from './store/takes.ts';
export { closedAt, toRecipientBank } from './wire.ts';
