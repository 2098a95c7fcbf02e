export { appendAudit, type AuditRow, type Facts, readAudit, wasDone } from './store.ts';
