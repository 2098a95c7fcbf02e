export { platformRoutes } from './routes.ts';
export { forgetFigures } from './jobs.ts';
