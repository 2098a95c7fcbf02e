import { type RawBuilder, sql } from 'kysely';
import { type Locked, lockRows, type Reader, type Tx } from '../../../db/tx.ts';
import { changedEvents } from './events.ts';

/** Whether a delivery has somewhere to go: an order's own address, or an endpoint that is switched on. */
const canGo = (webhook: RawBuilder<unknown>) => sql`(
  not ${webhook}.to_endpoint or exists (
    select from webhook_endpoint endpoint where endpoint.id = coalesce(${webhook}.endpoint_id, ${webhook}.merchant_id)
      and endpoint.is_active and endpoint.url <> ''))`;

/** What sending some deliveries again would do. */
interface Resending {
  id: string;
  canGo: boolean;
  /** Something newer of the object, and none of these, has arrived at the same address. */
  isOutdated: boolean;
}

/** Tells of each of a merchant's deliveries whether it can be sent again, and whether that would tell an older state last. */
export async function readResending(db: Reader, ids: readonly string[]): Promise<Resending[]> {
  const { rows } = await sql<Resending>`
    select w.id, ${canGo(sql`w`)} as "canGo", exists (
      select from webhook newer
      where newer.object_id = w.object_id and newer.endpoint_id is not distinct from w.endpoint_id
        and newer.to_endpoint = w.to_endpoint and newer.merchant_seq > w.merchant_seq and newer.status = 'DELIVERED'
        and newer.id <> all(${ids}::uuid[])
    ) as "isOutdated"
    from unnest(${ids}::uuid[]) with ordinality as asked (id, place) join webhook w on w.id = asked.id
    order by place`.execute(db);
  return rows;
}

/** A delivery that is asked for, or waits in the queue of one. */
interface Queued {
  id: string;
}

/** Locks a merchant's deliveries, and what is unfinished in their queues, an object's at an endpoint, in the queues' order. */
export const lockQueues = (tx: Tx, merchantId: string, ids: readonly string[]): Promise<Locked<Queued>[]> =>
  lockRows(
    tx,
    sql<Queued>`
      select w.id from webhook w
      join (
        select distinct object_id, endpoint_id, to_endpoint from webhook
        where id = any(${ids}::uuid[]) and merchant_id = ${merchantId}
      ) as queue on queue.object_id = w.object_id and queue.endpoint_id is not distinct from w.endpoint_id
        and queue.to_endpoint = w.to_endpoint
      where w.status = 'PENDING' or w.id = any(${ids}::uuid[])
      order by w.object_id, w.endpoint_id, w.merchant_seq for no key update of w`,
  );

/**
 * Makes deliveries as new, but for their numbers, their ids and their attempts. Of each queue the first unfinished one is due at
 * once, and those up to the last that is asked for wait for it. One that is being sent is left to that, as is one that cannot go.
 * @returns how many are on their way.
 */
export async function requeueAll(
  tx: Tx,
  locked: readonly Locked<Queued>[],
  ids: readonly string[],
  { at, giveUpAt }: { at: Date; giveUpAt: Date },
): Promise<number> {
  const { rows } = await sql`
    with resent as (
      update webhook w set status = 'PENDING', delivered_at = null,
        tries = case when status = 'PENDING' then tries else 0 end,
        give_up_at = case when status = 'PENDING' then give_up_at else ${giveUpAt} end
      where id = any(${ids}::uuid[]) and id = any(${locked.map(({ id }) => id)}::uuid[])
        and (leased_until is null or leased_until <= ${at}) and ${canGo(sql`w`)}
      returning id, merchant_id
    ), event as (${changedEvents(sql`resent`, at)})
    select id from resent`.execute(tx);
  await sql`
    with place as (
      select id, merchant_seq, row_number() over (queue order by merchant_seq) as n,
        max(merchant_seq) filter (where id = any(${ids}::uuid[])) over queue as last_asked
      from webhook where id = any(${locked.map(({ id }) => id)}::uuid[]) and status = 'PENDING'
      window queue as (partition by object_id, endpoint_id, to_endpoint)
    )
    update webhook w set next_attempt_at = case when place.n = 1 then ${at}::timestamptz end
    from place where place.id = w.id and (leased_until is null or leased_until <= ${at})
      and place.merchant_seq <= place.last_asked`.execute(tx);
  return rows.length;
}
