import { type RawBuilder, sql } from 'kysely';
import type { Reader, Tx } from '../../db/tx.ts';
import { eventsFrom } from '../../outbox/append.ts';
import type { Happened } from './rules.ts';

/** Appends an event for each of some messages: rows of `id` and `merchant_id`. */
export const changedEvents = (messages: RawBuilder<unknown>, at: Date): RawBuilder<unknown> =>
  eventsFrom('webhook.changed', { from: messages, objectId: sql`id`, owner: sql`merchant_id`, at });

/** Where an event's message goes. */
export interface Target {
  merchantId: string;
  /** The order's own address. */
  callbackUrl: string | null;
  url: string;
}

interface EventOfObject {
  eventId: bigint;
  happened: Happened;
  objectId: string;
  at: Date;
}

/**
 * The targets of events, by the events' ids: the order's own address, also for its appeals; otherwise the merchant's endpoint
 * if it had an address by then. An event without a target is absent.
 */
export async function readTargets(db: Reader, events: readonly EventOfObject[]): Promise<Map<bigint, Target>> {
  const { rows } = await sql<Target & { eventId: bigint }>`
    with event as (
      select * from unnest(${events.map(({ eventId }) => eventId)}::bigint[],
        ${events.map(({ happened }) => happened.object)}::text[], ${events.map(({ objectId }) => objectId)}::uuid[],
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
      select event.id, event.at, merchant_id, null
      from event join withdrawal on event.object = 'withdrawal' and withdrawal.id = object_id
    )
    select owned.id as "eventId", owned.merchant_id as "merchantId", callback_url as "callbackUrl",
      coalesce(callback_url, endpoint.url) as url
    from owned left join webhook_endpoint endpoint
      on endpoint.merchant_id = owned.merchant_id and endpoint.url <> '' and endpoint.since <= owned.at
    where coalesce(callback_url, endpoint.url) is not null`.execute(db);
  return new Map(rows.map(({ eventId, ...target }) => [eventId, target]));
}

export interface NewMessage extends Target {
  id: string;
  eventId: bigint;
  type: string;
  objectId: string;
  body: string;
}

/**
 * The objects among these that still have an unfinished message. The last one of each is locked: who finishes it meanwhile
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

/** Writes messages in this order. The first unfinished one of an object is due at once, the others wait for it. */
export async function insertMessages(
  tx: Tx,
  messages: readonly NewMessage[],
  { at, giveUpAt }: { at: Date; giveUpAt: Date },
): Promise<void> {
  if (messages.length === 0) return;
  const unfinished = await lockUnfinished(
    tx,
    messages.map(({ objectId }) => objectId),
  );
  const due = messages.map(({ objectId }) => {
    const waits = unfinished.has(objectId);
    unfinished.add(objectId);
    return waits ? null : at;
  });
  const column = <Key extends keyof NewMessage>(key: Key) => messages.map((message) => message[key]);
  await sql`
    insert into webhook (id, merchant_id, merchant_seq, event_id, type, object_id, callback_url, url, body, created_at,
      give_up_at, next_attempt_at)
    select id, merchant_id, list_append(merchant_id, 'webhooks'), event_id, type, object_id, callback_url, url, body, ${at},
      ${giveUpAt}, due
    from (
      select * from unnest(${column('id')}::uuid[], ${column('merchantId')}::uuid[], ${column('eventId')}::bigint[],
        ${column('type')}::text[], ${column('objectId')}::uuid[], ${column('callbackUrl')}::text[],
        ${column('url')}::text[], ${column('body')}::text[], ${due}::timestamptz[])
        with ordinality as message (id, merchant_id, event_id, type, object_id, callback_url, url, body, due, n)
      order by n
    ) as message`.execute(tx);
  await tellJournal(tx, messages, at);
}

/** Tells the screens of each merchant once, by the newest message. */
async function tellJournal(tx: Tx, messages: readonly NewMessage[], at: Date): Promise<void> {
  const newest = new Map(messages.map(({ merchantId, id }) => [merchantId, id]));
  const messagesOf = sql`
    unnest(${[...newest.values()]}::uuid[], ${[...newest.keys()]}::uuid[]) as message (id, merchant_id)`;
  await changedEvents(messagesOf, at).execute(tx);
}
