export { admitAttempt, generatePassword, hashNewPassword, hashPassword, type Queue } from './passwords.ts';
export { peopleRoutes } from './routes.ts';
export { addOwner, createOwner, type OwnerRequest } from './service.ts';
export { type Membership, readMemberRole, readMemberships } from './store/members.ts';
export {
  lockCredentials,
  lockPerson,
  lockPersonByName,
  type Person,
  readPerson,
  readPersonByName,
  setPasswordHash,
  setPersonBlocked,
} from './store/persons.ts';
