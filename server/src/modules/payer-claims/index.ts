export { payerClaimRoutes } from './routes.ts';
export { CLAIMABLE, TAKES_RECEIPTS } from './rules.ts';
export { addReceipt, claimRefusal, type Deps, makeClaim, receiptRefusal } from './service.ts';
export { readClaim } from './store.ts';
