export { creditByHand, creditDeposits } from './credit.ts';
export { depositKeyFault, isSameDepositKey } from './deposit-key.ts';
export { giveMissingAddresses } from './jobs.ts';
export { chainRoutes } from './routes.ts';
export { giveAddress } from './service.ts';
export type { NewDeposit } from './store/deposits.ts';
export { isTronAddress } from './tron.ts';
export { tronNode } from './tron-node.ts';
export { createWatcher } from './watcher.ts';
