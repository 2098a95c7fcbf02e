import { type MemberRole, mayDo, type Right, type Role } from './rights.ts';

/** The kinds of objects that are found by what they are known by, and the right that a person of each side needs to find them. */
export const FOUND_RIGHTS = {
  order: { trader: 'orders.read', merchant: 'orders.read', operator: 'platform.read' },
  payout: { trader: 'payouts.read', merchant: 'payouts.read', operator: 'platform.read' },
  appeal: { trader: 'appeals.read', merchant: 'appeals.read', operator: 'platform.read' },
  withdrawal: { trader: 'usdt.read', merchant: 'withdrawals.read', operator: 'platform.read' },
  deposit: { trader: 'deposits.read', operator: 'platform.read' },
  notification: { trader: 'messages.read', operator: 'platform.read' },
  requisite: { trader: 'requisites.read', operator: 'platform.read' },
  cabinet: { trader: 'cabinets.read', operator: 'platform.read' },
  webhook: { merchant: 'webhooks.read', operator: 'platform.read' },
  account: { operator: 'platform.read' },
  person: { operator: 'platform.read' },
} as const satisfies Record<string, { readonly [R in Role]?: Right }>;
export type FoundKind = keyof typeof FOUND_RIGHTS;
export const FOUND_KINDS = Object.keys(FOUND_RIGHTS) as [FoundKind, ...FoundKind[]];

/** The kinds that a member of an account finds; of the others they cannot tell whether there are any. */
export const foundBy = (member: { role: Role; memberRole: MemberRole }): FoundKind[] =>
  FOUND_KINDS.filter((kind) => {
    const rights: { readonly [R in Role]?: Right } = FOUND_RIGHTS[kind];
    const right = rights[member.role];
    return right !== undefined && mayDo(member, right);
  });

/** Objects of a kind that a search finds at most, the newest. */
export const MAX_FOUND_OF_KIND = 8;
