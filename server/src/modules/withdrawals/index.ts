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
