export { getWithdrawal } from './account.ts';
export { getAppeal } from './appeals.ts';
export { apiKeyRoutes } from './key-routes.ts';
export { apiKeyAuthentication, createApiKey } from './keys.ts';
export { merchantApiRoutes } from './routes.ts';
export { getOrder } from './orders.ts';
export { getPayoutWithoutPhoto } from './payouts.ts';
