export { type Posting, type AccountKind, feeOf, postings } from './rules.ts';
export {
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
  readLines,
  readPosted,
  readTotals,
} from './store.ts';
