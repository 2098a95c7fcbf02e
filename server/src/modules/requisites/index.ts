export {
  type Choice,
  choicesInCabinet,
  placeInCabinet,
  readChoices,
  resetDealsInCabinet,
  resetSumsInCabinet,
} from './in-cabinet.ts';
export { pauseRequisites } from './pause.ts';
export { requisiteRoutes } from './routes.ts';
export { insertRequisite, lockingRequisite, type NewRequisite, readBanks, requisiteShortName } from './store.ts';
export { switchDueRequisites } from './switching.ts';
