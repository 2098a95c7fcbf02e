export { accountEntryList, accountList, holdList } from './lists.ts';
export { platformRoutes } from './routes.ts';
export { forgetFigures, runVerification, tellState } from './jobs.ts';
export { readUnreadApplications, readUnreadBanks } from './store/reading.ts';
export { VERSION } from './service/state.ts';
export { askVitals, type Vitals } from './service/vitals.ts';
export { insertSecret, readWhatRests } from './store/secrets.ts';
export { insertBackup, insertDrill } from './store/state.ts';
export { readShape } from './store/support.ts';
