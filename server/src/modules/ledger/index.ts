export { type Adjustment, type Posting, type AccountKind, feeOf, postings, type Terms } from './rules.ts';
export { lastSettledDay, sumUpLedger } from './jobs.ts';
export { type EntryOfDay, withDays } from './store/days.ts';
export { readEntries, sumEntries } from './store/entries.ts';
export { readRevenue, readRevenueTurnover, type RevenueTurnover } from './store/revenue.ts';
export { type Numbers, type OwnersPosting, readOwnersPostings, readTurnover, type Turnover } from './store/turnover.ts';
export {
  type AccountEntry,
  assertNoDebt,
  fundsError,
  InsufficientFunds,
  lockAvailable,
  lockBalances,
  openAccounts,
  post,
  postAll,
  postCalls,
  type Effect,
  type EntryReason,
  readAvailable,
  readBalances,
  readBalancesOf,
  sumBalancesOf,
  readEarned,
  readEffects,
  readPosted,
  readTotals,
  readTrail,
  type TimedPosting,
  type TrailPosting,
} from './store.ts';
export { type OwnPosting, ownPostings } from './store/own-postings.ts';
