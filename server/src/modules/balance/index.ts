export { forgetDays } from './jobs.ts';
export { balanceRoutes } from './routes.ts';
export { toEntry } from './wire.ts';
