export { deviceApiRoutes } from './routes.ts';
