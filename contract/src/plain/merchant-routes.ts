/** The API for a merchant's own server; an API key is sent as a bearer token. */
export const MERCHANT_API_BASE = '/merchant/v1';

const MERCHANT = ['merchant'] as const;

// Orders
export const createMerchantOrder = { method: 'POST', path: '/orders', roles: MERCHANT } as const;
export const listMerchantOrders = { method: 'GET', path: '/orders', roles: MERCHANT } as const;
export const getMerchantOrder = { method: 'GET', path: '/orders/:id', roles: MERCHANT } as const;
export const cancelMerchantOrder = { method: 'POST', path: '/orders/:id/cancel', roles: MERCHANT } as const;

// Payouts
export const createMerchantPayout = { method: 'POST', path: '/payouts', roles: MERCHANT } as const;
export const listMerchantPayouts = { method: 'GET', path: '/payouts', roles: MERCHANT } as const;
export const getMerchantPayout = { method: 'GET', path: '/payouts/:id', roles: MERCHANT } as const;
export const cancelMerchantPayout = { method: 'POST', path: '/payouts/:id/cancel', roles: MERCHANT } as const;
export const contestMerchantPayout = { method: 'POST', path: '/payouts/:id/contest', roles: MERCHANT } as const;

// Appeals
export const openMerchantAppeal = { method: 'POST', path: '/orders/:id/appeals', roles: MERCHANT } as const;
export const listMerchantAppeals = { method: 'GET', path: '/appeals', roles: MERCHANT } as const;
export const getMerchantAppeal = { method: 'GET', path: '/appeals/:id', roles: MERCHANT } as const;

// The account
export const getMerchantBalance = { method: 'GET', path: '/balance', roles: MERCHANT } as const;
export const listMerchantOperations = { method: 'GET', path: '/operations', roles: MERCHANT } as const;
export const listMerchantWithdrawals = { method: 'GET', path: '/withdrawals', roles: MERCHANT } as const;
export const getMerchantWithdrawal = { method: 'GET', path: '/withdrawals/:id', roles: MERCHANT } as const;
export const getMerchantRate = { method: 'GET', path: '/rate', roles: MERCHANT } as const;
export const getLimits = { method: 'GET', path: '/limits', roles: MERCHANT } as const;
export const listSbpMembers = { method: 'GET', path: '/sbp-members', roles: MERCHANT } as const;
export const listMerchantBanks = { method: 'GET', path: '/banks', roles: MERCHANT } as const;
