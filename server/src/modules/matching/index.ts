export { type BankMessage, receiveMessage } from './service.ts';
