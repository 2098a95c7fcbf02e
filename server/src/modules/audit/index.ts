export { appendAudit, type AuditRow, type Facts, readAudit } from './store.ts';
