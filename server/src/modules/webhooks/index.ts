export { createCourier } from './courier.ts';
export { fanOut } from './fan-out.ts';
export { lockWebhook, type OperatorWebhook, readUndelivered } from './for-operator.ts';
export { forgetOldMessages } from './old-messages.ts';
export { giveUpOverdue } from './queue.ts';
export { askNameServers } from './resolve.ts';
export { webhookRoutes } from './routes.ts';
export { createSender } from './send.ts';
export { resendWebhook } from './service.ts';
