import { sql } from 'kysely';
import type { Reader, Tx } from '../../../db/tx.ts';
import type { WebhookEvent } from '../rules.ts';
import { changedEvents } from './events.ts';

/** Whose event it is, and the order's own address, which goes before all endpoints. */
export interface EventOwner {
  merchantId: string;
  callbackUrl: string | null;
}

/** The merchants of events, by the events' ids. An appeal has the address of its order. */
export async function readOwners(db: Reader, events: readonly WebhookEvent[]): Promise<Map<bigint, EventOwner>> {
  const { rows } = await sql<EventOwner & { eventId: bigint }>`
    with event as (
      select * from unnest(${events.map(({ id }) => id)}::bigint[],
        ${events.map(({ change }) => change.object)}::text[], ${events.map(({ objectId }) => objectId)}::uuid[])
        as event (id, object, object_id)
    )
    select event.id as "eventId", merchant_id as "merchantId", callback_url as "callbackUrl"
    from event join orders on event.object = 'order' and orders.id = object_id
    union all
    select event.id, orders.merchant_id, callback_url
    from event join appeal on event.object = 'appeal' and appeal.id = object_id
      join orders on orders.id = appeal.order_id
    union all
    select event.id, merchant_id, null
    from event join payout on event.object = 'payout' and payout.id = object_id
    union all
    select event.id, owner_id, null
    from event join withdrawal on event.object = 'withdrawal' and withdrawal.id = object_id
    union all
    select event.id, account_id, null
    from event join report on event.object = 'report' and report.id = object_id`.execute(db);
  return new Map(rows.map(({ eventId, ...owner }) => [eventId, owner]));
}

/** The day that a report is about, `YYYY-MM-DD`. */
export async function readReportDay(db: Reader, id: string): Promise<string> {
  const { rows } = await sql<{ day: string }>`select first_day::text as day from report where id = ${id}`.execute(db);
  const [report] = rows;
  if (report === undefined) throw new Error(`There is no report ${id}`);
  return report.day;
}

interface Happening extends EventOwner {
  isTest: boolean;
  type: string;
  at: Date;
}

/** Where a delivery goes. */
export interface Target {
  /** Null: the merchant's first, or the order's own address. */
  endpointId: string | null;
  url: string;
}

/** Where each of these goes, in their order: the order's own address, otherwise every endpoint that wants it and had an address by then. */
export async function readTargets(db: Reader, happenings: readonly Happening[]): Promise<Target[][]> {
  const { rows } = await sql<Target & { place: bigint }>`
    with happening as (
      select * from unnest(${happenings.map(({ merchantId }) => merchantId)}::uuid[],
        ${happenings.map(({ isTest }) => isTest)}::boolean[], ${happenings.map(({ type }) => type)}::text[],
        ${happenings.map(({ at }) => at)}::timestamptz[], ${happenings.map(({ callbackUrl }) => callbackUrl)}::text[])
        with ordinality as happening (merchant_id, is_test, type, at, callback_url, place)
    )
    select place, null::uuid as "endpointId", callback_url as url from happening where callback_url is not null
    union all
    select place, nullif(endpoint.id, endpoint.merchant_id), endpoint.url
    from happening join webhook_endpoint endpoint on endpoint.merchant_id = happening.merchant_id
      and endpoint.is_test = happening.is_test and endpoint.url <> '' and endpoint.since <= happening.at
      and endpoint.removed_at is null and (endpoint.types is null or happening.type = any(endpoint.types))
    where callback_url is null
    order by place, "endpointId"`.execute(db);
  const targets: Target[][] = happenings.map(() => []);
  for (const { place, ...target } of rows) targets[Number(place) - 1]?.push(target);
  return targets;
}

export interface NewDelivery extends Target {
  id: string;
  merchantId: string;
  callbackUrl: string | null;
  isTest: boolean;
  /** Null in the test mode. */
  eventId: bigint | null;
  type: string;
  objectId: string;
  body: string;
}

type Queue = Pick<NewDelivery, 'objectId' | 'endpointId'>;
const nameOf = ({ objectId, endpointId }: Queue) => `${objectId} ${endpointId ?? ''}`;

/**
 * The queues among these, of an object and an endpoint, that still have an unfinished delivery. The last one of each is locked:
 * who finishes it meanwhile waits, and then sees what comes after it.
 */
async function lockUnfinished(tx: Tx, queues: readonly Queue[]): Promise<Set<string>> {
  const { rows } = await sql<Queue>`
    select last.object_id as "objectId", last.endpoint_id as "endpointId"
    from (
      select distinct object_id, endpoint_id
      from unnest(${queues.map(({ objectId }) => objectId)}::uuid[], ${queues.map(({ endpointId }) => endpointId)}::uuid[])
        as queue (object_id, endpoint_id)
      order by object_id, endpoint_id
    ) as queue
    cross join lateral (
      select object_id, endpoint_id from webhook
      where object_id = queue.object_id and endpoint_id is not distinct from queue.endpoint_id and status = 'PENDING'
      order by merchant_seq desc limit 1 for no key update
    ) as last`.execute(tx);
  return new Set(rows.map(nameOf));
}

/** Writes deliveries in this order. The first unfinished one of an object at an endpoint is due at once, the others wait for it. */
export async function insertDeliveries(
  tx: Tx,
  deliveries: readonly NewDelivery[],
  { at, giveUpAt }: { at: Date; giveUpAt: Date },
): Promise<void> {
  if (deliveries.length === 0) return;
  const unfinished = await lockUnfinished(tx, deliveries);
  const due = deliveries.map((delivery) => {
    const queue = nameOf(delivery);
    const waits = unfinished.has(queue);
    unfinished.add(queue);
    return waits ? null : at;
  });
  const column = <Key extends keyof NewDelivery>(key: Key) => deliveries.map((delivery) => delivery[key]);
  // Before the merchants' numbers: whoever forgets deliveries goes in this order, too.
  await sql`select platform_append('webhooks', ${column('id')}::uuid[])`.execute(tx);
  await sql`
    insert into webhook (id, merchant_id, merchant_seq, endpoint_id, is_test, event_id, type, object_id, callback_url, url, body,
      created_at, give_up_at, next_attempt_at)
    select id, merchant_id, list_append(merchant_id, 'webhooks'), endpoint_id, is_test, event_id, type, object_id, callback_url,
      url, body, ${at}, ${giveUpAt}, due
    from (
      select * from unnest(${column('id')}::uuid[], ${column('merchantId')}::uuid[], ${column('endpointId')}::uuid[],
        ${column('isTest')}::boolean[], ${column('eventId')}::bigint[], ${column('type')}::text[], ${column('objectId')}::uuid[], ${column('callbackUrl')}::text[],
        ${column('url')}::text[], ${column('body')}::text[], ${due}::timestamptz[])
        with ordinality as delivery (id, merchant_id, endpoint_id, is_test, event_id, type, object_id, callback_url, url, body, due, n)
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
