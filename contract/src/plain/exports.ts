// Lists that are taken away as files.

export const EXPORT_FORMATS = ['csv', 'xlsx'] as const;
export type ExportFormat = (typeof EXPORT_FORMATS)[number];

/** `queued` and `running` are unfinished; the rest is how it ended. */
export const EXPORT_STATES = ['queued', 'running', 'done', 'failed', 'stopped'] as const;
export type ExportState = (typeof EXPORT_STATES)[number];

/** The lists that have a file; those of the platform begin with `platform_`. */
export const EXPORT_LISTS = [
  'orders',
  'appeals',
  'payouts',
  'batches',
  'batch_rows',
  'requisites',
  'requisite_versions',
  'cabinets',
  'notifications',
  'messages_to_sort',
  'pings',
  'statement',
  'deposits',
  'pending_deposits',
  'trader_wallets',
  'trader_withdrawals',
  'operations',
  'wallets',
  'withdrawals',
  'webhooks',
  'api_requests',
  'api_keys',
  'journal',
  'platform_orders',
  'platform_appeals',
  'platform_payouts',
  'platform_withdrawals',
  'platform_deposits',
  'platform_requisites',
  'platform_cabinets',
  'platform_notifications',
  'platform_webhooks',
  'platform_accounts',
  'platform_entries',
  'platform_revenue',
  'platform_holds',
  'platform_journal',
  'platform_radar',
  'platform_balances',
] as const;
export type ExportList = (typeof EXPORT_LISTS)[number];

/** The lists that a merchant's server takes away, and what its key must be for. */
export const SERVER_LISTS = {
  orders: 'orders',
  appeals: 'orders',
  payouts: 'payouts',
  operations: 'read',
  withdrawals: 'withdrawals',
} as const satisfies Partial<Record<ExportList, string>>;
export type ServerList = keyof typeof SERVER_LISTS;
export const SERVER_LIST_NAMES = Object.keys(SERVER_LISTS) as [ServerList, ...ServerList[]];

/** A file of so many rows is made while one waits; a longer one is a job. */
export const AT_ONCE_ROWS = 5000;
/** Rows of a file. */
export const MAX_EXPORT_ROWS = 3_000_000;
/** Unfinished files of an account at a time. */
export const MAX_UNFINISHED = 3;
/** Files that an account may ask for within a day. */
export const MAX_EXPORTS_A_DAY = 100;
/** How long a finished file is there, in milliseconds. */
export const EXPORT_KEPT_MS = 24 * 60 * 60 * 1000;
/** Columns that one may choose, and the length of their keys. */
export const MAX_COLUMNS = 60;
export const MAX_KEY = 40;
