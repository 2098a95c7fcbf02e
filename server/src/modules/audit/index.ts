export { createAuditReport } from './report.ts';
export { accountObject, ALONE_USDT, appendAudit, type AuditRow, type Facts, readAudit, sumAlone } from './store.ts';
