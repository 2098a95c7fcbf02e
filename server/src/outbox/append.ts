import { type RawBuilder, sql } from 'kysely';
import { idLists } from '../db/by-place.ts';
import type { Tx } from '../db/tx.ts';
import type { Kind } from './kinds.ts';

export interface ObjectEvent {
  kind: Kind;
  objectId: string;
  /** Users whom it concerns; none means everyone. */
  owners: readonly string[];
  at: Date;
}

/** Appends an event, which takes effect if and only if the transaction commits. Orders append theirs in SQL (`order_entered`). */
export async function appendEvent(tx: Tx, { kind, objectId, owners, at }: ObjectEvent): Promise<void> {
  await sql`
    insert into outbox (kind, object_id, owners, created_at)
    values (${kind}, ${objectId}, ${owners}::uuid[], ${at})`.execute(tx);
}

/** Appends several events in their order, within a larger statement: `with event as (${appended(events)})`. */
export const appended = (events: readonly ObjectEvent[]): RawBuilder<unknown> => sql`
  insert into outbox (kind, object_id, owners, created_at)
  select kind, object_id, owners::uuid[], at
  from unnest(${events.map(({ kind }) => kind)}::text[], ${events.map(({ objectId }) => objectId)}::uuid[],
    ${idLists(events.map(({ owners }) => owners))}::text[], ${events.map(({ at }) => at)}::timestamptz[])
    with ordinality as event (kind, object_id, owners, at, place)
  order by place`;

/** As `appendEvent`, several in their order. */
export async function appendEvents(tx: Tx, events: readonly ObjectEvent[]): Promise<void> {
  if (events.length > 0) await appended(events).execute(tx);
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
