import { mayDo, type MemberRole, rightsOf } from '@kantor/contract/plain/rights.ts';
import type { Account } from '../accounts/index.ts';
import type { Invitation } from './store/invitations.ts';
import type { Member, Membership } from './store/members.ts';

interface Profile {
  username: string;
  memberRole: MemberRole;
  account: Account;
  memberships: readonly Membership[];
}

/** A person's own profile, in the account that they are in. */
export function toProfile({ username, memberRole, account, memberships }: Profile) {
  const { id, name, role, wallet, payoutEnable } = account;
  const mayDeposit = role !== 'trader' || mayDo({ role, memberRole }, 'deposits.read');
  return {
    username,
    role,
    wallet: mayDeposit ? wallet : '',
    payout_enable: payoutEnable,
    member_role: memberRole,
    account: { id, name },
    accounts: memberships
      .filter(({ blockedAt }) => blockedAt === null)
      .map((each) => ({ id: each.accountId, name: each.name, role: each.accountRole, member_role: each.role })),
    rights: rightsOf({ role, memberRole }),
  };
}

export const toMember = ({ id, username, role, createdAt, blockedAt }: Member, hasFactor: boolean) => ({
  id,
  username,
  role,
  created_at: createdAt,
  has_second_factor: hasFactor,
  blocked_at: blockedAt,
});

export const toInvitation = ({ id, role, invitedBy, createdAt, expiresAt }: Invitation) => ({
  id,
  role,
  invited_by: invitedBy,
  created_at: createdAt,
  expires_at: expiresAt,
});
