export { platformWithdrawalRoutes } from './platform-routes.ts';
export { platformWithdrawalList, traderWalletList, traderWithdrawalList, walletList, withdrawalList } from './lists.ts';
export { withdrawalRoutes } from './routes.ts';
export { rejectionReason, transactionHash } from './rules.ts';
export { addWallet, allowWallet, listWallets } from './service/wallets.ts';
export {
  cancelOpenWithdrawal,
  cancelWithdrawal,
  finishWithdrawal,
  getWithdrawal,
  listWithdrawals,
  openWithdrawal,
  rejectWithdrawal,
  startSending,
  type WithdrawalRequest,
} from './service/withdrawals.ts';
export { withdrawalObjects } from './store/platform.ts';
export { lockWallet, type OperatorWallet, readWaitingWallets, readWallets, type Wallet } from './store/wallets.ts';
export {
  lockWithdrawal,
  type OperatorWithdrawal,
  ownWithdrawals,
  readByHashes,
  readOpenTo,
  readOpenWithdrawals,
  readWithdrawalById,
  readWithdrawalsById,
  type Withdrawal,
} from './store/withdrawals.ts';
