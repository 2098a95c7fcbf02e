export { appealRoutes } from './routes.ts';
export { assertAppealable, confirmAppeal, contestOrder, declineAppeal, openAppeal } from './service.ts';
export {
  type AppealWithReceipt,
  lockAppeal,
  type OperatorAppeal,
  readMerchantAppeal,
  readMerchantAppeals,
  readOpenAppeals,
} from './store.ts';
