export { type Posting, type AccountKind, feeOf, postings } from './rules.ts';
export {
  fundsError,
  InsufficientFunds,
  lockBalance,
  openAccounts,
  post,
  postCall,
  readBalances,
  readLines,
  readPosted,
} from './store.ts';
export { verify } from './verify.ts';
