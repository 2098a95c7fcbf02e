export { admitAttempt, generatePassword, hashPassword, type Queue } from './passwords.ts';
export { userRoutes } from './routes.ts';
export { isUsername } from './rules.ts';
export { addUser, createUser, userChanged, type UserRequest } from './service.ts';
export {
  type FeeMismatch,
  type MerchantLimits,
  NO_LIMITS,
  readLimits,
  setLimits,
  lockCredentials,
  lockUser,
  lockUserByName,
  lockUsers,
  lockUserWithPassword,
  readCappedTraders,
  readCappingMerchants,
  readUser,
  readUserByName,
  setBlocked,
  setFees,
  setPasswordHash,
  setTraffic,
  setWallet,
  type User,
} from './store.ts';
