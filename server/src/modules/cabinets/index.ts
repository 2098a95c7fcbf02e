export { cabinetRoutes } from './routes.ts';
export { forgetPairingTokens, insertCabinet } from './store.ts';
