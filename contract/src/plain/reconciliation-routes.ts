// Reconciliations, beyond the specification. A file of its own: the web's first visit does without it.

/** The heads of a file, how it begins, and what its columns likely hold; nothing is kept. */
export const lookAtReconciliation = {
  method: 'POST',
  path: '/reconciliations/look/',
  right: 'reconciliations.make',
} as const;
export const makeReconciliation = { method: 'POST', path: '/reconciliations/', right: 'reconciliations.make' } as const;
export const listReconciliations = { method: 'GET', path: '/reconciliations/', right: 'reconciliations.read' } as const;
export const getReconciliation = {
  method: 'GET',
  path: '/reconciliations/:id/',
  right: 'reconciliations.read',
} as const;
export const listReconciliationRows = {
  method: 'GET',
  path: '/reconciliations/:id/rows/',
  right: 'reconciliations.read',
} as const;
/** A pile as a file, or all of them. */
export const exportReconciliation = {
  method: 'GET',
  path: '/reconciliations/:id/export/',
  right: 'reconciliations.read',
} as const;

// The same of the platform: a bank's and a wallet's statements.
export const lookAtPlatformReconciliation = {
  method: 'POST',
  path: '/platform/reconciliations/look/',
  right: 'platform.reconcile',
} as const;
export const makePlatformReconciliation = {
  method: 'POST',
  path: '/platform/reconciliations/',
  right: 'platform.reconcile',
} as const;
export const listPlatformReconciliations = {
  method: 'GET',
  path: '/platform/reconciliations/',
  right: 'platform.read',
} as const;
export const getPlatformReconciliation = {
  method: 'GET',
  path: '/platform/reconciliations/:id/',
  right: 'platform.read',
} as const;
export const listPlatformReconciliationRows = {
  method: 'GET',
  path: '/platform/reconciliations/:id/rows/',
  right: 'platform.read',
} as const;
export const exportPlatformReconciliation = {
  method: 'GET',
  path: '/platform/reconciliations/:id/export/',
  right: 'platform.export',
} as const;
