export { apiKeyList } from './lists.ts';
export { serveMerchantDocs } from './docs.ts';
export { apiKeyRoutes, merchantApiRoutes } from './routes.ts';
export { getAppeal } from './service/appeals.ts';
export { apiKeyAuthentication, createApiKey } from './service/keys.ts';
export { createKeyUses } from './service/key-uses.ts';
export { getOrder } from './service/orders.ts';
export { findPayout } from './service/payouts.ts';
export { endApiKeys, isKeyInForce } from './store.ts';
export { type Listed, listObjects, type ListQuery, toListed } from './service/lists.ts';
export {
  contentOf,
  digestOf,
  toMerchantAppeal,
  toMerchantOrder,
  toMerchantWithdrawal,
  toOtherSum,
  withoutPhoto,
} from './wire.ts';
