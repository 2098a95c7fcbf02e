import { type RawBuilder, sql } from 'kysely';
import type { Reader, Statement } from '../../../db/tx.ts';
import { after, DAY, HOUR } from '../../../kernel/clock.ts';
import { answerStep, slotOf } from '../rules.ts';
import type { AttemptResult } from '../send.ts';

/** Within the statement that records an attempt of the delivery `moved`: counts it for its endpoint. */
export const counted = (result: AttemptResult): RawBuilder<unknown> => sql`
  pulse as (
    insert into webhook_pulse as pulse (endpoint_id, slot, is_delivered, step, n)
    select coalesce(endpoint_id, merchant_id), ${slotOf(result.startedAt)}, ${result.error === ''}, ${answerStep(result)}, 1
    from moved where to_endpoint
    on conflict (endpoint_id, slot, is_delivered, step) do update set n = pulse.n + 1
  ), health as (${result.error === '' ? ended : begun(result)})`;

const ended = sql`
  update webhook_health set failing_since = null
  from moved where to_endpoint and webhook_health.endpoint_id = coalesce(moved.endpoint_id, moved.merchant_id)
    and failing_since is not null`;

const begun = ({ startedAt, status, error }: AttemptResult) => sql`
  insert into webhook_health as health (endpoint_id, last_failed_at, last_status, last_error, failing_since)
  select coalesce(endpoint_id, merchant_id), ${startedAt}, ${status}, ${error}, ${startedAt}
  from moved where to_endpoint
  on conflict (endpoint_id) do update set last_failed_at = excluded.last_failed_at, last_status = excluded.last_status,
    last_error = excluded.last_error, failing_since = coalesce(health.failing_since, excluded.failing_since)`;

/** How an endpoint has done in the last 24 hours, and what comes next. */
export interface Health {
  attempts: number;
  delivered: number;
  /** The step of the answer that only a twentieth took longer than; null: there was no answer. */
  p95: number | null;
  lastFailedAt: Date | null;
  lastStatus: number | null;
  lastError: string | null;
  failingSince: Date | null;
  nextAttemptAt: Date | null;
}

/** The health of a merchant's endpoints, by their ids: a few rows of counts, and the head of each queue. */
export async function readHealth(
  db: Reader,
  { merchantId, ids, at }: { merchantId: string; ids: readonly string[]; at: Date },
): Promise<Map<string, Health>> {
  const { rows } = await sql<Health & { id: string }>`
    select endpoint.id, coalesce(attempts, 0)::int as attempts, coalesce(delivered, 0)::int as delivered, p95,
      last_failed_at as "lastFailedAt", last_status as "lastStatus", last_error as "lastError",
      failing_since as "failingSince", next_attempt_at as "nextAttemptAt"
    from unnest(${ids}::uuid[]) as endpoint (id)
    left join webhook_health health on health.endpoint_id = endpoint.id
    left join lateral (
      select sum(n) as attempts, sum(n) filter (where is_delivered) as delivered,
        min(step) filter (where step > 0 and up_to >= 0.95 * answered) as p95
      from (
        select n, is_delivered, step, sum(n) filter (where step > 0) over (order by step) as up_to,
          sum(n) filter (where step > 0) over () as answered
        from webhook_pulse where endpoint_id = endpoint.id and slot > ${after(at, -DAY)}
      ) as step
    ) as pulse on true
    left join lateral (
      select next_attempt_at from webhook
      where status = 'PENDING' and merchant_id = ${merchantId} and to_endpoint
        and coalesce(endpoint_id, merchant_id) = endpoint.id and next_attempt_at is not null
      order by next_attempt_at limit 1
    ) as next on true`.execute(db);
  return new Map(rows.map(({ id, ...health }) => [id, health]));
}

/** An outage ends without a word when the owner has changed something. */
export async function forgetOutage(tx: Statement, endpointId: string): Promise<void> {
  await sql`
    update webhook_health set failing_since = null, told_at = null where endpoint_id = ${endpointId}`.execute(tx);
}

export async function forgetPulse(tx: Statement, before: Date): Promise<void> {
  await sql`delete from webhook_pulse where slot < ${before}`.execute(tx);
}

interface Told {
  id: string;
  merchantId: string;
}

/** Marks the live endpoints that have failed for an hour, and are tried still, as told of. @returns those that were not. */
export async function takeFailing(tx: Statement, at: Date): Promise<Told[]> {
  const { rows } = await sql<Told>`
    update webhook_health set told_at = ${at}
    from webhook_endpoint endpoint
    where endpoint.id = endpoint_id and is_active and url <> '' and not is_test and told_at is null
      and failing_since <= ${after(at, -HOUR)} and last_failed_at > ${after(at, -HOUR)}
    returning endpoint_id as id, merchant_id as "merchantId"`.execute(tx);
  return rows;
}

/** Marks those that do well again. @returns them. */
export async function takeRecovered(tx: Statement): Promise<Told[]> {
  const { rows } = await sql<Told>`
    update webhook_health set told_at = null
    from webhook_endpoint endpoint
    where endpoint.id = endpoint_id and told_at is not null and failing_since is null
    returning endpoint_id as id, merchant_id as "merchantId"`.execute(tx);
  return rows;
}

/** The endpoints whose merchants are told that they fail: `id`, `merchant_id`, `failing_since`. */
export const failingEndpoints = sql`
  select webhook_endpoint.id, webhook_endpoint.merchant_id, failing_since
  from webhook_health join webhook_endpoint on webhook_endpoint.id = webhook_health.endpoint_id
  where told_at is not null and failing_since is not null and is_active`;
