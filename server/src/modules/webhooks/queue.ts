import { sql } from 'kysely';
import type { Database } from '../../db/pool.ts';
import { singleStatement, type Statement, transaction, type Tx } from '../../db/tx.ts';
import type { Outcome } from './send.ts';
import { changedEvents } from './store.ts';

/** A message that this worker alone may send until its lease ends. */
export interface Claimed {
  id: string;
  merchantId: string;
  toEndpoint: boolean;
  url: string;
  body: string;
  /** Failed attempts since it was made, or sent again by hand. */
  tries: number;
  giveUpAt: Date;
  leasedUntil: Date;
  secretVersion: number;
  formerSecretUntil: Date | null;
}

interface Claim {
  at: Date;
  leasedUntil: Date;
  /** At most so many. */
  room: number;
  /** Under way to one merchant's endpoint at most, and as many to the addresses of its orders; over all workers. */
  perLane: number;
}

/**
 * Leases messages that are due. Merchants take turns: whoever has the fewest under way comes first, so that neither a long queue
 * nor a slow server of one is in the way of another. What another worker is just taking is passed over.
 */
export async function claimDue(db: Database, { at, leasedUntil, room, perLane }: Claim): Promise<Claimed[]> {
  return singleStatement(db, async (tx) => {
    const { rows } = await sql<Claimed>`
      with recursive lane as (
        (select merchant_id, to_endpoint from webhook where status = 'PENDING'
          order by merchant_id, to_endpoint limit 1)
        union all
        select next.* from lane cross join lateral (
          select merchant_id, to_endpoint from webhook
          where status = 'PENDING' and (merchant_id, to_endpoint) > (lane.merchant_id, lane.to_endpoint)
          order by merchant_id, to_endpoint limit 1
        ) as next
      ), open as (
        select lane.*, endpoint.url, coalesce(secret_version, 1) as secret_version, former_secret_until, (
          select count(*) from webhook under_way
          where under_way.merchant_id = lane.merchant_id and under_way.to_endpoint = lane.to_endpoint
            and leased_until > ${at}
        ) as busy
        from lane left join webhook_endpoint endpoint using (merchant_id)
        where not lane.to_endpoint or (endpoint.is_active and endpoint.url <> '')
      ), due as (
        select due.id, open.url, secret_version, former_secret_until,
          busy + row_number() over (partition by merchant_id, to_endpoint order by next_attempt_at) as turn
        from open cross join lateral (
          select id, next_attempt_at from webhook
          where status = 'PENDING' and webhook.merchant_id = open.merchant_id
            and webhook.to_endpoint = open.to_endpoint
            and next_attempt_at <= ${at} and (leased_until is null or leased_until <= ${at})
          order by next_attempt_at limit greatest(${perLane} - busy, 0)
          for no key update skip locked
        ) as due
      ), chosen as (
        select * from due order by turn limit ${room}
      )
      update webhook set leased_until = ${leasedUntil}, url = coalesce(callback_url, chosen.url)
      from chosen where webhook.id = chosen.id
      returning webhook.id, merchant_id as "merchantId", to_endpoint as "toEndpoint", webhook.url, body, tries,
        give_up_at as "giveUpAt", leased_until as "leasedUntil", secret_version as "secretVersion",
        former_secret_until as "formerSecretUntil"`.execute(tx);
    return rows;
  });
}

/** A message whose status has just changed. */
interface Moved {
  objectId: string;
  merchantSeq: bigint;
}

/** Writes an attempt and what became of its message, if it is as `where` says. */
async function recordAttempt(
  tx: Statement,
  { id }: Claimed,
  outcome: Outcome,
  change: ReturnType<typeof sql>,
  where: ReturnType<typeof sql>,
): Promise<Moved | undefined> {
  const { rows } = await sql<Moved>`
    with moved as (
      update webhook set attempts = attempts + 1, tries = tries + 1, leased_until = null, ${change}
      where id = ${id} and status = 'PENDING' and ${where}
      returning *
    ), attempt as (
      insert into webhook_attempt (webhook_id, n, started_at, duration, response_status, response_body, error)
      select id, attempts, ${outcome.startedAt}, ${outcome.duration}, ${outcome.status}, ${outcome.answer},
        ${outcome.error}
      from moved
    ), event as (${changedEvents(sql`moved`, outcome.startedAt)})
    select object_id as "objectId", merchant_seq as "merchantSeq" from moved`.execute(tx);
  return rows[0];
}

/**
 * The next message of the object need wait no longer. A statement of its own, after the one that finished the message: it sees
 * what was made meanwhile.
 */
async function releaseNext(tx: Tx, finished: readonly Moved[], at: Date): Promise<void> {
  await sql`
    update webhook set next_attempt_at = ${at}
    where next_attempt_at is null and id in (
      select next.id
      from unnest(${finished.map(({ objectId }) => objectId)}::uuid[],
        ${finished.map(({ merchantSeq }) => merchantSeq)}::bigint[]) as finished (object_id, merchant_seq)
      cross join lateral (
        select id from webhook
        where object_id = finished.object_id and merchant_seq > finished.merchant_seq and status = 'PENDING'
        order by merchant_seq limit 1
      ) as next
    )`.execute(tx);
}

/** Records that the message arrived: so it did, even if its lease is over. */
export function recordDelivered(db: Database, message: Claimed, outcome: Outcome, at: Date): Promise<void> {
  return transaction(db, async (tx) => {
    const change = sql`status = 'DELIVERED', delivered_at = ${at}, next_attempt_at = null`;
    const moved = await recordAttempt(tx, message, outcome, change, sql`true`);
    if (moved) await releaseNext(tx, [moved], at);
  });
}

/** The lease is still ours; nobody else has the message in hand. */
const isOurs = ({ leasedUntil }: Claimed) => sql`leased_until = ${leasedUntil}`;

/** @param next when it is tried again; undefined: never. */
export async function recordFailed(
  db: Database,
  message: Claimed,
  outcome: Outcome,
  { at, next }: { at: Date; next: Date | undefined },
): Promise<void> {
  if (next !== undefined) {
    await singleStatement(db, (tx) =>
      recordAttempt(tx, message, outcome, sql`next_attempt_at = ${next}`, isOurs(message)),
    );
    return;
  }
  await transaction(db, async (tx) => {
    const change = sql`status = 'DEAD', next_attempt_at = null`;
    const moved = await recordAttempt(tx, message, outcome, change, isOurs(message));
    if (moved) await releaseNext(tx, [moved], at);
  });
}

/** Switches an endpoint off that wants no more messages, unless the merchant has given another address meanwhile. */
export async function switchOff(db: Database, merchantId: string, url: string): Promise<void> {
  await singleStatement(db, (tx) =>
    sql`
      update webhook_endpoint set is_active = false where merchant_id = ${merchantId} and url = ${url}`.execute(tx),
  );
}

const BATCH = 200;

/** Gives up messages whose day is over though nobody tried to send them last: their endpoint was off, or they had to wait. */
export async function giveUpOverdue(db: Database, at: Date): Promise<void> {
  for (;;) {
    const given = await transaction(db, async (tx) => {
      const { rows } = await sql<Moved>`
        with overdue as (
          select id from webhook
          where status = 'PENDING' and give_up_at <= ${at} and (leased_until is null or leased_until <= ${at})
          order by give_up_at limit ${BATCH} for no key update skip locked
        ), moved as (
          update webhook set status = 'DEAD', next_attempt_at = null, leased_until = null
          from overdue where webhook.id = overdue.id
          returning webhook.*
        ), event as (${changedEvents(sql`moved`, at)})
        select object_id as "objectId", merchant_seq as "merchantSeq" from moved`.execute(tx);
      if (rows.length > 0) await releaseNext(tx, rows, at);
      return rows.length;
    });
    if (given < BATCH) return;
  }
}
