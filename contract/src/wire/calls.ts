import * as apiKeys from './api-keys.ts';
import * as audit from './audit.ts';
import { confirmAppeal, declineAppeal, getAppeal, listAppeals } from './appeals.ts';
import * as auth from './auth.ts';
import { getMerchantDashboard, getTraderDashboard, moveEarnings, toggleTraffic } from './balance.ts';
import * as cabinets from './cabinets.ts';
import type { Call } from './call.ts';
import * as deposits from './deposits.ts';
import * as devices from './devices.ts';
import { streamEvents } from './events.ts';
import { getRate, listBanks } from './info.ts';
import { getLimits, getMerchantLimits } from './limits.ts';
import * as members from './members.ts';
import * as merchantAccount from './merchant-account.ts';
import * as merchantOrders from './merchant-orders.ts';
import * as merchantAppeals from './merchant-appeals.ts';
import * as merchantPayouts from './merchant-payouts.ts';
import * as liquidity from './platform/liquidity.ts';
import * as overview from './platform/overview.ts';
import * as state from './platform/state.ts';
import * as payouts from './payouts.ts';
import * as platformAccountPages from './platform/accounts.ts';
import * as platformExchange from './platform/exchange.ts';
import * as platformWork from './platform/work.ts';
import { getPlatformOrder, listPlatformOrders, revealPlatformOrder } from './platform/orders.ts';
import { callsOf } from './platform/action.ts';
import * as platformAccounts from './platform/account-actions.ts';
import * as platformContested from './platform/contested.ts';
import * as platformMembers from './platform/member-actions.ts';
import { listProposals } from './platform/proposals.ts';
import * as platformRadar from './platform/radar.ts';
import * as platformRate from './platform/rate.ts';
import * as platformTraffic from './platform/traffic.ts';
import * as platformWithdrawals from './platform/withdrawals.ts';
import * as requisites from './requisites.ts';
import * as security from './security.ts';
import * as webhooks from './webhooks.ts';
import * as withdrawals from './withdrawals.ts';
import { confirmExpiredOrder, confirmOrder, getOrder, listOrderMessages, listOrders } from './orders.ts';

/** Every call that the web makes. */
export const CALLS: readonly Call[] = [
  auth.login,
  auth.refresh,
  auth.logout,
  auth.switchAccount,
  auth.readInvitation,
  auth.acceptInvitation,
  auth.joinAccount,
  auth.getMe,
  ...Object.values(security),
  members.listMembers,
  members.setMemberRole,
  members.removeMember,
  members.leaveAccount,
  members.listInvitations,
  members.createInvitation,
  members.revokeInvitation,
  getRate,
  listBanks,
  getTraderDashboard,
  getMerchantDashboard,
  getMerchantLimits,
  toggleTraffic,
  moveEarnings,
  listOrders,
  listOrderMessages,
  getOrder,
  confirmOrder,
  confirmExpiredOrder,
  listAppeals,
  getAppeal,
  confirmAppeal,
  declineAppeal,
  ...Object.values(payouts),
  ...Object.values(withdrawals),
  ...Object.values(requisites),
  ...Object.values(cabinets),
  ...Object.values(devices),
  streamEvents,
  ...Object.values(deposits),
  ...Object.values(apiKeys),
  ...Object.values(audit),
  ...Object.values(webhooks),
  ...Object.values(liquidity),
  listPlatformOrders,
  getPlatformOrder,
  revealPlatformOrder,
  ...Object.values(platformExchange),
  ...Object.values(platformWork),
  ...Object.values(platformAccountPages),
  ...Object.values(overview),
  ...callsOf(platformWithdrawals),
  ...callsOf(platformContested),
  listProposals,
  ...callsOf(platformRate),
  ...callsOf(platformAccounts),
  ...callsOf(platformTraffic),
  ...callsOf(platformRadar),
  ...callsOf(platformMembers),
  ...Object.values(state),
];

/** Every call that a merchant's server makes. */
export const MERCHANT_CALLS: readonly Call[] = [
  merchantOrders.createMerchantOrder,
  merchantOrders.listMerchantOrders,
  merchantOrders.getMerchantOrder,
  merchantOrders.cancelMerchantOrder,
  merchantAppeals.openMerchantAppeal,
  merchantAppeals.listMerchantAppeals,
  merchantAppeals.getMerchantAppeal,
  merchantPayouts.createMerchantPayout,
  merchantPayouts.listMerchantPayouts,
  merchantPayouts.getMerchantPayout,
  merchantPayouts.cancelMerchantPayout,
  merchantPayouts.contestMerchantPayout,
  merchantAccount.getMerchantBalance,
  merchantAccount.listMerchantOperations,
  merchantAccount.listMerchantWithdrawals,
  merchantAccount.getMerchantWithdrawal,
  merchantAccount.getMerchantRate,
  merchantAccount.listMerchantBanks,
  merchantAccount.listSbpMembers,
  getLimits,
];
