export { bindObjects } from './objects.ts';
export { inspectionRoutes } from './routes.ts';
export { listObjects, type PlatformObjects, type PlatformRequest } from './store.ts';
export type { Names } from './service.ts';
export { toAccount, withBesides } from './wire.ts';
