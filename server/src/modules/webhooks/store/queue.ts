import { type RawBuilder, sql } from 'kysely';
import { type Locked, lockRow, lockRows, type Statement, type Tx } from '../../../db/tx.ts';
import type { AttemptResult } from '../send.ts';
import { changedEvents } from './events.ts';
import { counted } from './health.ts';

/** A delivery that this worker alone may send until its lease ends. */
export interface ClaimedDelivery {
  id: string;
  merchantId: string;
  /** Whose secret signs it: where it goes, or the merchant's first. */
  endpointId: string;
  toEndpoint: boolean;
  url: string;
  body: string;
  /** Failed attempts since it was made, or sent again by hand. */
  tries: number;
  giveUpAt: Date;
  leasedUntil: Date;
  secretVersion: number;
  lastRawVersion: number;
  formerSecretUntil: Date | null;
}

/** As the indexes of queues have it: null is the merchant's first. */
const endpointOf = sql`coalesce(webhook.endpoint_id, webhook.merchant_id)`;

interface Claim {
  at: Date;
  leasedUntil: Date;
  /** At most so many. */
  room: number;
  /** In flight to one endpoint at most, and as many to the addresses of a merchant's orders; over all workers. */
  maxPerLane: number;
}

/**
 * Leases deliveries that are due. Endpoints take turns: those with the fewest in flight come first, so that neither a long queue
 * nor a slow server of one is in the way of another. Deliveries that another worker is just taking are passed over.
 */
export async function claimDue(
  tx: Statement,
  { at, leasedUntil, room, maxPerLane }: Claim,
): Promise<ClaimedDelivery[]> {
  const { rows } = await sql<ClaimedDelivery>`
    with recursive lane as (
      (select merchant_id, to_endpoint, ${endpointOf} as endpoint_id from webhook where status = 'PENDING'
        order by merchant_id, to_endpoint, ${endpointOf} limit 1)
      union all
      select next.* from lane cross join lateral (
        select merchant_id, to_endpoint, ${endpointOf} as endpoint_id from webhook
        where status = 'PENDING'
          and (merchant_id, to_endpoint, ${endpointOf}) > (lane.merchant_id, lane.to_endpoint, lane.endpoint_id)
        order by merchant_id, to_endpoint, ${endpointOf} limit 1
      ) as next
    ), open as (
      select lane.*, endpoint.url, coalesce(secret_version, 1) as secret_version,
        coalesce(last_raw_version, 0) as last_raw_version, former_secret_until, (
        select count(*) from webhook under_way
        where under_way.merchant_id = lane.merchant_id and under_way.to_endpoint = lane.to_endpoint
          and coalesce(under_way.endpoint_id, under_way.merchant_id) = lane.endpoint_id and leased_until > ${at}
      ) as busy
      from lane left join webhook_endpoint endpoint on endpoint.id = lane.endpoint_id
      where not lane.to_endpoint or (endpoint.is_active and endpoint.url <> '')
    ), due as (
      select due.id, open.url, open.endpoint_id, secret_version, last_raw_version, former_secret_until,
        busy + row_number() over (partition by merchant_id, to_endpoint, open.endpoint_id order by next_attempt_at) as turn
      from open cross join lateral (
        select id, next_attempt_at from webhook
        where status = 'PENDING' and webhook.merchant_id = open.merchant_id
          and webhook.to_endpoint = open.to_endpoint and ${endpointOf} = open.endpoint_id
          and next_attempt_at <= ${at} and (leased_until is null or leased_until <= ${at})
        order by next_attempt_at limit greatest(${maxPerLane} - busy, 0)
        for no key update skip locked
      ) as due
    ), chosen as (
      select * from due order by turn limit ${room}
    )
    update webhook set leased_until = ${leasedUntil}, url = coalesce(callback_url, chosen.url)
    from chosen where webhook.id = chosen.id
    returning webhook.id, merchant_id as "merchantId", chosen.endpoint_id as "endpointId", to_endpoint as "toEndpoint", webhook.url, body, tries,
      give_up_at as "giveUpAt", leased_until as "leasedUntil", secret_version as "secretVersion",
      last_raw_version as "lastRawVersion", former_secret_until as "formerSecretUntil"`.execute(tx);
  return rows;
}

/**
 * Ends leases by their end, but for those of the deliveries named. Another worker's of the same millisecond end with them: its
 * deliveries may then be sent twice.
 */
export async function returnLeases(tx: Statement, ends: readonly Date[], kept: readonly string[]): Promise<void> {
  await sql`
    update webhook set leased_until = null
    where status = 'PENDING' and leased_until is not null and leased_until = any(${ends}::timestamptz[])
      and id <> all(${kept}::uuid[])`.execute(tx);
}

/** A delivery that is finished, by an answer or by its age. */
export interface FinishedDelivery {
  objectId: string;
  endpointId: string | null;
  merchantSeq: bigint;
}

const finishedColumns = sql`object_id as "objectId", endpoint_id as "endpointId", merchant_seq as "merchantSeq"`;

/** The statement that writes an attempt and the delivery's new state, if the delivery is as `where` says. */
const attempt = (
  { id }: ClaimedDelivery,
  result: AttemptResult,
  { change, where }: { change: RawBuilder<unknown>; where: RawBuilder<unknown> },
) => sql<FinishedDelivery>`
  with moved as (
    update webhook set attempts = attempts + 1, tries = tries + 1, leased_until = null, ${change}
    where id = ${id} and status = 'PENDING' and ${where}
    returning *
  ), attempt as (
    insert into webhook_attempt (webhook_id, n, started_at, duration, response_status, response_body, error)
    select id, attempts, ${result.startedAt}, ${result.duration}, ${result.status}, ${result.answer},
      ${result.error}
    from moved
  ), ${counted(result)}, event as (${changedEvents(sql`moved`, result.startedAt)})
  select ${finishedColumns} from moved`;

/** The lease is still ours; no other worker has the delivery. */
const isOurs = ({ leasedUntil }: ClaimedDelivery) => sql`leased_until = ${leasedUntil}`;

/** Records that the delivery arrived: so it did, even if its lease is over. */
export const recordDelivered = (tx: Tx, delivery: ClaimedDelivery, result: AttemptResult, at: Date) =>
  lockRow(
    tx,
    attempt(delivery, result, {
      change: sql`status = 'DELIVERED', delivered_at = ${at}, next_attempt_at = null`,
      where: sql`true`,
    }),
  );

/** Records a failure after which the delivery is not tried again. */
export const recordDead = (tx: Tx, delivery: ClaimedDelivery, result: AttemptResult) =>
  lockRow(
    tx,
    attempt(delivery, result, { change: sql`status = 'DEAD', next_attempt_at = null`, where: isOurs(delivery) }),
  );

/** Records a failure after which the delivery is tried again. */
export async function recordRetry(
  tx: Statement,
  delivery: ClaimedDelivery,
  result: AttemptResult,
  nextAt: Date,
): Promise<void> {
  await attempt(delivery, result, { change: sql`next_attempt_at = ${nextAt}`, where: isOurs(delivery) }).execute(tx);
}

/**
 * Makes the next delivery of each object to the same endpoint due. A statement of its own, after the one that finished the delivery before it: it
 * sees what was made meanwhile.
 */
export async function releaseNext(tx: Tx, finished: readonly Locked<FinishedDelivery>[], at: Date): Promise<void> {
  await sql`
    update webhook set next_attempt_at = ${at}
    where next_attempt_at is null and id in (
      select next.id
      from unnest(${finished.map(({ objectId }) => objectId)}::uuid[],
        ${finished.map(({ endpointId }) => endpointId)}::uuid[],
        ${finished.map(({ merchantSeq }) => merchantSeq)}::bigint[]) as finished (object_id, endpoint_id, merchant_seq)
      cross join lateral (
        select id from webhook
        where object_id = finished.object_id and endpoint_id is not distinct from finished.endpoint_id
          and merchant_seq > finished.merchant_seq and status = 'PENDING'
        order by merchant_seq limit 1
      ) as next
    )`.execute(tx);
}

/** Gives up deliveries that are too old, a batch of them. */
export const expireOverdue = (tx: Tx, at: Date, batchSize: number): Promise<Locked<FinishedDelivery>[]> =>
  lockRows(
    tx,
    sql<FinishedDelivery>`
      with overdue as (
        select id from webhook
        where status = 'PENDING' and give_up_at <= ${at} and (leased_until is null or leased_until <= ${at})
        order by give_up_at limit ${batchSize} for no key update skip locked
      ), moved as (
        update webhook set status = 'DEAD', next_attempt_at = null, leased_until = null
        from overdue where webhook.id = overdue.id
        returning webhook.*
      ), event as (${changedEvents(sql`moved`, at)})
      select ${finishedColumns} from moved`,
  );
