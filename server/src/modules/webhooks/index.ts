export { createDispatcher } from './dispatcher.ts';
export { expireOverdueDeliveries, fanOut, forgetOldDeliveries } from './jobs.ts';
export { askNameServers } from './resolve.ts';
export { platformWebhookRoutes } from './platform-routes.ts';
export { webhookRoutes } from './routes.ts';
export { createSender } from './send.ts';
export { resendDelivery } from './service.ts';
export { lockOperatorDelivery, type OperatorDelivery, readUndelivered } from './store/operator.ts';
export { assertWebAddress, internet } from './web-address.ts';
