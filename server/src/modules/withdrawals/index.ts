export { lockWithdrawal, type OperatorWithdrawal, readOpenWithdrawals } from './for-operator.ts';
export { transactionHash } from './rules.ts';
export {
  addWallet,
  createWithdrawal,
  finishWithdrawal,
  getWithdrawal,
  listOperations,
  listWallets,
  listWithdrawals,
} from './service.ts';
export { withdrawalRoutes } from './routes.ts';
