import { type OwnedPart, POSTING_KINDS, type PostingKind } from '@kantor/contract/plain/money-trail.ts';
import { type RawBuilder, sql } from 'kysely';

/** An owner's entry of a posting for one of several causes. */
export interface OwnPosting {
  kind: PostingKind;
  at: Date;
  part: OwnedPart;
  /** Micro-USDT; a plus or a minus. */
  amount: bigint;
}

/** An owner's own entries of what was posted for any of `causes`, as a query of the rows above, oldest first. */
export const ownPostings = (ownerId: string, causes: RawBuilder<unknown>): RawBuilder<unknown> => sql`
  select journal.kind, journal.created_at as at, account.kind as part, entry.amount
  from ledger_journal journal
  join ledger_entry entry on entry.journal_id = journal.id
  join ledger_account account on account.id = entry.account_id
  where journal.kind = any(${POSTING_KINDS}) and journal.cause = any(${causes}) and account.owner_id = ${ownerId}
  order by journal.created_at, array_position(${POSTING_KINDS}, journal.kind), journal.id, account.kind, entry.account_version`;
