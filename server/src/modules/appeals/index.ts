export { platformAppealRoutes } from './platform-routes.ts';
export { appealRoutes } from './routes.ts';
export { type AppealTerms, assertClaim, assertInTime } from './rules.ts';
export { assertAppealable, confirmAppeal, contestOrder, declineAppeal, openAppeal } from './service.ts';
export {
  type AppealWithReceipt,
  lockAppeal,
  type OperatorAppeal,
  readMerchantAppeal,
  readMerchantAppeals,
  readOpenAppeals,
} from './store.ts';
