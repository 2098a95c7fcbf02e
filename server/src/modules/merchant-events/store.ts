import { type RawBuilder, sql } from 'kysely';
import type { Reader, Tx } from '../../db/tx.ts';

const EVENT_OBJECTS = ['order', 'appeal', 'payout', 'withdrawal', 'report'] as const;
export type EventObject = (typeof EVENT_OBJECTS)[number];

/** Something that happened to a merchant's object. */
export interface NewEvent {
  /** The row of the outbox. */
  eventId: bigint;
  object: EventObject;
  objectId: string;
  /** `order.closed` */
  type: string;
  happenedAt: Date;
}

/** Keeps what happened, in this order; what happened to traders' withdrawals is no merchant's. */
export async function insertEvents(tx: Tx, events: readonly NewEvent[], at: Date): Promise<void> {
  const column = <Key extends keyof NewEvent>(key: Key) => events.map((event) => event[key]);
  await sql`
    insert into merchant_event (merchant_id, object, object_id, type, event_id, happened_at, at)
    select account.id, event.object, event.object_id, event.type, event.event_id, event.happened_at, ${at}
    from unnest(${column('object')}::text[], ${column('objectId')}::uuid[], ${column('type')}::text[],
      ${column('eventId')}::bigint[], ${column('happenedAt')}::timestamptz[])
      with ordinality as event (object, object_id, type, event_id, happened_at, place)
    join account on account.role = 'merchant' and account.id = case event.object
      when 'order' then (select merchant_id from orders where id = event.object_id)
      when 'appeal' then (select merchant_id from appeal where id = event.object_id)
      when 'payout' then (select merchant_id from payout where id = event.object_id)
      when 'report' then (select account_id from report where id = event.object_id)
      else (select owner_id from withdrawal where id = event.object_id)
    end
    order by event.place`.execute(tx);
}

/** A place in the log: what comes after it is further. */
export interface Place {
  at: Date;
  n: bigint;
}

const isFurther = ({ at, n }: Place) => sql`(e.at, e.n) > (${at}::timestamptz, ${n}::bigint)`;

/** An object that has changed, by the last thing that happened to it. */
export interface Change extends Place {
  objectId: string;
}

/** A merchant's objects of a kind that have changed after a place, each by its last change, oldest first. */
export async function readChanges(
  db: Reader,
  { merchantId, object, since, limit }: { merchantId: string; object: EventObject; since: Place; limit: number },
): Promise<Change[]> {
  const { rows } = await sql<Change>`
    select e.at, e.n, e.object_id as "objectId" from merchant_event e
    where e.merchant_id = ${merchantId} and e.object = ${object} and ${isFurther(since)}
      and not exists (select from merchant_event later where later.object_id = e.object_id and later.n > e.n)
    order by e.at, e.n limit ${limit}`.execute(db);
  return rows;
}

/** An event as its merchant is told of it. */
export interface MerchantEvent extends Place {
  eventId: bigint;
  type: string;
  object: EventObject;
  objectId: string;
  happenedAt: Date;
  /** When a webhook of it arrived; null: none did, or none was sent. */
  deliveredAt: Date | null;
}

interface EventsSought {
  merchantId: string;
  since: Place;
  types: readonly string[] | undefined;
  objectId: string | undefined;
  limit: number;
}

const columns = sql`
  e.at, e.n, e.event_id as "eventId", e.type, e.object, e.object_id as "objectId", e.happened_at as "happenedAt",
  (select max(delivered_at) from webhook where webhook.event_id = e.event_id) as "deliveredAt"`;

/** A merchant's events after a place, oldest first. */
export async function readEvents(
  db: Reader,
  { merchantId, since, types, objectId, limit }: EventsSought,
): Promise<MerchantEvent[]> {
  const ofType = types === undefined ? sql`` : sql`and e.type = any(${types}::text[])`;
  const asked = (from: RawBuilder<unknown>) => sql`
    select ${columns} from merchant_event e
    where ${from} and e.merchant_id = ${merchantId} and ${isFurther(since)} and e.event_id is not null ${ofType}
    order by e.at, e.n limit ${limit}`;
  const { rows } = await (
    objectId === undefined
      ? sql<MerchantEvent>`
          select found.* from unnest(${EVENT_OBJECTS}::text[]) as kind (object)
          cross join lateral (${asked(sql`e.object = kind.object`)}) as found
          order by at, n limit ${limit}`
      : sql<MerchantEvent>`${asked(sql`e.object_id = ${objectId}`)}`
  ).execute(db);
  return rows;
}
