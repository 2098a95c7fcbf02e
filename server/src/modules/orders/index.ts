export { cancelOrder, closeOrder, type Deps, expireDueOrders, issueOrder, type OrderRequest } from './service.ts';
export { readOrdersOfSum } from './of-sum.ts';
export { APPEALABLE, slotUntil } from './rules.ts';
export { type PayableOrder, readMerchantOrder, readMerchantOrders, readOrderByNumber } from './payable.ts';
export { lockOrder, moveOrder, type Order, setHeld } from './store.ts';
export { orderRoutes } from './routes.ts';
