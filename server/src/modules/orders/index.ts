export { orderList, platformOrderList } from './lists.ts';
export { expireDueOrders, forgetOldRefusals } from './jobs.ts';
export { orderRoutes, platformOrderRoutes, readinessRoutes } from './routes.ts';
export { APPEALABLE, ORDER_LIFETIME_MS, type OrderKey, SLOT_GRACE_MS, slotUntil } from './rules.ts';
export { createDemandCounter, type DemandCounter } from './service/demand.ts';
export { cancelOrder, confirmOrder, type Deps } from './service/closing.ts';
export { endOrders, endOrdersLater } from './service/ending.ts';
export {
  type Ground,
  factsOfGround,
  groundOf,
  keepConfirmation,
  keepGround,
  refuseMessage,
} from './service/grounds.ts';
export { createKnownOrders, type KnownOrders } from './service/known.ts';
export { readMerchantLimits } from './service/limits.ts';
export { issueOrder } from './service/issuing.ts';
export { createPossibleSums, type PossibleSums } from './service/possible.ts';
export { getOrder, type OrderDetail } from './service/reading.ts';
export { readAnyOrder } from './service/platform.ts';
export { reverseOrder } from './service/reversal.ts';
export { readOrdersByAmounts } from './store/by-amount.ts';
export { type Level, type LevelLiquidity, readLiquidity } from './store/liquidity.ts';
export { countActiveOrders } from './store/limits.ts';
export { newestOfAll } from './store/platform.ts';
export { NOT_REVERSED } from './store/reversal.ts';
export { newestOwn } from './store/search.ts';
export { lockOrder, lockOrders, type Order, type OrderPeople, readOrderPeople, setHeld } from './store/order.ts';
export { isRunning, isWaitingOrder } from './store/waiting.ts';
export { moveOrder } from './store/steps.ts';
export { nextIdsOfPayer } from './store/shop-data.ts';
export {
  merchantOrders,
  type OrderWithPayee,
  readMerchantOrder,
  readMerchantOrders,
  readOrderByNumber,
  readOrdersWithPayee,
} from './store/with-payee.ts';
export { toAnyOrder } from './wire.ts';
