export { forgetTestWorld, passTestTime } from './jobs.ts';
export { TEST_PAYEE } from './rules.ts';
export { addTestReceipt, makeTestClaim } from './service/claims.ts';
export { moveByEvent } from './service/orders.ts';
export { insertTestOrder } from './store/orders.ts';
export { testMerchantRoutes } from './merchant-routes.ts';
export { testModeRoutes } from './routes.ts';
