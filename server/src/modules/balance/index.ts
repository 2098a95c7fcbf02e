export { balanceRoutes } from './routes.ts';
export { listOperations } from './service.ts';
