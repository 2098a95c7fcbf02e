import type { Role, User } from '@/api/user';
import { paths } from '@/shared/lib/paths';

/** Addresses of single items are functions; the rest are sections. */
type Fixed<Name extends keyof typeof paths> = Name extends 'login' | 'home' | 'security'
  ? never
  : (typeof paths)[Name] extends string
    ? Name
    : never;
export type SectionName = { [Name in keyof typeof paths]: Fixed<Name> }[keyof typeof paths];

interface Section {
  name: SectionName;
  path: string;
  /** Any signed-in user when absent. */
  roles?: readonly Role[];
  /** Needs `payout_enable`. */
  payouts?: true;
}

const both = ['trader', 'merchant'] as const;

/** The sidebar in its order, and who sees what. */
const SECTIONS: readonly Section[] = [
  { name: 'balance', path: paths.balance },
  { name: 'appeals', path: paths.appeals, roles: both },
  { name: 'withdrawals', path: paths.withdrawals, roles: ['merchant'] },
  { name: 'payouts', path: paths.payouts, roles: both, payouts: true },
  { name: 'orders', path: paths.orders, roles: both },
  { name: 'operations', path: paths.operations, roles: ['merchant'] },
  { name: 'wallets', path: paths.wallets, roles: ['merchant'] },
  { name: 'cabinets', path: paths.cabinets, roles: ['trader'] },
  { name: 'requisites', path: paths.requisites, roles: ['trader'] },
  { name: 'deposits', path: paths.deposits, roles: ['trader'] },
  { name: 'usdtWithdrawals', path: paths.usdtWithdrawals, roles: ['trader'] },
  { name: 'notifications', path: paths.notifications, roles: ['trader'] },
  { name: 'pings', path: paths.pings, roles: ['trader'] },
  { name: 'webhooks', path: paths.webhooks, roles: ['merchant'] },
  { name: 'overview', path: paths.overview, roles: ['operator'] },
  { name: 'liquidity', path: paths.liquidity, roles: ['operator'] },
  { name: 'state', path: paths.state, roles: ['operator'] },
  { name: 'platformOrders', path: paths.platformOrders, roles: ['operator'] },
  { name: 'withdrawalDesk', path: paths.withdrawalDesk, roles: ['operator'] },
  { name: 'platformPayouts', path: paths.platformPayouts, roles: ['operator'] },
  { name: 'platformWithdrawals', path: paths.platformWithdrawals, roles: ['operator'] },
  { name: 'platformAppeals', path: paths.platformAppeals, roles: ['operator'] },
  { name: 'platformRequisites', path: paths.platformRequisites, roles: ['operator'] },
  { name: 'platformCabinets', path: paths.platformCabinets, roles: ['operator'] },
  { name: 'platformNotifications', path: paths.platformNotifications, roles: ['operator'] },
  { name: 'platformDeposits', path: paths.platformDeposits, roles: ['operator'] },
  { name: 'platformWebhooks', path: paths.platformWebhooks, roles: ['operator'] },
];

const maySee = (section: Section, user: User): boolean =>
  (section.roles?.includes(user.role) ?? true) && (!section.payouts || user.payout_enable);

export const sectionsOf = (user: User): readonly Section[] => SECTIONS.filter((section) => maySee(section, user));

/** Trader and merchant alike have the section, so it needs no look at the profile. */
export const isForEverySide = (name: SectionName): boolean =>
  SECTIONS.some((section) => section.name === name && (!section.roles || section.roles.length > 1) && !section.payouts);
