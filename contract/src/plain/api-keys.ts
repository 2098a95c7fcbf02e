/**
 * What a key of a merchant's server opens; a key has some of them. `read` opens every call that only reads. `withdrawals` changes
 * nothing until the account's owner lets keys withdraw.
 */
export const KEY_SCOPES = ['orders', 'payouts', 'withdrawals', 'read'] as const;
export type KeyScope = (typeof KEY_SCOPES)[number];

/** What a call needs of its key: a scope, or any key at all. */
export type ScopeNeed = KeyScope | 'any';

/** What keys opened before they had scopes, and open unless another choice is made. */
export const USUAL_SCOPES: readonly KeyScope[] = ['orders', 'payouts', 'read'];

/** The refusal of a key without the call's scope. */
export const SCOPE_MISSING = 'scope_missing';

/** Whether a key with these scopes may make a call. */
export const opens = (scopes: readonly KeyScope[], { method, scope }: { method: string; scope: ScopeNeed }): boolean =>
  scope === 'any' || scopes.includes(scope) || (method === 'GET' && scopes.includes('read'));

/** Addresses and networks of one key. */
export const MAX_KEY_ADDRESSES = 20;
/** The merchant is told of a key's end so long before. */
export const KEY_ENDING_MS = 7 * 24 * 60 * 60 * 1000;
