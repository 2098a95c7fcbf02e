export { inspectionRoutes } from './routes.ts';
export { listObjects, type PlatformObjects } from './store.ts';
export { type Besides, inspect, type Names, namesOf, requestOf, reveal } from './service.ts';
export { toAccount, toFoundPage, withBesides } from './wire.ts';
