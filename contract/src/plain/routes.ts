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
