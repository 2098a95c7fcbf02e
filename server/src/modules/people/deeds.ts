import type { Tx } from '../../db/tx.ts';
import type { Caller } from '../../http/endpoint.ts';
import type { PersonActor } from '../../kernel/actor.ts';
import { unauthorized } from '../../kernel/errors.ts';
import { appendAudit, type Facts } from '../audit/index.ts';
import type { Member } from './store/members.ts';

/** Who signed in. @throws ApiError 401 for a server. */
export function personOf({ person }: Pick<Caller, 'person'>): { id: string; username: string } {
  if (person === undefined) throw unauthorized();
  return person;
}

export const memberFacts = ({ username, role }: Pick<Member, 'username' | 'role'>): Facts => ({
  member: username,
  role,
});

interface MemberDeed {
  /** The command of the same, where there is one. */
  action: string;
  before: Facts | null;
  after: Facts;
}

/** Appends to the audit what a person did with the members of the account that they are in. */
export const recordDeed = (tx: Tx, { accountId, ...actor }: PersonActor, deed: MemberDeed, at: Date): Promise<void> =>
  appendAudit(tx, { actor: { accountId, ...actor }, object: { kind: 'members', id: accountId }, ...deed }, at);
