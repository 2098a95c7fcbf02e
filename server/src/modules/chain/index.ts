export { giveAddress, giveMissingAddresses } from './addresses.ts';
export { creditByHand, creditDeposits } from './credit.ts';
export type { NewDeposit } from './deposits.ts';
export { depositKeyFault, isSameDepositKey } from './deposit-key.ts';
export { chainRoutes } from './routes.ts';
export { isTronAddress } from './tron.ts';
export { tronNode } from './tron-node.ts';
export { createWatcher } from './watcher.ts';
