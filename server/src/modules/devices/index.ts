export { deviceRoutes } from './routes.ts';
export { insertPing, readMessagesOf, type OrderMessage } from './store.ts';
