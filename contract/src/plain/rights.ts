/** The role of an account: whose side of the marketplace it is on. */
export const ROLES = ['trader', 'merchant', 'operator'] as const;
export type Role = (typeof ROLES)[number];

/** What a person may be in an account of each role. */
export const MEMBER_ROLES = {
  trader: ['owner', 'shift'],
  merchant: ['owner', 'finance', 'support', 'developer', 'viewer'],
  operator: ['owner', 'operator', 'support', 'accountant'],
} as const satisfies Record<Role, readonly string[]>;
export type MemberRole = (typeof MEMBER_ROLES)[Role][number];

type Holders = { readonly [R in Role]?: readonly (typeof MEMBER_ROLES)[R][number][] };
const holders = <const H extends Record<string, Holders>>(rights: H) => rights;

const { trader: TRADER, merchant: MERCHANT, operator: PLATFORM } = MEMBER_ROLES;

/** Who may do what: the only place where that is said. A call names its right; the server and the screens ask `mayDo`. */
export const RIGHTS = holders({
  // A trader's and a merchant's work
  'orders.list': { trader: TRADER, merchant: MERCHANT, operator: PLATFORM },
  'orders.read': { trader: TRADER, merchant: MERCHANT },
  'orders.confirm': { trader: TRADER },
  'messages.read': { trader: TRADER },
  'appeals.read': { trader: TRADER, merchant: MERCHANT },
  'appeals.decide': { trader: TRADER },
  /** Agrees to a sum that a trader says has come, and says what is done with such. */
  'appeals.agree': { merchant: ['owner', 'finance'] },
  'other_sums.edit': { merchant: ['owner', 'finance'] },
  /** Opens, contests and gives up appeals. */
  'appeals.open': { merchant: ['owner', 'finance', 'support'] },
  /** Adds files to an appeal, and brings it to the operator: either side. */
  'appeals.answer': { trader: TRADER, merchant: ['owner', 'finance', 'support'] },
  'payouts.read': { trader: TRADER, merchant: ['owner', 'finance', 'support', 'viewer'] },
  'batches.read': { merchant: ['owner', 'finance', 'support', 'viewer'] },
  'payouts.make': { merchant: ['owner', 'finance'] },
  /** Sets above which sum a second member approves a batch. */
  'payouts.approval': { merchant: ['owner'] },
  'payouts.contest': { merchant: ['owner', 'finance', 'support'] },
  'payouts.work': { trader: TRADER },
  'requisites.read': { trader: TRADER },
  'requisites.edit': { trader: ['owner'] },
  'cabinets.read': { trader: TRADER },
  'cabinets.edit': { trader: ['owner'] },
  'phones.connect': { trader: ['owner'] },
  'limits.read': { merchant: MERCHANT },
  'keys.read': { merchant: ['owner', 'developer', 'viewer'] },
  'keys.edit': { merchant: ['owner', 'developer'] },
  /** The test world: whoever sees orders sees it. */
  'test_mode.read': { merchant: MERCHANT },
  'test_mode.play': { merchant: ['owner', 'developer'] },
  'webhooks.read': { merchant: ['owner', 'developer', 'support', 'viewer'] },
  'webhooks.edit': { merchant: ['owner', 'developer'] },

  // Money
  'balance.read': { trader: ['owner'] },
  /** What an order moved on their own side's balance. */
  'postings.read': { trader: ['owner'], merchant: ['owner', 'finance', 'viewer'] },
  'summary.read': { merchant: ['owner', 'finance', 'viewer'], operator: PLATFORM },
  'traffic.switch': { trader: ['owner'] },
  'earnings.move': { trader: ['owner'] },
  'deposits.read': { trader: ['owner'] },
  /** Entries, sums of a period, and acts of them. */
  'statement.read': { trader: ['owner'], merchant: ['owner', 'finance', 'viewer'] },
  'acts.make': { trader: ['owner'], merchant: ['owner', 'finance'] },
  'operations.read': { merchant: ['owner', 'finance', 'viewer'] },
  'reconciliations.read': { merchant: ['owner', 'finance', 'viewer'] },
  'reconciliations.make': { merchant: ['owner', 'finance'] },
  'withdrawals.read': { merchant: ['owner', 'finance', 'viewer'] },
  'withdrawals.make': { merchant: ['owner', 'finance'] },
  /** Lets keys withdraw. */
  'withdrawals.by_server': { merchant: ['owner'] },
  'wallets.read': { merchant: ['owner', 'finance', 'viewer'] },
  'wallets.edit': { merchant: ['owner', 'finance'] },
  /** A trader's own wallets and withdrawals: other calls than a merchant's. */
  'usdt.read': { trader: ['owner'] },
  'usdt.withdraw': { trader: ['owner'] },

  // The account itself
  'members.read': { trader: ['owner'], merchant: ['owner'], operator: ['owner', 'operator'] },
  'members.edit': { trader: ['owner'], merchant: ['owner'], operator: ['owner'] },
  'audit.read': { trader: ['owner'], merchant: ['owner'], operator: PLATFORM },

  /** How the account names itself in acts. */
  'party.read': {
    trader: ['owner'],
    merchant: ['owner', 'finance', 'viewer'],
    operator: ['owner', 'operator', 'accountant'],
  },
  'party.edit': { trader: ['owner'], merchant: ['owner'], operator: ['owner'] },

  // The platform
  /** Sees every account's objects, money and journal. */
  'platform.read': { operator: PLATFORM },
  /** Takes lists away as files. */
  'platform.export': { operator: ['owner', 'operator', 'accountant'] },
  /** Compares statements of banks and wallets with what we have; nothing that is compared changes. */
  'platform.reconcile': { operator: ['owner', 'operator', 'accountant'] },
  /** Sees what periods came to, the platform's revenue, and acts. */
  'platform.statements.read': { operator: ['owner', 'operator', 'accountant'] },
  /** Makes acts of any account, and of the revenue. */
  'platform.acts': { operator: ['owner', 'operator'] },
  /** Sees a payee's or payer's phone and account without dots; each look is kept. */
  'platform.reveal': { operator: ['owner', 'operator', 'support'] },
  /** Pastes a bank's message and sees how it is read; nothing of it is kept. */
  'platform.messages': { operator: ['owner', 'operator', 'support'] },
  /** Decides appeals and contested payouts, frees payouts, sends and rejects withdrawals, resends webhooks. */
  'platform.decide': { operator: ['owner', 'operator'] },
  /** Makes, blocks and charges accounts; sets their limits and passwords. */
  'platform.accounts': { operator: ['owner', 'operator'] },
  /** Passwords and blocks of the platform's own people, its owners apart. */
  'platform.staff': { operator: ['owner'] },
  /** Pays in, reverses, adjusts: with another person. */
  'platform.money': { operator: ['owner', 'operator'] },
  /** Lets banks' balances settle what messages are about. */
  'platform.balances': { operator: ['owner'] },
  /** Sets the rate, accepts or refuses a proposal. */
  'platform.rate': { operator: ['owner', 'operator'] },
});
export type Right = keyof typeof RIGHTS;
export const RIGHT_NAMES = Object.keys(RIGHTS) as [Right, ...Right[]];

/** Whether a member of an account of this role has the right. */
export function mayDo({ role, memberRole }: { role: Role; memberRole: MemberRole }, right: Right): boolean {
  const of: Holders = RIGHTS[right];
  return (of[role] as readonly MemberRole[] | undefined)?.includes(memberRole) ?? false;
}

/** All that a member of an account of this role may do. */
export const rightsOf = (member: { role: Role; memberRole: MemberRole }): Right[] =>
  RIGHT_NAMES.filter((right) => mayDo(member, right));

/** What a call needs: `public` nothing, `signed_in` a person, whoever they are; `api_key` a merchant's server. */
export type Need = Right | 'public' | 'signed_in' | 'api_key';

/** The accounts' roles in which somebody may make a call. */
export function rolesThatMay(need: Need): readonly Role[] {
  if (need === 'public') return [];
  if (need === 'signed_in') return ROLES;
  if (need === 'api_key') return ['merchant'];
  return ROLES.filter((role) => role in RIGHTS[need]);
}
