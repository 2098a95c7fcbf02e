export { ACCOUNT_ENTRY_COLUMNS, operationList, statementList } from './lists.ts';
export { forgetDays } from './jobs.ts';
export { balanceRoutes } from './routes.ts';
export { toEntry } from './wire.ts';
