export { journalList, platformJournalList } from './lists.ts';
export { createAuditReport } from './report.ts';
export { auditRoutes } from './routes.ts';
export { dotted } from './wire.ts';
export {
  accountObject,
  ALONE_USDT,
  appendAudit,
  appendAuditsLater,
  appendChange,
  appendDeed,
  lastFour,
  type AuditRow,
  type Facts,
  readAudit,
  readFactorNotices,
  type FactorNotice,
  readAuditOf,
  sumAlone,
} from './store.ts';
