export { eventRoutes } from './routes.ts';
export { Events, type Timing } from './service.ts';
