import type { RawBuilder } from 'kysely';

/** Whose inbox, and when. */
export interface Of {
  accountId: string;
  at: Date;
}

/**
 * What a kind of items tells of an account, as a query of one row: `count`; the `id` of the most urgent; `since`, `until`, `sum`
 * and `changes_at` where it has them, null elsewhere. It is found by an index of what is unfinished: nothing walks orders.
 */
export type InboxKind = (of: Of) => RawBuilder<unknown>;
