export { addWallet, createWithdrawal, finishWithdrawal, listWallets } from './service.ts';
export { withdrawalRoutes } from './routes.ts';
