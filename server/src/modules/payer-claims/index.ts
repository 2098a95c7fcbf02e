export { payerClaimRoutes } from './routes.ts';
export { addReceipt, type Deps, makeClaim } from './service.ts';
export { readClaim } from './store.ts';
