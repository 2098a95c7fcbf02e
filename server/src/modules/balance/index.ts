export { forgetDays } from './jobs.ts';
export { balanceRoutes } from './routes.ts';
export { listOperations } from './service.ts';
export { toEntry } from './wire.ts';
