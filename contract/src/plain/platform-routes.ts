/** The calls of the platform's own people; the rest of the back office's are in `routes.ts`. */

const read = <const Path extends `/${string}`>(path: Path) =>
  ({ method: 'GET', path, right: 'platform.read' }) as const;
/** One object's full values, without dots: each look is kept. */
const reveal = <const Path extends `/${string}`>(path: Path) =>
  ({ method: 'POST', path, right: 'platform.reveal' }) as const;

// Figures
export const getOverview = { method: 'GET', path: '/platform/overview/', right: 'platform.read' } as const;
/** What the overview counts as held for too long. */
export const listOldHolds = { method: 'GET', path: '/platform/holds/', right: 'platform.read' } as const;
export const getOldHoldTotals = { method: 'GET', path: '/platform/holds/totals/', right: 'platform.read' } as const;
export const getState = { method: 'GET', path: '/platform/state/', right: 'platform.read' } as const;
export const askVerification = { method: 'POST', path: '/platform/state/verify/', right: 'platform.decide' } as const;
export const getRadar = read('/platform/radar/');
export const listThresholds = read('/platform/radar/thresholds/');
/** How much of what banks write is read. */
export const getReading = read('/platform/reading/');
export const explainMessage = {
  method: 'POST',
  path: '/platform/reading/explain/',
  right: 'platform.messages',
} as const;
export const listBalanceBanks = read('/platform/balances/');
export const getLiquidity = { method: 'GET', path: '/platform/liquidity/', right: 'platform.read' } as const;

// Lists of all accounts' objects, and each as its owner sees it
export const listPlatformOrders = read('/platform/orders/');
export const getPlatformOrderTotals = read('/platform/orders/totals/');
export const getPlatformOrder = read('/platform/orders/:id/');
export const revealPlatformOrder = reveal('/platform/orders/:id/reveal/');
export const listPlatformPayouts = read('/platform/payouts/');
export const getPlatformPayoutTotals = read('/platform/payouts/totals/');
export const getPlatformPayout = read('/platform/payouts/:id/');
export const revealPlatformPayout = reveal('/platform/payouts/:id/reveal/');
export const listPlatformWithdrawals = read('/platform/withdrawals/');
export const getPlatformWithdrawalTotals = read('/platform/withdrawals/totals/');
export const getPlatformWithdrawal = read('/platform/withdrawals/:id/');
export const listPlatformAppeals = read('/platform/appeals/');
export const getPlatformAppealTotals = read('/platform/appeals/totals/');
export const getPlatformAppeal = read('/platform/appeals/:id/');
export const revealPlatformAppeal = reveal('/platform/appeals/:id/reveal/');
export const listPlatformRequisites = read('/platform/requisites/');
export const getPlatformRequisiteTotals = read('/platform/requisites/totals/');
export const getPlatformRequisite = read('/platform/requisites/:id/');
export const revealPlatformRequisite = reveal('/platform/requisites/:id/reveal/');
export const listPlatformCabinets = read('/platform/cabinets/');
export const getPlatformCabinetTotals = read('/platform/cabinets/totals/');
export const getPlatformCabinet = read('/platform/cabinets/:id/');
export const revealPlatformCabinet = reveal('/platform/cabinets/:id/reveal/');
export const listPlatformNotifications = read('/platform/notifications/');
export const getPlatformNotificationTotals = read('/platform/notifications/totals/');
export const getPlatformNotification = read('/platform/notifications/:id/');
export const revealPlatformNotification = reveal('/platform/notifications/:id/reveal/');
export const listPlatformDeposits = read('/platform/deposits/');
export const getPlatformDepositTotals = read('/platform/deposits/totals/');
export const getPlatformDeposit = read('/platform/deposits/:id/');
export const listPlatformWebhooks = read('/platform/webhooks/');
export const getPlatformWebhookTotals = read('/platform/webhooks/totals/');
export const getPlatformWebhook = read('/platform/webhooks/:id/');
export const revealPlatformWebhook = reveal('/platform/webhooks/:id/reveal/');

// Accounts, with what they have
export const listPlatformAccounts = read('/platform/accounts/');
export const getPlatformAccountTotals = read('/platform/accounts/totals/');
export const getPlatformAccount = read('/platform/accounts/:id/');
export const listAccountEntries = read('/platform/accounts/:id/entries/');
/** Accounts by their names, to filter lists by. */
export const listAccountChoices = read('/platform/account-choices/');

// Who did what
export const listPlatformJournal = read('/platform/journal/');

// The desk of withdrawals
export const listOpenWithdrawals = read('/platform/withdrawals/open/');
export const getTransfer = read('/platform/withdrawals/:id/transfer/');

// What waits for a decision
export const listProposals = read('/platform/proposals/');
export const getPlatformRate = read('/platform/rate/');
