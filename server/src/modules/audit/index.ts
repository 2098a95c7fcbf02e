export { createAuditReport } from './report.ts';
export { auditRoutes } from './routes.ts';
export {
  accountObject,
  ALONE_USDT,
  appendAudit,
  appendChange,
  appendDeed,
  lastFour,
  type AuditRow,
  type Facts,
  readAudit,
  readAuditOf,
  sumAlone,
} from './store.ts';
