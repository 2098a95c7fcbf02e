export { countNextDay, foldRollups, forgetHours, recountDays } from './jobs.ts';
export { analyticsRoutes } from './routes.ts';
export { getReport } from './service.ts';
export { deviations } from './store/folding.ts';
export { toReport } from './wire.ts';
