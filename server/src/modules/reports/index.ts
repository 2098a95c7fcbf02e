export { forgetReports, makeReports } from './jobs.ts';
