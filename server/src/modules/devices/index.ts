export { forgetOldPings } from './jobs.ts';
export { deviceRoutes } from './routes.ts';
export { insertPing, readMessagesOf, readPlainRequest, type OrderMessage } from './store.ts';
