export { cancelOrder, closeOrder, type Deps, expireDueOrders, issueOrder, type OrderRequest } from './service.ts';
export { readOrdersOfSum } from './of-sum.ts';
export { APPEALABLE, slotUntil } from './rules.ts';
export { lockOrder, moveOrder, type Order, type PayableOrder, readMerchantOrder, setHeld } from './store.ts';
export { orderRoutes } from './routes.ts';
