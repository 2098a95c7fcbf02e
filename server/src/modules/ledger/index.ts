export { type Posting, type AccountKind, feeOf, postings, type Terms } from './rules.ts';
export {
  type AccountEntry,
  fundsError,
  InsufficientFunds,
  lockAccounts,
  lockBalance,
  openAccounts,
  post,
  postCall,
  type Effect,
  readBalances,
  readEffects,
  readEntries,
  readPosted,
  readTotals,
} from './store.ts';
