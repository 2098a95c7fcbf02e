import type { ScopeNeed } from './api-keys.ts';
import type { Need } from './rights.ts';
import type { StepUpPurpose } from './step-up.ts';

/** A call's address and the right that it needs. The wire half has its schemas, under the same name. */
export interface Route {
  readonly method: 'GET' | 'POST' | 'PATCH';
  /** Below its API's base; `:id` stands for an id. */
  readonly path: `/${string}`;
  readonly right: Need;
  /** What a key of a merchant's server must be for. */
  readonly scope?: ScopeNeed;
  /** What the caller proves for, by their password, unless they have just signed in. */
  readonly stepUp?: StepUpPurpose;
  /** They prove it only where what they send asks for it: the call's own code looks. Absent: always. */
  readonly stepUpFor?: 'other bank data';
  /** Also for somebody who must have a second factor and has not set it up yet. */
  readonly beforeSecondFactor?: true;
}

/** The base of the product's own calls; the web may be pointed elsewhere. */
export const API_BASE = '/api/v1';

export * from './people-routes.ts';

// Rates and banks
export const getRate = { method: 'GET', path: '/info/rates/', right: 'signed_in' } as const;
export const listBanks = { method: 'GET', path: '/info/bank_types/', right: 'signed_in' } as const;

// Balances
export const getTraderDashboard = { method: 'GET', path: '/trader/dashboard/', right: 'balance.read' } as const;
export const getMerchantDashboard = {
  method: 'GET',
  path: '/merchant/dashboard/',
  right: 'summary.read',
} as const;
/** Beyond the specification, as the other calls of `/trader/`. */
export const getReadiness = { method: 'GET', path: '/trader/readiness/', right: 'requisites.read' } as const;
export const getDemand = { method: 'GET', path: '/trader/demand/', right: 'requisites.read' } as const;
export const getEarnings = { method: 'GET', path: '/trader/earnings/', right: 'balance.read' } as const;
export const getMerchantLimits = { method: 'GET', path: '/merchant/limits/', right: 'limits.read' } as const;
export const toggleTraffic = { method: 'POST', path: '/accounts/toggle/', right: 'traffic.switch' } as const;
export const moveEarnings = { method: 'POST', path: '/accounts/transfer/', right: 'earnings.move' } as const;

// Orders
export const listOrders = { method: 'GET', path: '/orders/', right: 'orders.list' } as const;
/** Beyond the specification. */
export const getOrderTotals = { method: 'GET', path: '/orders/totals/', right: 'orders.list' } as const;
export const getOrder = { method: 'GET', path: '/orders/:id/', right: 'orders.read' } as const;
export const getPayerClaim = { method: 'GET', path: '/orders/:id/claim/', right: 'orders.read' } as const;
export const listOrderMessages = { method: 'GET', path: '/orders/:id/messages/', right: 'messages.read' } as const;
export const confirmOrder = { method: 'POST', path: '/orders/:id/confirm/', right: 'orders.confirm' } as const;
export const confirmExpiredOrder = {
  method: 'POST',
  path: '/orders/:id/confirm-expired/',
  right: 'orders.confirm',
} as const;

// Appeals
export const listAppeals = { method: 'GET', path: '/appeals/', right: 'appeals.read' } as const;
export const getAppeal = { method: 'GET', path: '/appeals/:id/', right: 'appeals.read' } as const;
export const confirmAppeal = { method: 'POST', path: '/appeals/:id/confirm/', right: 'appeals.decide' } as const;
export const declineAppeal = { method: 'POST', path: '/appeals/:id/decline/', right: 'appeals.decide' } as const;
export const escalateAppeal = { method: 'POST', path: '/appeals/:id/escalate/', right: 'appeals.answer' } as const;
export const addAppealFile = { method: 'POST', path: '/appeals/:id/evidence/', right: 'appeals.answer' } as const;
export const openAppeal = { method: 'POST', path: '/orders/:id/appeals/', right: 'appeals.open' } as const;
export const contestAppeal = { method: 'POST', path: '/appeals/:id/contest/', right: 'appeals.open' } as const;
export const acceptAppeal = { method: 'POST', path: '/appeals/:id/accept/', right: 'appeals.open' } as const;

// Payouts
export const listPayouts = { method: 'GET', path: '/withdraworders/', right: 'payouts.read' } as const;
export const getPayout = { method: 'GET', path: '/withdraworders/:id/', right: 'payouts.read' } as const;
export const createPayout = {
  method: 'POST',
  path: '/withdraworders/',
  right: 'payouts.make',
  stepUp: 'payouts',
} as const;
export const cancelPayout = { method: 'POST', path: '/withdraworders/:id/cancel/', right: 'payouts.make' } as const;
export const takePayout = { method: 'POST', path: '/withdraworders/:id/take_on_work/', right: 'payouts.work' } as const;
export const freePayout = { method: 'POST', path: '/withdraworders/:id/free/', right: 'payouts.work' } as const;
export const confirmPayout = { method: 'POST', path: '/withdraworders/:id/confirm/', right: 'payouts.work' } as const;
/** Beyond the specification. */
export const contestPayout = {
  method: 'POST',
  path: '/withdraworders/:id/contest/',
  right: 'payouts.contest',
} as const;
export const uploadPayoutPhoto = { method: 'PATCH', path: '/withdraworders/:id/', right: 'payouts.work' } as const;

// Requisites
export const listRequisites = { method: 'GET', path: '/bank_details/', right: 'requisites.read' } as const;
export const getRequisite = { method: 'GET', path: '/bank_details/:id/', right: 'requisites.read' } as const;
export const listRequisiteVersions = {
  method: 'GET',
  path: '/bank_details/:id/history/',
  right: 'requisites.read',
} as const;
export const createRequisite = {
  method: 'POST',
  path: '/bank_details/',
  right: 'requisites.edit',
  stepUp: 'requisites',
} as const;
export const updateRequisite = {
  method: 'POST',
  path: '/bank_details/:id/',
  right: 'requisites.edit',
  stepUp: 'requisites',
  stepUpFor: 'other bank data',
} as const;
export const toggleRequisite = { method: 'POST', path: '/bank_details/:id/toggle/', right: 'requisites.edit' } as const;
export const archiveRequisite = {
  method: 'POST',
  path: '/bank_details/:id/archive/',
  right: 'requisites.edit',
} as const;
export const resetRequisiteDeals = {
  method: 'POST',
  path: '/bank_details/:id/reset_deals/',
  right: 'requisites.edit',
} as const;

// Webhooks
export const getWebhookEndpoint = { method: 'GET', path: '/webhooks/endpoint/', right: 'webhooks.read' } as const;
export const updateWebhookEndpoint = { method: 'POST', path: '/webhooks/endpoint/', right: 'webhooks.edit' } as const;
export const rotateWebhookSecret = {
  method: 'POST',
  path: '/webhooks/endpoint/rotate/',
  right: 'webhooks.edit',
  stepUp: 'webhooks',
} as const;
export const listWebhooks = { method: 'GET', path: '/webhooks/', right: 'webhooks.read' } as const;
export const getWebhook = { method: 'GET', path: '/webhooks/:id/', right: 'webhooks.read' } as const;
export const resendWebhook = { method: 'POST', path: '/webhooks/:id/resend/', right: 'webhooks.edit' } as const;

// API keys
export const listApiKeys = { method: 'GET', path: '/apikeys/', right: 'keys.read' } as const;
export const createApiKey = { method: 'POST', path: '/apikeys/', right: 'keys.edit', stepUp: 'keys' } as const;
export const revokeApiKey = { method: 'POST', path: '/apikeys/:id/revoke/', right: 'keys.edit' } as const;

// What asks for a hand, beyond the specification
export const getInbox = { method: 'GET', path: '/inbox/', right: 'signed_in' } as const;

// Objects by what they are known by, beyond the specification: of the kinds that the caller may see
export const search = { method: 'GET', path: '/search/', right: 'signed_in' } as const;

// Live updates
export const streamEvents = { method: 'GET', path: '/events/', right: 'signed_in' } as const;
