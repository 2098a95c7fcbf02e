export { giveAddress, giveMissingAddresses } from './addresses.ts';
export { creditByHand, creditDeposit } from './credit.ts';
export type { NewDeposit } from './deposits.ts';
export { chainRoutes } from './routes.ts';
