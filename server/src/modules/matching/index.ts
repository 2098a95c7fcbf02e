export { balanceBankList, messageToSortList } from './lists.ts';
export { bankBalanceRoutes } from './platform-routes.ts';
export type { BankMessage } from './service/heard.ts';
export { receiveMessage } from './service/receiving.ts';
export { lockMode, type Mode, readCompared, setEveryMode, setMode } from './store/modes.ts';
export { matchRoutes } from './routes.ts';
