export { statementList } from './lists.ts';
export { statementRoutes } from './routes.ts';
