export { type AccountKind, feeOf, type Posting, postings, type Terms } from './rules.ts';
export { InsufficientFunds, lockBalance, openAccounts, post, readBalances, readLines } from './store.ts';
export { verify, type Violation } from './verify.ts';
