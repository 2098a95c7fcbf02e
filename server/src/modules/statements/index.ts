export { revenueList, statementList } from './lists.ts';
export { statementRoutes } from './routes.ts';
