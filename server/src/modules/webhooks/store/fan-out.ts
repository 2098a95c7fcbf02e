import { sql } from 'kysely';
import type { Reader, Tx } from '../../../db/tx.ts';
import type { WebhookEvent } from '../rules.ts';
import { changedEvents } from './events.ts';

/** The address that an event's delivery goes to. */
export interface Target {
  merchantId: string;
  /** The order's own address. */
  callbackUrl: string | null;
  url: string;
}

/**
 * The targets of events, by the events' ids: the order's own address, also for its appeals; otherwise the merchant's endpoint
 * if it had an address by then. An event without a target is absent.
 */
export async function readTargets(db: Reader, events: readonly WebhookEvent[]): Promise<Map<bigint, Target>> {
  const { rows } = await sql<Target & { eventId: bigint }>`
    with event as (
      select * from unnest(${events.map(({ id }) => id)}::bigint[],
        ${events.map(({ change }) => change.object)}::text[], ${events.map(({ objectId }) => objectId)}::uuid[],
        ${events.map(({ at }) => at)}::timestamptz[]) as event (id, object, object_id, at)
    ), owned as (
      select event.id, event.at, merchant_id, callback_url
      from event join orders on event.object = 'order' and orders.id = object_id
      union all
      select event.id, event.at, orders.merchant_id, callback_url
      from event join appeal on event.object = 'appeal' and appeal.id = object_id
        join orders on orders.id = appeal.order_id
      union all
      select event.id, event.at, merchant_id, null
      from event join payout on event.object = 'payout' and payout.id = object_id
      union all
      select event.id, event.at, owner_id, null
      from event join withdrawal on event.object = 'withdrawal' and withdrawal.id = object_id
    )
    select owned.id as "eventId", owned.merchant_id as "merchantId", callback_url as "callbackUrl",
      coalesce(callback_url, endpoint.url) as url
    from owned left join webhook_endpoint endpoint
      on endpoint.merchant_id = owned.merchant_id and endpoint.url <> '' and endpoint.since <= owned.at
    where coalesce(callback_url, endpoint.url) is not null`.execute(db);
  return new Map(rows.map(({ eventId, ...target }) => [eventId, target]));
}

export interface NewDelivery extends Target {
  id: string;
  eventId: bigint;
  type: string;
  objectId: string;
  body: string;
}

/**
 * The objects among these that still have an unfinished delivery. The last one of each is locked: who finishes it meanwhile
 * waits, and then sees what comes after it.
 */
async function lockUnfinished(tx: Tx, objectIds: readonly string[]): Promise<Set<string>> {
  const { rows } = await sql<{ objectId: string }>`
    select last.object_id as "objectId"
    from (select distinct id from unnest(${objectIds}::uuid[]) as id order by id) as object
    cross join lateral (
      select object_id from webhook where object_id = object.id and status = 'PENDING'
      order by merchant_seq desc limit 1 for no key update
    ) as last`.execute(tx);
  return new Set(rows.map(({ objectId }) => objectId));
}

/** Writes deliveries in this order. The first unfinished one of an object is due at once, the others wait for it. */
export async function insertDeliveries(
  tx: Tx,
  deliveries: readonly NewDelivery[],
  { at, giveUpAt }: { at: Date; giveUpAt: Date },
): Promise<void> {
  if (deliveries.length === 0) return;
  const unfinished = await lockUnfinished(
    tx,
    deliveries.map(({ objectId }) => objectId),
  );
  const due = deliveries.map(({ objectId }) => {
    const waits = unfinished.has(objectId);
    unfinished.add(objectId);
    return waits ? null : at;
  });
  const column = <Key extends keyof NewDelivery>(key: Key) => deliveries.map((delivery) => delivery[key]);
  // Before the merchants' numbers: whoever forgets deliveries goes in this order, too.
  await sql`select platform_append('webhooks', ${column('id')}::uuid[])`.execute(tx);
  await sql`
    insert into webhook (id, merchant_id, merchant_seq, event_id, type, object_id, callback_url, url, body, created_at,
      give_up_at, next_attempt_at)
    select id, merchant_id, list_append(merchant_id, 'webhooks'), event_id, type, object_id, callback_url, url, body, ${at},
      ${giveUpAt}, due
    from (
      select * from unnest(${column('id')}::uuid[], ${column('merchantId')}::uuid[], ${column('eventId')}::bigint[],
        ${column('type')}::text[], ${column('objectId')}::uuid[], ${column('callbackUrl')}::text[],
        ${column('url')}::text[], ${column('body')}::text[], ${due}::timestamptz[])
        with ordinality as delivery (id, merchant_id, event_id, type, object_id, callback_url, url, body, due, n)
      order by n
    ) as delivery`.execute(tx);
  await appendNewest(tx, deliveries, at);
}

/** Appends one event for each merchant, of their newest delivery. */
async function appendNewest(tx: Tx, deliveries: readonly NewDelivery[], at: Date): Promise<void> {
  const newest = new Map(deliveries.map(({ merchantId, id }) => [merchantId, id]));
  const rows = sql`
    unnest(${[...newest.values()]}::uuid[], ${[...newest.keys()]}::uuid[]) as delivery (id, merchant_id)`;
  await changedEvents(rows, at).execute(tx);
}
