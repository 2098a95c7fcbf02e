export { batchList, batchRowList } from './lists.ts';
export { forgetBatches } from './jobs.ts';
export { batchRoutes } from './routes.ts';
export { mapBatch, setSecondAbove, uploadBatch } from './service/batches.ts';
export { startBatch } from './service/deciding.ts';
export { createBatchRunner, makePiece, PIECE } from './service/running.ts';
