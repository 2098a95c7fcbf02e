export { type BotSettings, createBot, telegramKeys } from './bot.ts';
export { createAlertDispatcher } from './dispatcher.ts';
export { fanOutAlerts, sweepAlerts } from './jobs.ts';
export type { ReportFacts, ReportFigures } from './report-words.ts';
export { callOfReport, type ExpectedReport, readExpectedReports } from './reports.ts';
export { createPusher, createPushKeys, resealPushKey } from './push.ts';
export { alertRoutes } from './routes.ts';
export { createTelegramPoller, createTeller } from './telegram.ts';
