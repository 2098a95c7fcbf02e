export { type Adjustment, type Posting, type AccountKind, feeOf, postings, type Terms } from './rules.ts';
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
  postCall,
  type Effect,
  readBalances,
  readEffects,
  readEntries,
  readPosted,
  readTotals,
} from './store.ts';
