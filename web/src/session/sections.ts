import type { Right } from '@kantor/contract/plain/rights.ts';
import { mayDo, type Role, type User } from '@/api/user';
import { paths } from '@/shared/lib/paths';

/** Addresses of single items are functions; the rest are sections. */
type Fixed<Name extends keyof typeof paths> = Name extends
  | 'login'
  | 'home'
  | 'security'
  | 'alerts'
  | 'files'
  | 'batches'
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
  /** What a member of the account needs; any of them when it is absent. */
  right?: Right;
  /** One of these is enough. */
  rights?: readonly Right[];
  /** Beyond the specification: only for whom the server says that they have the right. */
  beyond?: true;
  /** Needs `payout_enable`. */
  payouts?: true;
}

const both = ['trader', 'merchant'] as const;

/** The sidebar in its order, and who sees what. */
const SECTIONS: readonly Section[] = [
  { name: 'balance', path: paths.balance, rights: ['balance.read', 'summary.read'] },
  { name: 'appeals', path: paths.appeals, roles: both, right: 'appeals.read' },
  { name: 'withdrawals', path: paths.withdrawals, roles: ['merchant'], right: 'withdrawals.read' },
  { name: 'payouts', path: paths.payouts, roles: both, right: 'payouts.read', payouts: true },
  { name: 'orders', path: paths.orders, roles: both, right: 'orders.list' },
  { name: 'operations', path: paths.operations, roles: ['merchant'], right: 'operations.read' },
  {
    name: 'reconciliations',
    path: paths.reconciliations,
    roles: ['merchant'],
    right: 'reconciliations.read',
    beyond: true,
  },
  { name: 'wallets', path: paths.wallets, roles: ['merchant'], right: 'wallets.read' },
  { name: 'cabinets', path: paths.cabinets, roles: ['trader'], right: 'cabinets.read' },
  { name: 'requisites', path: paths.requisites, roles: ['trader'], right: 'requisites.read' },
  { name: 'deposits', path: paths.deposits, roles: ['trader'], right: 'deposits.read' },
  { name: 'statement', path: paths.statement, roles: both, right: 'statement.read', beyond: true },
  { name: 'analytics', path: paths.analytics, roles: both, right: 'orders.list', beyond: true },
  { name: 'usdtWithdrawals', path: paths.usdtWithdrawals, roles: ['trader'], right: 'usdt.read' },
  { name: 'notifications', path: paths.notifications, roles: ['trader'], right: 'messages.read' },
  { name: 'pings', path: paths.pings, roles: ['trader'], right: 'cabinets.read' },
  { name: 'developer', path: paths.developer, roles: ['merchant'], right: 'webhooks.read' },
  { name: 'overview', path: paths.overview, roles: ['operator'] },
  { name: 'platformAnalytics', path: paths.platformAnalytics, roles: ['operator'] },
  { name: 'liquidity', path: paths.liquidity, roles: ['operator'] },
  { name: 'platformAccounts', path: paths.platformAccounts, roles: ['operator'] },
  { name: 'radar', path: paths.radar, roles: ['operator'] },
  { name: 'state', path: paths.state, roles: ['operator'] },
  { name: 'reading', path: paths.reading, roles: ['operator'] },
  { name: 'proposals', path: paths.proposals, roles: ['operator'] },
  { name: 'rate', path: paths.rate, roles: ['operator'] },
  { name: 'revenue', path: paths.revenue, roles: ['operator'], right: 'platform.statements.read', beyond: true },
  { name: 'platformOrders', path: paths.platformOrders, roles: ['operator'] },
  { name: 'withdrawalDesk', path: paths.withdrawalDesk, roles: ['operator'] },
  { name: 'platformPayouts', path: paths.platformPayouts, roles: ['operator'] },
  { name: 'platformWithdrawals', path: paths.platformWithdrawals, roles: ['operator'] },
  { name: 'platformAppeals', path: paths.platformAppeals, roles: ['operator'] },
  { name: 'platformRequisites', path: paths.platformRequisites, roles: ['operator'] },
  { name: 'platformCabinets', path: paths.platformCabinets, roles: ['operator'] },
  { name: 'platformNotifications', path: paths.platformNotifications, roles: ['operator'] },
  { name: 'bankBalances', path: paths.bankBalances, roles: ['operator'] },
  { name: 'platformDeposits', path: paths.platformDeposits, roles: ['operator'] },
  { name: 'platformWebhooks', path: paths.platformWebhooks, roles: ['operator'] },
  { name: 'platformReconciliations', path: paths.platformReconciliations, roles: ['operator'] },
  { name: 'platformJournal', path: paths.platformJournal, roles: ['operator'] },
  { name: 'journal', path: paths.journal, roles: both, right: 'audit.read', beyond: true },
  { name: 'members', path: paths.members, right: 'members.read', beyond: true },
];

const maySee = (section: Section, user: User): boolean =>
  (section.roles?.includes(user.role) ?? true) &&
  (!section.payouts || user.payout_enable) &&
  (!section.beyond || user.rights !== undefined) &&
  (section.right === undefined || mayDo(user, section.right)) &&
  (section.rights?.some((right) => mayDo(user, right)) ?? true);

export const sectionsOf = (user: User): readonly Section[] => SECTIONS.filter((section) => maySee(section, user));

/** Trader and merchant alike have the section, so it needs no look at the profile. */
export const isForEverySide = (name: SectionName): boolean =>
  SECTIONS.some(
    (section) =>
      section.name === name && (!section.roles || section.roles.length > 1) && !section.payouts && !section.beyond,
  );
