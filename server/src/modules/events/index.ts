export { eventRoutes } from './routes.ts';
export type { Timing } from './service.ts';
