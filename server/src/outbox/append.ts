import { type RawBuilder, sql } from 'kysely';
import type { Tx } from '../db/tx.ts';
import type { Kind } from './kinds.ts';

interface EventOf {
  kind: Kind;
  /** Users whom it concerns; none means everyone. */
  owners: readonly string[];
  at: Date;
}

/** Appends an event, which takes effect if and only if the transaction commits. Orders append theirs in SQL (`order_entered`). */
export async function appendEvent(
  tx: Tx,
  { kind, objectId, owners, at }: EventOf & { objectId: string },
): Promise<void> {
  await sql`
    insert into outbox (kind, object_id, owners, created_at)
    values (${kind}, ${objectId}, ${owners}::uuid[], ${at})`.execute(tx);
}

/** As `appendEvent`, the same for several objects. */
export async function appendEvents(
  tx: Tx,
  { kind, objectIds, owners, at }: EventOf & { objectIds: readonly string[] },
): Promise<void> {
  if (objectIds.length === 0) return;
  await sql`
    insert into outbox (kind, object_id, owners, created_at)
    select ${kind}, id, ${owners}::uuid[], ${at} from unnest(${objectIds}::uuid[]) with ordinality as object (id, n)
    order by n`.execute(tx);
}

interface Appended {
  /** The rows: a table, a query's name, or a function of the statement. */
  from: RawBuilder<unknown>;
  /** A column of the rows. */
  objectId: RawBuilder<unknown>;
  /** A column of the rows: the one user whom each event concerns. */
  owner: RawBuilder<unknown>;
  at: Date;
}

/** As `appendEvent`, within a larger statement: `with … event as (${eventsFrom(…)})` appends an event for each row. */
export const eventsFrom = (kind: Kind, { from, objectId, owner, at }: Appended): RawBuilder<unknown> => sql`
  insert into outbox (kind, object_id, owners, created_at)
  select ${kind}, ${objectId}, array[${owner}], ${at} from ${from}`;
