export { lockAppeal, type OperatorAppeal, readOpenAppeals } from './for-operator.ts';
export { assertAppealable, contestOrder, openAppeal } from './opening.ts';
export { confirmAppeal, declineAppeal } from './service.ts';
export { type AppealWithReceipt, readMerchantAppeal, readMerchantAppeals } from './store.ts';
export { appealRoutes } from './routes.ts';
