import { INBOX, INBOX_RIGHTS, type InboxWhat } from '@kantor/contract/plain/inbox.ts';
import { mayDo, type MemberRole, type Role } from '@kantor/contract/plain/rights.ts';

/** What a member is told of; many are told of nothing. */
export const inboxOf = (member: { role: Role; memberRole: MemberRole }): InboxWhat[] =>
  INBOX.filter((what) => mayDo(member, INBOX_RIGHTS[what]));
