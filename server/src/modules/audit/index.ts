export { createAuditReport } from './report.ts';
export { appendAudit, type AuditRow, type Facts, readAudit } from './store.ts';
