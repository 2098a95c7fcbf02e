import type { StepUpPurpose } from './step-up.ts';

/** A caller's role: it decides what the caller may do. */
export const ROLES = ['trader', 'merchant', 'operator'] as const;
export type Role = (typeof ROLES)[number];

/** A call's address and roles; `public` needs no token. The wire half has its schemas, under the same name. */
export interface Route {
  readonly method: 'GET' | 'POST' | 'PATCH';
  /** Below its API's base; `:id` stands for an id. */
  readonly path: `/${string}`;
  readonly roles: readonly Role[] | 'public';
  /** What the caller proves for, by their password, unless they have just signed in. */
  readonly stepUp?: StepUpPurpose;
}

/** The base of the product's own calls; the web may be pointed elsewhere. */
export const API_BASE = '/api/v1';

const TRADER = ['trader'] as const;
const MERCHANT = ['merchant'] as const;

// Signing in
export const login = { method: 'POST', path: '/auth/login/', roles: 'public' } as const;
export const refresh = { method: 'POST', path: '/auth/refresh/', roles: 'public' } as const;
export const logout = { method: 'POST', path: '/auth/logout/', roles: 'public' } as const;
/** Beyond the specification. */
export const stepUp = { method: 'POST', path: '/auth/step-up/', roles: ROLES } as const;
export const getSupport = { method: 'GET', path: '/info/support/', roles: 'public' } as const;
export const getMe = { method: 'GET', path: '/users/me/', roles: ROLES } as const;

// Rates and banks
export const getRate = { method: 'GET', path: '/info/rates/', roles: ROLES } as const;
export const listBanks = { method: 'GET', path: '/info/bank_types/', roles: ROLES } as const;

// Balances
export const getTraderDashboard = { method: 'GET', path: '/trader/dashboard/', roles: TRADER } as const;
export const getMerchantDashboard = {
  method: 'GET',
  path: '/merchant/dashboard/',
  roles: ['merchant', 'operator'],
} as const;
export const getMerchantLimits = { method: 'GET', path: '/merchant/limits/', roles: MERCHANT } as const;
export const toggleTraffic = { method: 'POST', path: '/accounts/toggle/', roles: TRADER } as const;
export const moveEarnings = { method: 'POST', path: '/accounts/transfer/', roles: TRADER } as const;

// Orders
export const listOrders = { method: 'GET', path: '/orders/', roles: ROLES } as const;
export const getOrder = { method: 'GET', path: '/orders/:id/', roles: ['trader', 'merchant'] } as const;
export const listOrderMessages = { method: 'GET', path: '/orders/:id/messages/', roles: TRADER } as const;
export const confirmOrder = { method: 'POST', path: '/orders/:id/confirm/', roles: TRADER } as const;
export const confirmExpiredOrder = { method: 'POST', path: '/orders/:id/confirm-expired/', roles: TRADER } as const;

// Appeals
export const listAppeals = { method: 'GET', path: '/appeals/', roles: ['trader', 'merchant'] } as const;
export const getAppeal = { method: 'GET', path: '/appeals/:id/', roles: ['trader', 'merchant'] } as const;
export const confirmAppeal = { method: 'POST', path: '/appeals/:id/confirm/', roles: TRADER } as const;
export const declineAppeal = { method: 'POST', path: '/appeals/:id/decline/', roles: TRADER } as const;

// Payouts
export const listPayouts = { method: 'GET', path: '/withdraworders/', roles: ['trader', 'merchant'] } as const;
export const getPayout = { method: 'GET', path: '/withdraworders/:id/', roles: ['trader', 'merchant'] } as const;
export const createPayout = { method: 'POST', path: '/withdraworders/', roles: MERCHANT } as const;
export const cancelPayout = { method: 'POST', path: '/withdraworders/:id/cancel/', roles: MERCHANT } as const;
export const takePayout = { method: 'POST', path: '/withdraworders/:id/take_on_work/', roles: TRADER } as const;
export const freePayout = { method: 'POST', path: '/withdraworders/:id/free/', roles: TRADER } as const;
export const confirmPayout = { method: 'POST', path: '/withdraworders/:id/confirm/', roles: TRADER } as const;
/** Beyond the specification. */
export const contestPayout = { method: 'POST', path: '/withdraworders/:id/contest/', roles: MERCHANT } as const;
export const uploadPayoutPhoto = { method: 'PATCH', path: '/withdraworders/:id/', roles: TRADER } as const;

// Withdrawals, wallets, balance history
export const listWallets = { method: 'GET', path: '/merchantwithdrawwallets/', roles: MERCHANT } as const;
export const createWallet = {
  method: 'POST',
  path: '/merchantwithdrawwallets/',
  roles: MERCHANT,
  stepUp: 'wallets',
} as const;
/** Beyond the specification. */
export const removeWallet = {
  method: 'POST',
  path: '/merchantwithdrawwallets/:id/remove/',
  roles: MERCHANT,
} as const;
export const listWithdrawals = { method: 'GET', path: '/merchantwithdraworders/', roles: MERCHANT } as const;
export const getWithdrawal = { method: 'GET', path: '/merchantwithdraworders/:id/', roles: MERCHANT } as const;
export const createWithdrawal = {
  method: 'POST',
  path: '/merchantwithdraworders/',
  roles: MERCHANT,
  stepUp: 'withdrawals',
} as const;
export const cancelWithdrawal = {
  method: 'POST',
  path: '/merchantwithdraworders/:id/cancel/',
  roles: MERCHANT,
} as const;
export const listOperations = { method: 'GET', path: '/merchantbalancehistories/', roles: MERCHANT } as const;

// The same for traders
export const listTraderWallets = { method: 'GET', path: '/traderwithdrawwallets/', roles: TRADER } as const;
export const createTraderWallet = {
  method: 'POST',
  path: '/traderwithdrawwallets/',
  roles: TRADER,
  stepUp: 'wallets',
} as const;
export const removeTraderWallet = {
  method: 'POST',
  path: '/traderwithdrawwallets/:id/remove/',
  roles: TRADER,
} as const;
export const listTraderWithdrawals = { method: 'GET', path: '/traderwithdraworders/', roles: TRADER } as const;
export const getTraderWithdrawal = { method: 'GET', path: '/traderwithdraworders/:id/', roles: TRADER } as const;
export const createTraderWithdrawal = {
  method: 'POST',
  path: '/traderwithdraworders/',
  roles: TRADER,
  stepUp: 'withdrawals',
} as const;
export const cancelTraderWithdrawal = {
  method: 'POST',
  path: '/traderwithdraworders/:id/cancel/',
  roles: TRADER,
} as const;

// Deposits
export const listDeposits = { method: 'GET', path: '/accountwallettransactions/', roles: TRADER } as const;
export const listPendingDeposits = {
  method: 'GET',
  path: '/accountwallettransactions/pending/',
  roles: TRADER,
} as const;
export const getDeposit = { method: 'GET', path: '/accountwallettransactions/:id/', roles: TRADER } as const;

// Requisites
export const listRequisites = { method: 'GET', path: '/bank_details/', roles: TRADER } as const;
export const getRequisite = { method: 'GET', path: '/bank_details/:id/', roles: TRADER } as const;
export const listRequisiteVersions = { method: 'GET', path: '/bank_details/:id/history/', roles: TRADER } as const;
export const createRequisite = { method: 'POST', path: '/bank_details/', roles: TRADER } as const;
export const updateRequisite = { method: 'POST', path: '/bank_details/:id/', roles: TRADER } as const;
export const toggleRequisite = { method: 'POST', path: '/bank_details/:id/toggle/', roles: TRADER } as const;
export const archiveRequisite = { method: 'POST', path: '/bank_details/:id/archive/', roles: TRADER } as const;
export const resetRequisiteDeals = { method: 'POST', path: '/bank_details/:id/reset_deals/', roles: TRADER } as const;

// Cabinets
export const listCabinets = { method: 'GET', path: '/cabinets/', roles: TRADER } as const;
export const getCabinet = { method: 'GET', path: '/cabinets/:id/', roles: TRADER } as const;
export const getCabinetQr = { method: 'GET', path: '/cabinets/:id/get_qr/', roles: TRADER, stepUp: 'phones' } as const;
export const connectCabinet = {
  method: 'POST',
  path: '/cabinets/:id/connect/',
  roles: TRADER,
  stepUp: 'phones',
} as const;
export const listCabinetChoices = { method: 'GET', path: '/cabinets/:id/get_bank_details/', roles: TRADER } as const;
export const createCabinet = { method: 'POST', path: '/cabinets/', roles: TRADER } as const;
export const updateCabinet = { method: 'POST', path: '/cabinets/:id/', roles: TRADER } as const;
export const toggleCabinet = { method: 'POST', path: '/cabinets/:id/toggle/', roles: TRADER } as const;
export const blockCabinet = { method: 'POST', path: '/cabinets/:id/block_forever/', roles: TRADER } as const;
export const resetCabinetDeals = { method: 'POST', path: '/cabinets/:id/reset_deals/', roles: TRADER } as const;
export const resetCabinetSum = { method: 'POST', path: '/cabinets/:id/reset_sum_deals/', roles: TRADER } as const;

// Pings and notifications
export const listPings = { method: 'GET', path: '/devicenotificationpings/', roles: TRADER } as const;
export const listNotifications = { method: 'GET', path: '/devicenotifications/', roles: TRADER } as const;
export const getNotification = { method: 'GET', path: '/devicenotifications/:id/', roles: TRADER } as const;

// Webhooks
export const getWebhookEndpoint = { method: 'GET', path: '/webhooks/endpoint/', roles: MERCHANT } as const;
export const updateWebhookEndpoint = { method: 'POST', path: '/webhooks/endpoint/', roles: MERCHANT } as const;
export const rotateWebhookSecret = {
  method: 'POST',
  path: '/webhooks/endpoint/rotate/',
  roles: MERCHANT,
  stepUp: 'webhooks',
} as const;
export const listWebhooks = { method: 'GET', path: '/webhooks/', roles: MERCHANT } as const;
export const getWebhook = { method: 'GET', path: '/webhooks/:id/', roles: MERCHANT } as const;
export const resendWebhook = { method: 'POST', path: '/webhooks/:id/resend/', roles: MERCHANT } as const;

// API keys
export const listApiKeys = { method: 'GET', path: '/apikeys/', roles: MERCHANT } as const;
export const createApiKey = { method: 'POST', path: '/apikeys/', roles: MERCHANT, stepUp: 'keys' } as const;
export const revokeApiKey = { method: 'POST', path: '/apikeys/:id/revoke/', roles: MERCHANT } as const;

// Live updates
export const streamEvents = { method: 'GET', path: '/events/', roles: ROLES } as const;
