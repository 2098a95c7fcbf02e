/** So begin the addresses of the desk of the platform's people. */
export const DESK = '/platform';

/** So begin the addresses of the page for a merchant's programmer. */
export const DEVELOPER = '/developer';

/** Every address of the product; nothing else spells one out. */
export const paths = {
  /** Leads on to the first page of whoever comes. */
  home: '/',
  login: '/login',
  security: '/security',
  alerts: '/alerts',
  files: '/files',
  invitation: (token: string) => `/invite/${encodeURIComponent(token)}`,
  members: '/members',
  balance: '/balance',
  appeals: '/appeals',
  appeal: (id: string) => `/appeals/${encodeURIComponent(id)}`,
  withdrawals: '/withdrawals',
  withdrawal: (id: string) => `/withdrawals/${encodeURIComponent(id)}`,
  newWithdrawal: () => '/withdrawals/new',
  usdtWithdrawals: '/usdt-withdrawals',
  usdtWithdrawal: (id: string) => `/usdt-withdrawals/${encodeURIComponent(id)}`,
  newUsdtWithdrawal: () => '/usdt-withdrawals/new',
  payouts: '/payments',
  payout: (id: string) => `/payments/${encodeURIComponent(id)}`,
  newPayout: () => '/payments/new',
  /** Payouts from files. */
  batches: '/payments/files',
  payoutsOfBatch: (id: string) => `/payments?batch=${encodeURIComponent(id)}`,
  batch: (id: string) => `/payments/files/${encodeURIComponent(id)}`,
  orders: '/orders',
  /** The active orders that a text of the search box means. */
  activeOrders: (text: string) => `/orders?status=ACTIVE${text && `&id=${encodeURIComponent(text)}`}`,
  order: (id: string) => `/orders/${encodeURIComponent(id)}`,
  operations: '/history',
  statement: '/statement',
  acts: () => '/acts',
  /** Of an account, or of the platform's revenue: for whoever may see it. */
  act: (id: string) => `/acts/${encodeURIComponent(id)}`,
  wallets: '/wallets',
  cabinets: '/cabinets',
  cabinet: (id: string) => `/cabinets/${encodeURIComponent(id)}`,
  newCabinet: () => '/cabinets/new',
  requisites: '/requisites',
  requisite: (id: string) => `/requisites/${encodeURIComponent(id)}`,
  newRequisite: () => '/requisites/new',
  deposits: '/transactions',
  deposit: (id: string) => `/transactions/${encodeURIComponent(id)}`,
  notifications: '/notifications',
  notification: (id: string) => `/notifications/${encodeURIComponent(id)}`,
  /** The part of the messages that waits for a person. */
  messagesToSort: () => '/notifications/to-sort',
  pings: '/pings',
  analytics: '/analytics',
  platformAnalytics: '/platform/analytics',
  overview: '/platform/overview',
  liquidity: '/platform/liquidity',
  state: '/platform/state',
  reading: '/platform/reading',
  /** A list of the whole platform, of one status. */
  platformList: (list: string, status?: string) =>
    `/platform/${list}${status === undefined ? '' : `?status=${status}`}`,
  /** The merchant's programmer: webhooks come first, its other parts have addresses of their own. */
  developer: DEVELOPER,
  developerPart: (part: string) => `${DEVELOPER}/${part}`,
  /** The journal of webhooks. */
  webhooks: `${DEVELOPER}/journal`,
  /** Where webhooks were before. */
  oldWebhooks: () => '/webhooks',
  reconciliations: '/reconciliations',
  platformReconciliations: '/platform/reconciliations',
  journal: '/journal',
  platformJournal: '/platform/journal',
  platformOrders: '/platform/orders',
  platformOrder: (id: string) => `/platform/orders/${encodeURIComponent(id)}`,
  platformPayouts: '/platform/payouts',
  platformPayout: (id: string) => `/platform/payouts/${encodeURIComponent(id)}`,
  platformWithdrawals: '/platform/withdrawals',
  platformWithdrawal: (id: string) => `/platform/withdrawals/${encodeURIComponent(id)}`,
  platformAppeals: '/platform/appeals',
  platformAppeal: (id: string) => `/platform/appeals/${encodeURIComponent(id)}`,
  platformRequisites: '/platform/requisites',
  platformRequisite: (id: string) => `/platform/requisites/${encodeURIComponent(id)}`,
  platformCabinets: '/platform/cabinets',
  platformCabinet: (id: string) => `/platform/cabinets/${encodeURIComponent(id)}`,
  platformNotifications: '/platform/notifications',
  platformNotification: (id: string) => `/platform/notifications/${encodeURIComponent(id)}`,
  platformDeposits: '/platform/deposits',
  platformDeposit: (id: string) => `/platform/deposits/${encodeURIComponent(id)}`,
  platformWebhooks: '/platform/webhooks',
  platformWebhook: (id: string) => `/platform/webhooks/${encodeURIComponent(id)}`,
  platformOrdersSince: (day: string) => `/platform/orders?from=${day}`,
  /** A list of the platform, of one account. */
  platformListOf: (accountId: string, list = 'orders', status?: string) =>
    `/platform/${list}?account=${encodeURIComponent(accountId)}${status === undefined ? '' : `&status=${status}`}`,
  platformHolds: '/platform/holds',
  proposals: '/platform/proposals',
  rate: '/platform/rate',
  revenue: '/platform/revenue',
  platformAccounts: '/platform/accounts',
  platformAccount: (id: string) => `/platform/accounts/${encodeURIComponent(id)}`,
  radar: '/platform/radar',
  bankBalances: '/platform/bank-balances',
  withdrawalDesk: '/platform/withdrawal-desk',
  webhook: (id: string) => `${DEVELOPER}/journal/${encodeURIComponent(id)}`,
} as const;
