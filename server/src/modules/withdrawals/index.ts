export { withdrawalRoutes } from './routes.ts';
export { transactionHash } from './rules.ts';
export {
  addWallet,
  finishWithdrawal,
  getWithdrawal,
  listWallets,
  listWithdrawals,
  openWithdrawal,
} from './service/withdrawals.ts';
export { lockWithdrawal, type OperatorWithdrawal, readOpenWithdrawals, type Withdrawal } from './store/withdrawals.ts';
