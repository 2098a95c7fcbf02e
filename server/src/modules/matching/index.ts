export type { BankMessage } from './service/heard.ts';
export { receiveMessage } from './service/receiving.ts';
