export { isUsername } from './rules.ts';
export { accountChanged, type AccountRequest, addAccount, badName, nameTaken } from './service.ts';
export {
  type Account,
  type AccountName,
  type FeeMismatch,
  lockAccount,
  lockAccountByName,
  lockAccounts,
  type MerchantLimits,
  NO_LIMITS,
  readAccount,
  readAccountByName,
  readAccountNames,
  readAccountsLike,
  readCappedTraders,
  readCappingMerchants,
  readLimits,
  setBlocked,
  setFees,
  setLimits,
  setTraffic,
  setWallet,
} from './store.ts';
