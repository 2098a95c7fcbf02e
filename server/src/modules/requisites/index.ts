export { switchDueRequisites } from './jobs.ts';
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
export {
  insertRequisite,
  lockingRequisite,
  type NewRequisite,
  type PaymentDetails,
  paymentColumns,
  readBanks,
  requisiteShortName,
} from './store/requisites.ts';
