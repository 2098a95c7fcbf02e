export { forgetTestWorld, passTestTime } from './jobs.ts';
export { testMerchantRoutes } from './merchant-routes.ts';
export { testModeRoutes } from './routes.ts';
