export { finishWithdrawal } from './service.ts';
export { withdrawalRoutes } from './routes.ts';
