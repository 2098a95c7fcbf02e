export { areCounted, countNextDay, foldRollups, forgetHours, recountDays } from './jobs.ts';
export { analyticsRoutes } from './routes.ts';
export { getAnalytics, getDayReport, getReport } from './service.ts';
export { deviations } from './store/folding.ts';
export { toAnalytics, toDayReport, toReport } from './wire.ts';
