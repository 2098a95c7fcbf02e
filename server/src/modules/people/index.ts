export { memberFacts, recordDeed } from './deeds.ts';
export { admitAttempt, generatePassword, hashNewPassword, hashPassword, type Queue } from './passwords.ts';
export { peopleRoutes } from './routes.ts';
export { findInvitation, invite, useInvitation } from './service/invitations.ts';
export { addMember, changeRole, endMembership } from './service/members.ts';
export { addOwner, addPerson, createOwner } from './service/owners.ts';
export {
  type Invitation,
  type KnownInvitation,
  readInvitationById,
  readInvitations,
  revokeInvitation,
} from './store/invitations.ts';
export {
  type Member,
  type Membership,
  readMember,
  readMemberRole,
  readMembers,
  readMemberships,
  readOperators,
} from './store/members.ts';
export {
  lockCredentials,
  lockPerson,
  lockPersonByName,
  type Person,
  readPerson,
  readPersonByName,
  setLastAccount,
  setPasswordHash,
  setPersonBlocked,
} from './store/persons.ts';
