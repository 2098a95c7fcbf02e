import type { Right } from './rights.ts';

/** The lists that have named views, and the right by which a person sees each. Names are those of the web's sections. */
export const VIEW_LISTS = {
  orders: 'orders.list',
  appeals: 'appeals.read',
  payouts: 'payouts.read',
  withdrawals: 'withdrawals.read',
  usdtWithdrawals: 'usdt.read',
  operations: 'operations.read',
  deposits: 'deposits.read',
  statement: 'statement.read',
  notifications: 'messages.read',
  requisites: 'requisites.read',
  cabinets: 'cabinets.read',
  pings: 'cabinets.read',
  journal: 'audit.read',
  platformOrders: 'platform.read',
  platformPayouts: 'platform.read',
  platformWithdrawals: 'platform.read',
  platformAppeals: 'platform.read',
  platformRequisites: 'platform.read',
  platformCabinets: 'platform.read',
  platformNotifications: 'platform.read',
  platformDeposits: 'platform.read',
  platformWebhooks: 'platform.read',
  platformAccounts: 'platform.read',
  platformJournal: 'platform.read',
} as const satisfies Record<string, Right>;
export type ViewList = keyof typeof VIEW_LISTS;
export const VIEW_LIST_NAMES = Object.keys(VIEW_LISTS) as [ViewList, ...ViewList[]];

export const isViewList = (name: string): name is ViewList => Object.hasOwn(VIEW_LISTS, name);

/** Views that a person may have of a list, their own and those that they share. */
export const MAX_VIEWS = 50;
export const MAX_VIEW_NAME = 60;
/** Of the address behind `?`. */
export const MAX_VIEW_QUERY = 2000;
