export { platformRoutes } from './routes.ts';
export { forgetFigures, runVerification, tellState } from './jobs.ts';
export { readUnreadApplications, readUnreadBanks } from './store/reading.ts';
export { insertBackup } from './store/state.ts';
