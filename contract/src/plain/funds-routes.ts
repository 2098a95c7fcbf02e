// What leaves a balance and what comes to it. A file of its own: the web's first visit does without it.

// Withdrawals, wallets, balance history
export const listWallets = { method: 'GET', path: '/merchantwithdrawwallets/', right: 'wallets.read' } as const;
export const createWallet = {
  method: 'POST',
  path: '/merchantwithdrawwallets/',
  right: 'wallets.edit',
  stepUp: 'wallets',
} as const;
/** Beyond the specification. */
export const removeWallet = {
  method: 'POST',
  path: '/merchantwithdrawwallets/:id/remove/',
  right: 'wallets.edit',
} as const;
export const listWithdrawals = { method: 'GET', path: '/merchantwithdraworders/', right: 'withdrawals.read' } as const;
export const getWithdrawalTotals = {
  method: 'GET',
  path: '/merchantwithdraworders/totals/',
  right: 'withdrawals.read',
} as const;
export const getWithdrawal = {
  method: 'GET',
  path: '/merchantwithdraworders/:id/',
  right: 'withdrawals.read',
} as const;
export const createWithdrawal = {
  method: 'POST',
  path: '/merchantwithdraworders/',
  right: 'withdrawals.make',
  stepUp: 'withdrawals',
} as const;
export const cancelWithdrawal = {
  method: 'POST',
  path: '/merchantwithdraworders/:id/cancel/',
  right: 'withdrawals.make',
} as const;
export const listOperations = { method: 'GET', path: '/merchantbalancehistories/', right: 'operations.read' } as const;
export const getOperationTotals = {
  method: 'GET',
  path: '/merchantbalancehistories/totals/',
  right: 'operations.read',
} as const;

// The same for traders
export const listTraderWallets = { method: 'GET', path: '/traderwithdrawwallets/', right: 'usdt.read' } as const;
export const createTraderWallet = {
  method: 'POST',
  path: '/traderwithdrawwallets/',
  right: 'usdt.withdraw',
  stepUp: 'wallets',
} as const;
export const removeTraderWallet = {
  method: 'POST',
  path: '/traderwithdrawwallets/:id/remove/',
  right: 'usdt.withdraw',
} as const;
export const listTraderWithdrawals = { method: 'GET', path: '/traderwithdraworders/', right: 'usdt.read' } as const;
export const getTraderWithdrawalTotals = {
  method: 'GET',
  path: '/traderwithdraworders/totals/',
  right: 'usdt.read',
} as const;
export const getTraderWithdrawal = { method: 'GET', path: '/traderwithdraworders/:id/', right: 'usdt.read' } as const;
export const createTraderWithdrawal = {
  method: 'POST',
  path: '/traderwithdraworders/',
  right: 'usdt.withdraw',
  stepUp: 'withdrawals',
} as const;
export const cancelTraderWithdrawal = {
  method: 'POST',
  path: '/traderwithdraworders/:id/cancel/',
  right: 'usdt.withdraw',
} as const;

// Deposits
export const listDeposits = { method: 'GET', path: '/accountwallettransactions/', right: 'deposits.read' } as const;
export const getDepositTotals = {
  method: 'GET',
  path: '/accountwallettransactions/totals/',
  right: 'deposits.read',
} as const;
export const listPendingDeposits = {
  method: 'GET',
  path: '/accountwallettransactions/pending/',
  right: 'deposits.read',
} as const;
export const getDeposit = { method: 'GET', path: '/accountwallettransactions/:id/', right: 'deposits.read' } as const;

// What other lists come to: here, apart from the routes that the first screen brings along
export const getAppealTotals = { method: 'GET', path: '/appeals/totals/', right: 'appeals.read' } as const;
export const getPayoutTotals = { method: 'GET', path: '/withdraworders/totals/', right: 'payouts.read' } as const;
