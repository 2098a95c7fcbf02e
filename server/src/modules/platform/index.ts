export { platformRoutes } from './routes.ts';
export { forgetFigures, runVerification, tellState } from './jobs.ts';
export { insertBackup } from './store/state.ts';
export { readUnreadApplications } from './store/waiting.ts';
