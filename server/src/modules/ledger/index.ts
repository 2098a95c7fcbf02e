export { type Adjustment, type Posting, type AccountKind, feeOf, postings, type Terms } from './rules.ts';
export { type EntryOfDay, withDays } from './store/days.ts';
export {
  type AccountEntry,
  assertNoDebt,
  fundsError,
  InsufficientFunds,
  lockBalance,
  lockBalances,
  openAccounts,
  post,
  postAll,
  postCalls,
  type Effect,
  readAvailable,
  readBalances,
  readBalancesOf,
  readEarned,
  readEffects,
  readEntries,
  readPosted,
  readTotals,
  readTrail,
  type TimedPosting,
  type TrailPosting,
} from './store.ts';
export { type OwnPosting, ownPostings } from './store/own-postings.ts';
