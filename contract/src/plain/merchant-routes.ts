/** The API for a merchant's own server; an API key is sent as a bearer token, and has the call's scope. */
export const MERCHANT_API_BASE = '/merchant/v1';

// Orders
export const createMerchantOrder = { method: 'POST', path: '/orders', right: 'api_key', scope: 'orders' } as const;
export const listMerchantOrders = { method: 'GET', path: '/orders', right: 'api_key', scope: 'orders' } as const;
export const getMerchantOrder = { method: 'GET', path: '/orders/:id', right: 'api_key', scope: 'orders' } as const;
export const cancelMerchantOrder = {
  method: 'POST',
  path: '/orders/:id/cancel',
  right: 'api_key',
  scope: 'orders',
} as const;

// Payouts
export const createMerchantPayout = { method: 'POST', path: '/payouts', right: 'api_key', scope: 'payouts' } as const;
export const listMerchantPayouts = { method: 'GET', path: '/payouts', right: 'api_key', scope: 'payouts' } as const;
export const getMerchantPayout = { method: 'GET', path: '/payouts/:id', right: 'api_key', scope: 'payouts' } as const;
export const cancelMerchantPayout = {
  method: 'POST',
  path: '/payouts/:id/cancel',
  right: 'api_key',
  scope: 'payouts',
} as const;
export const contestMerchantPayout = {
  method: 'POST',
  path: '/payouts/:id/contest',
  right: 'api_key',
  scope: 'payouts',
} as const;

// Appeals
export const openMerchantAppeal = {
  method: 'POST',
  path: '/orders/:id/appeals',
  right: 'api_key',
  scope: 'orders',
} as const;
/** As before, with what the order's payer has said in place of a file. */
export const openMerchantAppealByClaim = {
  method: 'POST',
  path: '/orders/:id/appeals/by-claim',
  right: 'api_key',
  scope: 'orders',
} as const;
export const listMerchantAppeals = { method: 'GET', path: '/appeals', right: 'api_key', scope: 'orders' } as const;
export const getMerchantAppeal = { method: 'GET', path: '/appeals/:id', right: 'api_key', scope: 'orders' } as const;
export const addMerchantEvidence = {
  method: 'POST',
  path: '/appeals/:id/evidence',
  right: 'api_key',
  scope: 'orders',
} as const;
export const contestMerchantAppeal = {
  method: 'POST',
  path: '/appeals/:id/contest',
  right: 'api_key',
  scope: 'orders',
} as const;
export const acceptMerchantAppeal = {
  method: 'POST',
  path: '/appeals/:id/accept',
  right: 'api_key',
  scope: 'orders',
} as const;
export const escalateMerchantAppeal = {
  method: 'POST',
  path: '/appeals/:id/escalate',
  right: 'api_key',
  scope: 'orders',
} as const;

// What happened
export const listMerchantEvents = { method: 'GET', path: '/events', right: 'api_key', scope: 'read' } as const;

// The account
export const getMerchantBalance = { method: 'GET', path: '/balance', right: 'api_key', scope: 'read' } as const;
export const listMerchantOperations = { method: 'GET', path: '/operations', right: 'api_key', scope: 'read' } as const;
export const listMerchantWithdrawals = {
  method: 'GET',
  path: '/withdrawals',
  right: 'api_key',
  scope: 'withdrawals',
} as const;
export const getMerchantWithdrawal = {
  method: 'GET',
  path: '/withdrawals/:id',
  right: 'api_key',
  scope: 'withdrawals',
} as const;
export const createMerchantWithdrawal = {
  method: 'POST',
  path: '/withdrawals',
  right: 'api_key',
  scope: 'withdrawals',
} as const;
export const cancelMerchantWithdrawal = {
  method: 'POST',
  path: '/withdrawals/:id/cancel',
  right: 'api_key',
  scope: 'withdrawals',
} as const;
export const listMerchantWallets = { method: 'GET', path: '/wallets', right: 'api_key', scope: 'withdrawals' } as const;
export const getMerchantReport = { method: 'GET', path: '/reports', right: 'api_key', scope: 'orders' } as const;
export const getMerchantRate = { method: 'GET', path: '/rate', right: 'api_key', scope: 'any' } as const;
export const getLimits = { method: 'GET', path: '/limits', right: 'api_key', scope: 'any' } as const;
export const listSbpMembers = { method: 'GET', path: '/sbp-members', right: 'api_key', scope: 'any' } as const;
export const listMerchantBanks = { method: 'GET', path: '/banks', right: 'api_key', scope: 'any' } as const;

// Lists as files: a key needs what the list itself needs
export const createMerchantExport = { method: 'POST', path: '/exports', right: 'api_key', scope: 'any' } as const;
export const getMerchantExport = { method: 'GET', path: '/exports/:id', right: 'api_key', scope: 'any' } as const;
export const stopMerchantExport = {
  method: 'POST',
  path: '/exports/:id/stop',
  right: 'api_key',
  scope: 'any',
} as const;
export const getMerchantExportFile = {
  method: 'GET',
  path: '/exports/:id/file',
  right: 'api_key',
  scope: 'any',
} as const;

// The test world: what happens to its objects. A live key finds none of these.
export const payTestOrder = {
  method: 'POST',
  path: '/test/orders/:id/pay',
  right: 'api_key',
  scope: 'orders',
} as const;
export const payTestOrderLate = {
  method: 'POST',
  path: '/test/orders/:id/late',
  right: 'api_key',
  scope: 'orders',
} as const;
export const payTestOrderLess = {
  method: 'POST',
  path: '/test/orders/:id/short',
  right: 'api_key',
  scope: 'orders',
} as const;
export const appealTestOrder = {
  method: 'POST',
  path: '/test/orders/:id/appeal',
  right: 'api_key',
  scope: 'orders',
} as const;
export const confirmTestAppeal = {
  method: 'POST',
  path: '/test/appeals/:id/confirm',
  right: 'api_key',
  scope: 'orders',
} as const;
export const declineTestAppeal = {
  method: 'POST',
  path: '/test/appeals/:id/decline',
  right: 'api_key',
  scope: 'orders',
} as const;
export const completeTestPayout = {
  method: 'POST',
  path: '/test/payouts/:id/complete',
  right: 'api_key',
  scope: 'payouts',
} as const;
export const refuseTestPayout = {
  method: 'POST',
  path: '/test/payouts/:id/refuse',
  right: 'api_key',
  scope: 'payouts',
} as const;
