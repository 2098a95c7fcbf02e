export { correctionRoutes } from './routes.ts';
export { accept, carryOut, propose, withdraw } from './service.ts';
export {
  type Change,
  type Correction,
  lockCorrection,
  readCorrections,
  readWaitingFor,
  readWaitingForPerson,
} from './store.ts';
