import type { PageRequest } from '@kantor/contract/plain/pages.ts';
import { type RawBuilder, sql } from 'kysely';
import { type Counted, type Page, pageOf } from '../../db/dense-list.ts';
import { type Locked, lockRows, type Reader, type Statement, type Tx } from '../../db/tx.ts';
import { after, SECOND } from '../../kernel/clock.ts';
import type { SummedObjects } from '../inspection/index.ts';
import { eventsFrom } from '../../outbox/append.ts';
import { type Choice, choicesInCabinet } from '../requisites/index.ts';
import { OFFLINE_AFTER_MS } from './rules.ts';

/** A cabinet and its owner. */
export interface CabinetRef {
  id: string;
  traderId: string;
}

export interface NewCabinet extends CabinetRef {
  deviceName: string;
  phone: string;
  isActive: boolean;
  createdAt: Date;
}

/** Writes a cabinet, and numbers it in the platform's list. */
export async function insertCabinet(tx: Statement, cabinet: NewCabinet): Promise<void> {
  await sql`
    insert into cabinet (id, trader_id, device_name, phone, is_active, created_at)
    values (${cabinet.id}, ${cabinet.traderId}, ${cabinet.deviceName}, ${cabinet.phone}, ${cabinet.isActive},
      ${cabinet.createdAt})
    returning platform_append('cabinets', array[id])`.execute(tx);
}

export interface Cabinet extends CabinetRef {
  deviceName: string;
  phone: string;
  requisites: Choice[];
  isActive: boolean;
  isBlocked: boolean;
  /** The last call of its phone, a few seconds less at most; null: none yet. */
  lastSeenAt: Date | null;
  /** Its application posts by a template that we have replaced. */
  hasOldTemplate: boolean;
  /** When a post of its application was last refused because an outsider may have forged it. */
  refusedAt: Date | null;
  /** When the operator's work ended its phone's key, until another is connected. */
  phoneEndedAt: Date | null;
  phoneEndReason: PhoneEndReason | null;
  /** Its phone's application signs nothing: what is known of its posts is where they come from, since when, and from where before. */
  isUnsigned: boolean;
  postAddress: string | null;
  postAddressSince: Date | null;
  formerPostAddress: string | null;
}

/** What ended the phone's key along with a session: a new password of the trader, or their block. */
export type PhoneEndReason = 'password' | 'blocked';

const ownColumns = sql`
  id, trader_id as "traderId", device_name as "deviceName", phone, blocked_forever_at is not null as "isBlocked",
  last_heard_at as "lastSeenAt", has_old_template as "hasOldTemplate", post_refused_at as "refusedAt",
  phone_ended_at as "phoneEndedAt", phone_end_reason as "phoneEndReason",
  is_unsigned as "isUnsigned", post_address as "postAddress", post_address_since as "postAddressSince",
  former_post_address as "formerPostAddress"`;

const selectRows = sql`
  select true as present, ${ownColumns}, ${choicesInCabinet} as requisites, is_active as "isActive" from cabinet`;

/** One page of a trader's cabinets, newest first. There are few, so they are counted. */
export async function readCabinets(
  db: Reader,
  traderId: string,
  { page, pageSize, isListed = sql`true` }: PageRequest & { isListed?: RawBuilder<boolean> },
): Promise<Page<Cabinet>> {
  const { rows } = await sql<Counted<Cabinet>>`
    select total.n as count, r.*
    from (select count(*) as n from cabinet where trader_id = ${traderId} and ${isListed}) as total
    left join lateral (
      ${selectRows} where trader_id = ${traderId} and ${isListed}
      order by id desc offset ${(page - 1) * pageSize} limit ${pageSize}
    ) r on true`.execute(db);
  return pageOf(rows);
}

/** Anybody's cabinet. */
export async function readAnyCabinet(db: Reader, id: string): Promise<Cabinet | undefined> {
  const { rows } = await sql<Cabinet>`${selectRows} where cabinet.id = ${id}`.execute(db);
  return rows[0];
}

const likePart = (part: string) => `%${part.replaceAll(/[\\%_]/g, String.raw`\$&`)}%`;

/** The cabinets of all traders. There are few enough that the newest are looked at. */
export const cabinetObjects: SummedObjects = {
  list: { list: 'cabinets', select: selectRows, id: 'cabinet.id' },
  table: 'cabinet',
  alias: 'cabinet',
  owners: { trader: { column: 'trader_id' } },
  status: sql`
    case when cabinet.blocked_forever_at is not null then 'BLOCKED' when not cabinet.is_active then 'OFF'
      when cabinet.is_heard then 'ONLINE' else 'SILENT' end`,
  isInStatus: (status) => CABINET_STATE_IS[status] ?? sql`false`,
  fits: (text) => sql`concat_ws(E'\\n', cabinet.device_name, cabinet.phone) ilike ${likePart(text)}`,
};

const isUnblocked = sql`cabinet.blocked_forever_at is null`;
const CABINET_STATE_IS: Readonly<Record<string, RawBuilder<unknown>>> = {
  ONLINE: sql`${isUnblocked} and cabinet.is_active and cabinet.is_heard`,
  SILENT: sql`${isUnblocked} and cabinet.is_active and not cabinet.is_heard`,
  OFF: sql`${isUnblocked} and not cabinet.is_active`,
  BLOCKED: sql`cabinet.blocked_forever_at is not null`,
};

export async function readCabinet(db: Reader, { id, traderId }: CabinetRef): Promise<Cabinet | undefined> {
  const { rows } = await sql<Cabinet>`${selectRows} where id = ${id} and trader_id = ${traderId}`.execute(db);
  return rows[0];
}

export type LockedCabinet = Locked<Omit<Cabinet, 'requisites' | 'isActive'>>;

/** Locks a cabinet; undefined when it is not the trader's. It is locked before requisites in it. */
export const lockCabinet = async (tx: Tx, cabinet: CabinetRef): Promise<LockedCabinet | undefined> =>
  (await lockCabinets(tx, [cabinet], { busy: 'wait' }))[0];

/**
 * Locks cabinets in the order of their ids, but for those that are not the trader's.
 * @param busy `skip` leaves those out that somebody else has locked.
 */
export const lockCabinets = (
  tx: Tx,
  cabinets: readonly CabinetRef[],
  { busy }: { busy: 'wait' | 'skip' },
): Promise<LockedCabinet[]> =>
  lockRows(
    tx,
    sql`select ${ownColumns} from cabinet where (id, trader_id) in (
        select * from unnest(${cabinets.map(({ id }) => id)}::uuid[], ${cabinets.map(({ traderId }) => traderId)}::uuid[]))
      order by id for no key update ${busy === 'skip' ? sql`skip locked` : sql``}`,
  );

/** Locks a trader's cabinets in the order of their ids, but for those that are blocked forever. */
export const lockCabinetsOf = (tx: Tx, traderId: string): Promise<LockedCabinet[]> =>
  lockRows(
    tx,
    sql`select ${ownColumns} from cabinet where trader_id = ${traderId} and blocked_forever_at is null
      order by id for no key update`,
  );

export async function renameCabinet(
  tx: Statement,
  { id }: Locked<CabinetRef>,
  { deviceName, phone }: { deviceName: string; phone: string },
): Promise<void> {
  await sql`update cabinet set device_name = ${deviceName}, phone = ${phone} where id = ${id}`.execute(tx);
}

export async function setActive(tx: Statement, { id }: Locked<CabinetRef>, isActive: boolean): Promise<void> {
  await sql`update cabinet set is_active = ${isActive} where id = ${id}`.execute(tx);
}

export async function blockForever(tx: Statement, { id }: Locked<CabinetRef>, at: Date): Promise<void> {
  await sql`update cabinet set blocked_forever_at = ${at}, is_active = false where id = ${id}`.execute(tx);
}

/** `last_heard_at` may be behind by so much: most calls need not write it. */
const HEARTBEAT_PRECISION_MS = 5 * SECOND;
/** About one ping a minute is kept, however often the phone pings; a minute's own ping may come a little early. */
const PING_KEPT_EVERY_MS = 50 * SECOND;

/** Whether the phone of the row `cabinet` is online. */
export const isOnline = (at: Date): RawBuilder<boolean> => seenAfter(after(at, -OFFLINE_AFTER_MS));

/** Whether the phone of the row `cabinet` is silent while its requisites have orders: nobody will hear that those were paid. */
export const isSilentWithOrders = (at: Date): RawBuilder<boolean> => sql`
  not ${isOnline(at)}
    and exists (select from requisite where requisite.cabinet_id = cabinet.id and active_orders > 0)`;

/** Whether the row `cabinet` needs no heartbeat: the last one was a moment ago. */
export const isJustSeen = (at: Date): RawBuilder<boolean> => seenAfter(after(at, -HEARTBEAT_PRECISION_MS));

const seenAfter = (moment: Date): RawBuilder<boolean> =>
  sql`coalesce(cabinet.is_heard and cabinet.last_heard_at > ${moment}::timestamptz, false)`;

/** Writes that a cabinet's phone is online, and notifies the screens when it had been offline. */
export async function recordHeartbeat(tx: Statement, cabinet: CabinetRef, at: Date): Promise<void> {
  await writeHeartbeat(tx, cabinet, at, { isPingDue: sql`false` });
}

/**
 * As `recordHeartbeat`, of a ping.
 * @param battery the phone's charge in per cent, if it told that.
 * @returns whether the ping is to be kept.
 */
export const recordPing = (
  tx: Statement,
  cabinet: CabinetRef,
  at: Date,
  battery: number | undefined,
): Promise<boolean> => {
  const isPingDue = sql<boolean>`(last_ping_at is null or last_ping_at <= ${after(at, -PING_KEPT_EVERY_MS)})`;
  return writeHeartbeat(tx, cabinet, at, { isPingDue, battery });
};

async function writeHeartbeat(
  tx: Statement,
  { id }: CabinetRef,
  at: Date,
  { isPingDue, battery }: { isPingDue: RawBuilder<boolean>; battery?: number | undefined },
): Promise<boolean> {
  const event = { from: sql`seen where "isBack"`, objectId: sql`id`, owner: sql`"traderId"`, at };
  const { rows } = await sql<{ isKept: boolean }>`
    with before as (
      select id, not is_heard or last_heard_at <= ${after(at, -OFFLINE_AFTER_MS)} as "isBack", ${isPingDue} as "isKept",
        coalesce(last_heard_at, created_at) as "silentSince"
      from cabinet where id = ${id} and (not ${isJustSeen(at)} or ${isPingDue}) for no key update
    ), seen as (
      update cabinet set is_heard = true, last_heard_at = greatest(last_heard_at, ${at}),
        last_ping_at = case when "isKept" then ${at} else last_ping_at end,
        battery = coalesce(${battery ?? null}::smallint, battery)
      from before where cabinet.id = before.id
      returning cabinet.id, trader_id as "traderId", "isBack", "isKept", "silentSince"
    ), silence as (
      insert into cabinet_silence (cabinet_id, since, until)
      select id, "silentSince", ${at} from seen where "isBack" and "silentSince" < ${at} on conflict do nothing
    ), event as (${eventsFrom('cabinet.changed', event)})
    select "isKept" from seen`.execute(tx);
  return rows[0]?.isKept ?? false;
}

/** Forgets the silences of phones that were over by then. */
export async function forgetSilences(tx: Statement, before: Date): Promise<void> {
  await sql`delete from cabinet_silence where until < ${before}`.execute(tx);
}

/** Cabinets that one turn marks. */
const OFFLINE_BATCH_SIZE = 500;

/**
 * Marks cabinets whose phones have gone offline, and notifies the screens; rows that others have locked wait for the next turn.
 * @returns how many.
 */
export async function markOffline(tx: Statement, at: Date): Promise<number> {
  const event = { from: sql`marked`, objectId: sql`id`, owner: sql`"traderId"`, at };
  const { rows } = await sql`
    with overdue as (
      select id from cabinet where is_heard and last_heard_at <= ${after(at, -OFFLINE_AFTER_MS)}
      order by id limit ${OFFLINE_BATCH_SIZE} for no key update skip locked
    ), marked as (
      update cabinet set is_heard = false from overdue where cabinet.id = overdue.id
      returning cabinet.id, trader_id as "traderId"
    ), event as (${eventsFrom('cabinet.silent', event)})
    select from marked`.execute(tx);
  return rows.length;
}
