export { inspectionRoutes } from './routes.ts';
export { type Besides, inspect, listSpan, namesOf, reveal } from './service.ts';
export { toAccount, toFoundPage, withBesides } from './wire.ts';
