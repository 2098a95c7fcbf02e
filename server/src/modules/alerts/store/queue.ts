import type { AlertKind } from '@kantor/contract/plain/alerts.ts';
import { sql } from 'kysely';
import type { Statement } from '../../../db/tx.ts';
import type { ReportFacts } from '../report-words.ts';
import { isInForce, joined } from './channels.ts';
import { isOfUse } from './sources.ts';

/** `test`: the person asked to see one. */
export type CalledKind = AlertKind | 'test';

export interface NewDelivery {
  id: string;
  channelId: string;
  kind: CalledKind;
  objectId: string;
  /** Kopecks. */
  sum: bigint | null;
  report?: ReportFacts | null;
  sounds: boolean;
  dueAt: Date;
  expiresAt: Date;
}

export async function insertDeliveries(tx: Statement, deliveries: readonly NewDelivery[], at: Date): Promise<void> {
  const reports = deliveries.map(({ report }) => (report ? JSON.stringify(report) : null));
  const column = <Key extends keyof NewDelivery>(key: Key) => deliveries.map((delivery) => delivery[key]);
  await sql`
    insert into alert_delivery (id, channel_id, kind, object_id, sum, report, sounds, created_at, next_attempt_at, expires_at)
    select id, channel_id, kind, object_id, sum, report, sounds, ${at}, due_at, expires_at
    from unnest(${column('id')}::uuid[], ${column('channelId')}::uuid[], ${column('kind')}::text[],
      ${column('objectId')}::uuid[], ${column('sum')}::bigint[], ${reports}::jsonb[], ${column('sounds')}::boolean[],
      ${column('dueAt')}::timestamptz[], ${column('expiresAt')}::timestamptz[])
      as delivery (id, channel_id, kind, object_id, sum, report, sounds, due_at, expires_at)`.execute(tx);
}

/** A delivery that this worker alone may send until its lease ends. */
export interface ClaimedDelivery extends Omit<NewDelivery, 'dueAt' | 'report'> {
  report: ReportFacts | null;
  tries: number;
  leasedUntil: Date;
  channelKind: 'push' | 'telegram';
  personId: string;
  /** Of a browser. */
  endpoint: string | null;
  p256dh: Buffer | null;
  auth: Buffer | null;
  /** Of Telegram. */
  chatId: bigint | null;
}

interface Claim {
  at: Date;
  leasedUntil: Date;
  /** At most so many. */
  room: number;
}

/**
 * Leases deliveries that are due, the earliest first, and deletes those of them that are of use no more: too late, about what is
 * over, or to a channel that has ended. Deliveries that another worker is just taking are passed over.
 * @returns what was leased, and how many were looked at.
 */
export async function claimDue(
  tx: Statement,
  { at, leasedUntil, room }: Claim,
): Promise<{ claimed: ClaimedDelivery[]; seen: number }> {
  const { rows } = await sql<ClaimedDelivery & { isOfUse: boolean }>`
    with due as (
      select * from alert_delivery
      where next_attempt_at <= ${at} and (leased_until is null or leased_until <= ${at})
      order by next_attempt_at, id limit ${room} for update skip locked
    ), judged as (
      select delivery.*, channel.kind as channel_kind, channel.person_id, channel.endpoint, channel.p256dh, channel.auth,
        channel.chat_id, ${isOfUse(at)} and exists (
          select from alert_channel channel ${joined} where channel.id = delivery.channel_id and ${isInForce}
        ) as is_of_use
      from due as delivery join alert_channel channel on channel.id = delivery.channel_id
    ), gone as (
      delete from alert_delivery using judged where alert_delivery.id = judged.id and not is_of_use
    ), leased as (
      update alert_delivery set leased_until = ${leasedUntil} from judged
      where alert_delivery.id = judged.id and is_of_use
    )
    select id, channel_id as "channelId", kind, object_id as "objectId", sum, report, sounds, expires_at as "expiresAt", tries,
      ${leasedUntil}::timestamptz as "leasedUntil", channel_kind as "channelKind", person_id as "personId", endpoint,
      p256dh, auth, chat_id as "chatId", is_of_use as "isOfUse"
    from judged order by next_attempt_at, id`.execute(tx);
  return { claimed: rows.filter((row) => row.isOfUse), seen: rows.length };
}

/** They have arrived. */
export async function deleteDeliveries(tx: Statement, ids: readonly string[]): Promise<void> {
  await sql`delete from alert_delivery where id = any(${ids}::uuid[])`.execute(tx);
}

/** They are tried again then, if the lease is still ours. */
export async function retryDeliveries(
  tx: Statement,
  ids: readonly string[],
  { leasedUntil, nextAt }: { leasedUntil: Date; nextAt: Date },
): Promise<void> {
  await sql`
    update alert_delivery set leased_until = null, tries = tries + 1, next_attempt_at = ${nextAt}
    where id = any(${ids}::uuid[]) and leased_until = ${leasedUntil}`.execute(tx);
}

/** Forgets what is too late, also of what waits. */
export async function deleteExpired(tx: Statement, at: Date): Promise<void> {
  await sql`
    delete from alert_delivery where expires_at <= ${at} and (leased_until is null or leased_until <= ${at})`.execute(
    tx,
  );
}
