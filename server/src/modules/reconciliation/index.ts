export { forgetReconciliations } from './jobs.ts';
export { reconciliationRoutes } from './routes.ts';
