export { apiRequestList } from './lists.ts';
export { forgetOldRequests } from './jobs.ts';
export { createRequestRecorder } from './recorder.ts';
export { apiRequestRoutes } from './routes.ts';
