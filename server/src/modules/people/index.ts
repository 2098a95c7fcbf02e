export { memberFacts, recordDeed } from './deeds.ts';
export { admitAttempt, generatePassword, hashNewPassword, hashPassword, type Queue } from './passwords.ts';
export { peopleRoutes } from './routes.ts';
export { findInvitation, useInvitation } from './service/invitations.ts';
export { addMember, changeRole, endMembership } from './service/members.ts';
export { addOwner, addPerson, createOwner } from './service/owners.ts';
export { type Membership, readMemberRole, readMembers, readMemberships, readOperators } from './store/members.ts';
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
