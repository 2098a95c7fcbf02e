export { confirmAppeal, declineAppeal, openAppeal } from './service.ts';
export { appealRoutes } from './routes.ts';
