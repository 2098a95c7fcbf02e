export { expireDueOrders } from './jobs.ts';
export { orderRoutes } from './routes.ts';
export { APPEALABLE, slotUntil } from './rules.ts';
export { cancelOrder, closeOrder, confirmOrder, type Deps } from './service/closing.ts';
export { issueOrder, type OrderRequest } from './service/issuing.ts';
export { readOrdersByAmount } from './store/by-amount.ts';
export { lockOrder, moveOrder, type Order, setHeld } from './store/order.ts';
export { type OrderWithPayee, readMerchantOrder, readMerchantOrders, readOrderByNumber } from './store/with-payee.ts';
