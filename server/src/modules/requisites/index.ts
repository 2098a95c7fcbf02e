export { platformRequisiteList, requisiteList, requisiteVersionList } from './lists.ts';
export { switchDueRequisites } from './jobs.ts';
export { platformRequisiteRoutes } from './platform-routes.ts';
export { requisiteRoutes } from './routes.ts';
export {
  type Choice,
  choicesInCabinet,
  pauseRequisites,
  assignToCabinet,
  readChoices,
  resetDealsInCabinet,
  resetSumsInCabinet,
} from './store/in-cabinet.ts';
export { addRequisite } from './service.ts';
export {
  type AccountKey,
  type AccountPermit,
  endPermit,
  MAX_PERMITS,
  permitAccount,
  permitName,
  readAccountKeys,
  readAccountKeysOf,
  readClaimant,
  readPermits,
} from './store/accounts.ts';
export {
  endingColumns,
  endsWith,
  type PaymentDetails,
  payeesEnding,
  paymentColumns,
  readPayees,
  requisiteShortName,
  withPayee,
} from './store/payees.ts';
export { isWaitingRequisite, lockingRequisite, type NewRequisite, readBanks } from './store/requisites.ts';
