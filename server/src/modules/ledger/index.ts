export { type Posting, type AccountKind, feeOf, postings } from './rules.ts';
export { InsufficientFunds, lockBalance, openAccounts, post, readBalances, readLines, readPosted } from './store.ts';
export { verify } from './verify.ts';
