export { forgetTestWorld, passTestTime } from './jobs.ts';
export { TEST_PAYEE } from './rules.ts';
export { addTestReceipt, makeTestClaim } from './service/claims.ts';
export { testMerchantRoutes } from './merchant-routes.ts';
export { testModeRoutes } from './routes.ts';
