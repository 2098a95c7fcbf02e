export { cancelOrder, type Deps, expireDueOrders, issueOrder, type OrderRequest } from './service.ts';
export { APPEALABLE } from './rules.ts';
export { lockOrder, moveOrder, type Order, type PayableOrder, readMerchantOrder, setHeld } from './store.ts';
export { orderRoutes } from './routes.ts';
