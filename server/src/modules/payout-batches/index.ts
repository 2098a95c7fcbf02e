export { forgetBatches } from './jobs.ts';
export { batchRoutes } from './routes.ts';
export { createBatchRunner, PIECE } from './service/running.ts';
