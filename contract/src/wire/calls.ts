import * as alerts from './alerts.ts';
import { getAnalytics, getBreakdown, getRefusals } from './analytics.ts';
import * as apiKeys from './api-keys.ts';
import * as audit from './audit.ts';
import * as appeals from './appeals.ts';
import * as auth from './auth.ts';
import { getEarnings, getMerchantDashboard, getTraderDashboard, moveEarnings, toggleTraffic } from './balance.ts';
import * as batches from './batches.ts';
import * as cabinets from './cabinets.ts';
import type { Call } from './call.ts';
import * as deposits from './deposits.ts';
import * as devices from './devices.ts';
import { streamEvents } from './events.ts';
import { createExport, getExport, listExports, stopExport } from './exports.ts';
import { getInbox } from './inbox.ts';
import { search } from './search.ts';
import { getRate, listBanks } from './info.ts';
import { getLimits, getMerchantLimits } from './limits.ts';
import * as match from './match.ts';
import { getMerchantToday } from './merchant-day.ts';
import * as members from './members.ts';
import * as merchantAccount from './merchant-account.ts';
import * as merchantOrders from './merchant-orders.ts';
import * as merchantAppeals from './merchant-appeals.ts';
import { listMerchantEvents } from './merchant-events.ts';
import { getMerchantReport } from './merchant-reports.ts';
import * as merchantPayouts from './merchant-payouts.ts';
import * as merchantExports from './merchant-exports.ts';
import * as merchantTest from './merchant-test.ts';
import * as liquidity from './platform/liquidity.ts';
import * as overview from './platform/overview.ts';
import * as reading from './platform/reading.ts';
import * as state from './platform/state.ts';
import * as payouts from './payouts.ts';
import { getOrderPostings } from './postings.ts';
import * as platformAccountPages from './platform/accounts.ts';
import * as platformExchange from './platform/exchange.ts';
import * as platformWork from './platform/work.ts';
import {
  getPlatformOrder,
  getPlatformOrderTotals,
  listPlatformOrders,
  revealPlatformOrder,
} from './platform/orders.ts';
import { callsOf } from './platform/action.ts';
import * as platformAccounts from './platform/account-actions.ts';
import * as platformContested from './platform/contested.ts';
import * as platformMembers from './platform/member-actions.ts';
import { listProposals } from './platform/proposals.ts';
import * as platformBalances from './platform/balances.ts';
import * as platformRadar from './platform/radar.ts';
import * as platformRate from './platform/rate.ts';
import * as platformTraffic from './platform/traffic.ts';
import * as platformWithdrawals from './platform/withdrawals.ts';
import * as reconciliations from './reconciliations.ts';
import * as readiness from './readiness.ts';
import { listApiRequests } from './api-requests.ts';
import { listRequisiteDays } from './requisite-days.ts';
import * as requisites from './requisites.ts';
import * as security from './security.ts';
import * as statement from './statement.ts';
import * as webhookEndpoints from './webhook-endpoints.ts';
import * as webhooks from './webhooks.ts';
import * as views from './views.ts';
import * as testMode from './test-mode.ts';
import * as withdrawals from './withdrawals.ts';
import { getPayerClaim } from './payer-claims.ts';
import {
  confirmExpiredOrder,
  confirmOrder,
  getOrder,
  getOrderTotals,
  listOrderMessages,
  listOrders,
} from './orders.ts';

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
  ...Object.values(alerts),
  ...Object.values(views),
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
  ...Object.values(readiness),
  ...Object.values(match),
  getOrderPostings,
  ...Object.values(statement),
  getEarnings,
  getMerchantDashboard,
  getMerchantToday,
  listRequisiteDays,
  getAnalytics,
  getBreakdown,
  getRefusals,
  listApiRequests,
  getMerchantLimits,
  toggleTraffic,
  moveEarnings,
  listOrders,
  getOrderTotals,
  listOrderMessages,
  getPayerClaim,
  getOrder,
  confirmOrder,
  confirmExpiredOrder,
  appeals.listAppeals,
  appeals.getAppeal,
  appeals.openAppeal,
  appeals.confirmAppeal,
  appeals.declineAppeal,
  appeals.escalateAppeal,
  appeals.addAppealFile,
  appeals.contestAppeal,
  appeals.acceptAppeal,
  appeals.agreeAppeal,
  appeals.disagreeAppeal,
  appeals.openAppealByClaim,
  ...Object.values(payouts),
  ...Object.values(batches),
  ...Object.values(reconciliations),
  ...Object.values(withdrawals),
  ...Object.values(requisites),
  ...Object.values(cabinets),
  ...Object.values(devices),
  createExport,
  listExports,
  getExport,
  stopExport,
  getInbox,
  search,
  streamEvents,
  ...Object.values(deposits),
  ...Object.values(apiKeys),
  ...Object.values(testMode),
  ...Object.values(audit),
  ...Object.values(webhooks),
  ...Object.values(webhookEndpoints),
  ...Object.values(liquidity),
  ...Object.values(reading),
  listPlatformOrders,
  getPlatformOrder,
  getPlatformOrderTotals,
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
  ...callsOf(platformBalances),
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
  merchantAppeals.openMerchantAppealByClaim,
  merchantAppeals.listMerchantAppeals,
  merchantAppeals.getMerchantAppeal,
  merchantAppeals.addMerchantEvidence,
  merchantAppeals.contestMerchantAppeal,
  merchantAppeals.acceptMerchantAppeal,
  merchantAppeals.escalateMerchantAppeal,
  merchantPayouts.createMerchantPayout,
  merchantPayouts.listMerchantPayouts,
  merchantPayouts.getMerchantPayout,
  merchantPayouts.cancelMerchantPayout,
  merchantPayouts.contestMerchantPayout,
  listMerchantEvents,
  merchantAccount.getMerchantBalance,
  merchantAccount.listMerchantOperations,
  merchantAccount.listMerchantWithdrawals,
  merchantAccount.getMerchantWithdrawal,
  merchantAccount.createMerchantWithdrawal,
  merchantAccount.cancelMerchantWithdrawal,
  merchantAccount.listMerchantWallets,
  getMerchantReport,
  merchantAccount.getMerchantRate,
  merchantAccount.listMerchantBanks,
  merchantAccount.listSbpMembers,
  getLimits,
  ...Object.values(merchantExports),
  ...Object.values(merchantTest),
];
