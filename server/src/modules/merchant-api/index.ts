export { serveMerchantDocs } from './docs.ts';
export { apiKeyRoutes, merchantApiRoutes } from './routes.ts';
export { getAppeal } from './service/appeals.ts';
export { apiKeyAuthentication, createApiKey } from './service/keys.ts';
export { createKeyUses } from './service/key-uses.ts';
export { getOrder } from './service/orders.ts';
export { findPayout } from './service/payouts.ts';
export { endApiKeys, isKeyInForce } from './store.ts';
export { toMerchantAppeal, toMerchantOrder, toMerchantWithdrawal, withoutPhoto } from './wire.ts';
