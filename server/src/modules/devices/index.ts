export { deviceRoutes } from './routes.ts';
export { insertDeposit, insertPing, readMessagesOf, type OrderMessage } from './store.ts';
