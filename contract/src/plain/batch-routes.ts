// Payouts from a file, beyond the specification. A file of its own: the web's first visit does without it.

export const uploadBatch = { method: 'POST', path: '/payout_batches/', right: 'payouts.make' } as const;
export const listBatches = { method: 'GET', path: '/payout_batches/', right: 'batches.read' } as const;
export const getBatchTotals = { method: 'GET', path: '/payout_batches/totals/', right: 'batches.read' } as const;
export const getBatch = { method: 'GET', path: '/payout_batches/:id/', right: 'batches.read' } as const;
export const listBatchRows = { method: 'GET', path: '/payout_batches/:id/rows/', right: 'batches.read' } as const;
/** Which column of the file is what: every row is then checked. */
export const mapBatch = { method: 'POST', path: '/payout_batches/:id/columns/', right: 'payouts.make' } as const;
export const startBatch = {
  method: 'POST',
  path: '/payout_batches/:id/start/',
  right: 'payouts.make',
  stepUp: 'payouts',
} as const;
/** By another member than those who made it. */
export const approveBatch = {
  method: 'POST',
  path: '/payout_batches/:id/approve/',
  right: 'payouts.make',
  stepUp: 'payouts',
} as const;
export const stopBatch = { method: 'POST', path: '/payout_batches/:id/stop/', right: 'payouts.make' } as const;
/** What was stopped goes on, and what has failed is tried again. */
export const resumeBatch = {
  method: 'POST',
  path: '/payout_batches/:id/resume/',
  right: 'payouts.make',
  stepUp: 'payouts',
} as const;
export const cancelBatch = { method: 'POST', path: '/payout_batches/:id/cancel/', right: 'payouts.make' } as const;
export const exportBatch = { method: 'GET', path: '/payout_batches/:id/results/', right: 'batches.read' } as const;

export const getBatchSettings = { method: 'GET', path: '/merchant/payout_batches/', right: 'batches.read' } as const;
export const setBatchSettings = {
  method: 'POST',
  path: '/merchant/payout_batches/',
  right: 'payouts.approval',
  stepUp: 'payouts',
} as const;
