export { appealList, platformAppealList } from './lists.ts';
export { bringFile, openByClaim, openWithReceipt } from './bringing.ts';
export { outcomeOf, toStep } from './desk.ts';
export { closeForSum, confirmAppeal, declineAppeal, splitAppeal } from './endings.ts';
export { platformAppealRoutes } from './platform-routes.ts';
export { appealRoutes } from './routes.ts';
export {
  answerUntil,
  type AppealTerms,
  assertClaim,
  assertInTime,
  reasonText,
  turnAfter,
  USUAL_ANSWERS,
  USUAL_APPEALS,
} from './rules.ts';
export {
  acceptAppeal,
  acceptIn,
  contestAppeal,
  contestIn,
  endOverdueTurns,
  escalateAppeal,
  escalateIn,
  refuseAppeal,
} from './rounds.ts';
export { assertAppealable, contestOrder, openAppeal } from './service.ts';
export { filesOf } from './store/steps.ts';
export { lockAppeal, type OperatorAppeal, readOpenAppeals } from './store/operator.ts';
export {
  type MerchantAppeal,
  merchantAppeals,
  nextIdsOfOrder,
  readAppealsById,
  readMerchantAppeal,
  readMerchantAppeals,
} from './store/merchant.ts';
export { appealObjects, isWaitingAppeal } from './store/appeal.ts';
