import { sql } from 'kysely';
import type { Locked, Reader, Statement, Tx } from '../../../db/tx.ts';
import { type CabinetRef, isJustSeen, type PhoneEndReason } from '../../cabinets/index.ts';

/** A phone with an application of its own, one with a forwarder that signs, or one with any application. */
export type DeviceKind = 'phone' | 'sms_gateway' | 'sms_forwarder' | 'any_app';

/** Makes a device the cabinet's phone; the former one's key ends. */
export async function connectDevice(
  tx: Tx,
  cabinet: Locked<CabinetRef>,
  device: { id: string; kind: DeviceKind },
  at: Date,
): Promise<void> {
  await endDevices(tx, cabinet, { at, reason: 'replaced' });
  await sql`
    insert into device (id, cabinet_id, kind, created_at)
    values (${device.id}, ${cabinet.id}, ${device.kind}, ${at})`.execute(tx);
}

/** Why the key of a phone ended. */
type DeviceEndReason = 'replaced' | 'cabinet_blocked' | PhoneEndReason;

/** Ends the key of the cabinet's phone, if it has one. */
export async function endDevices(
  tx: Statement,
  { id }: Locked<CabinetRef>,
  { at, reason }: { at: Date; reason: DeviceEndReason },
): Promise<void> {
  await sql`
    update device set ended_at = ${at}, end_reason = ${reason}
    where cabinet_id = ${id} and ended_at is null`.execute(tx);
}

/** A phone that is connected to a cabinet. */
export interface ConnectedPhone {
  cabinetId: string;
  kind: DeviceKind;
}

export async function readConnected(tx: Tx, cabinets: readonly Locked<CabinetRef>[]): Promise<ConnectedPhone[]> {
  const ids = cabinets.map(({ id }) => id);
  const { rows } = await sql<ConnectedPhone>`
    select cabinet_id as "cabinetId", kind from device
    where cabinet_id = any(${ids}) and ended_at is null order by cabinet_id`.execute(tx);
  return rows;
}

/** A cabinet whose phone is calling. */
export interface CallingCabinet extends CabinetRef {
  /** The last heartbeat is so recent that this call needs none. */
  isJustSeen: boolean;
  /** Its screen asks the trader to replace the application's template. */
  hasOldTemplate: boolean;
  /** Where the posts of an application that signs nothing came from last. */
  postAddress: string | null;
}

/**
 * Lets a device call once: its counter must be above every one before. One statement, so that of two calls at once with one
 * counter only the first is let in.
 * @returns undefined, and changes nothing, when the device has ended, is of another kind, its cabinet is blocked, or the
 *   counter is not above the last one.
 */
export async function spendCounter(
  tx: Statement,
  { id, kind, counter }: { id: string; kind: DeviceKind; counter: number },
  at: Date,
): Promise<CallingCabinet | undefined> {
  const { rows } = await sql<CallingCabinet>`
    update device set last_counter = ${counter} from cabinet
    where device.id = ${id} and kind = ${kind} and ended_at is null and last_counter < ${counter}
      and cabinet.id = device.cabinet_id and blocked_forever_at is null
    returning cabinet.id, cabinet.trader_id as "traderId", ${isJustSeen(at)} as "isJustSeen",
      has_old_template as "hasOldTemplate", post_address as "postAddress"`.execute(tx);
  return rows[0];
}

export interface Device {
  kind: DeviceKind;
  lastCounter: bigint;
  hasEnded: boolean;
  endReason: DeviceEndReason | null;
  cabinet: CabinetRef & { isBlocked: boolean; hasOldTemplate: boolean; postAddress: string | null };
}

export async function readDevice(db: Reader, id: string): Promise<Device | undefined> {
  const { rows } = await sql<Omit<Device, 'cabinet'> & Omit<Device['cabinet'], 'id'> & { cabinetId: string }>`
    select kind, last_counter as "lastCounter", ended_at is not null as "hasEnded", end_reason as "endReason",
      cabinet.id as "cabinetId",
      trader_id as "traderId", blocked_forever_at is not null as "isBlocked",
      has_old_template as "hasOldTemplate", post_address as "postAddress"
    from device join cabinet on cabinet.id = device.cabinet_id where device.id = ${id}`.execute(db);
  const [row] = rows;
  if (row === undefined) return undefined;
  const { cabinetId, traderId, isBlocked, hasOldTemplate, postAddress, ...device } = row;
  return { ...device, cabinet: { id: cabinetId, traderId, isBlocked, hasOldTemplate, postAddress } };
}
