export { requisiteRoutes } from './routes.ts';
export { insertRequisite, type NewRequisite, requisiteShortName } from './store.ts';
