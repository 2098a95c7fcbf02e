export { deviceRoutes } from './routes.ts';
export { insertDeposit, insertNotification, insertPing } from './store.ts';
