import { sql } from 'kysely';
import type { Reader } from '../../../db/tx.ts';
import type { Owner } from '../../../kernel/owner.ts';
import { type OwnPosting, ownPostings } from '../../ledger/index.ts';
import { isOwn } from './owner.ts';

/** What an order and its appeals moved on its owner's own balance, oldest first; undefined when the order is not theirs. */
export async function readOwnPostings(db: Reader, owner: Owner, id: string): Promise<OwnPosting[] | undefined> {
  const causes = sql`array(select o.id union all select appeal.id from appeal where appeal.order_id = o.id)`;
  const { rows } = await sql<OwnPosting | Record<keyof OwnPosting, null>>`
    select posting.* from orders o left join lateral (${ownPostings(owner.id, causes)}) as posting on true
    where o.id = ${id} and ${isOwn(owner)}`.execute(db);
  return rows.length === 0 ? undefined : rows.filter((row): row is OwnPosting => row.kind !== null);
}
