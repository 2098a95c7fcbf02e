export { ACCOUNT_ENTRY_COLUMNS, ENTRY_COLUMNS, operationList } from './lists.ts';
export { forgetDays } from './jobs.ts';
export { balanceRoutes } from './routes.ts';
export { toEntry } from './wire.ts';
