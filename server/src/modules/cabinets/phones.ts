import { sql } from 'kysely';
import type { Reader, Statement, Tx } from '../../db/tx.ts';
import { isJustHeard } from './hearing.ts';

// Who may speak for a cabinet, and the tokens by which a phone becomes it. Whoever changes these holds the cabinet's row.

/** A phone with an application of its own, or one with a forwarder. */
export type PhoneKind = 'phone' | 'sms_gateway' | 'sms_forwarder';

/** Makes a device the cabinet's phone; the former one's key ends. */
export async function connectDevice(
  tx: Tx,
  device: { id: string; cabinetId: string; kind: PhoneKind },
  at: Date,
): Promise<void> {
  await endDevices(tx, device.cabinetId, at);
  await sql`
    insert into device (id, cabinet_id, kind, created_at)
    values (${device.id}, ${device.cabinetId}, ${device.kind}, ${at})`.execute(tx);
}

export async function endDevices(tx: Tx, cabinetId: string, at: Date): Promise<void> {
  await sql`update device set ended_at = ${at} where cabinet_id = ${cabinetId} and ended_at is null`.execute(tx);
}

/** A cabinet as its phone knows it. */
export interface PhonesCabinet {
  id: string;
  traderId: string;
}

/** A cabinet whose phone is speaking. */
export interface SpeakingCabinet extends PhonesCabinet {
  /** It was heard so short a time ago that it need not be noted again. */
  isJustHeard: boolean;
}

/**
 * Lets a device speak once: its counter must be above every one before. One statement, so that of two at once with one
 * counter only the first is let in.
 * @returns undefined, and changes nothing, when the device has ended, is of another kind, its cabinet is blocked, or the
 *   counter is not above the last one.
 */
export async function spendCounter(
  tx: Statement,
  { id, kind, counter }: { id: string; kind: PhoneKind; counter: number },
  at: Date,
): Promise<SpeakingCabinet | undefined> {
  const { rows } = await sql<SpeakingCabinet>`
    update device set last_counter = ${counter} from cabinet
    where device.id = ${id} and kind = ${kind} and ended_at is null and last_counter < ${counter}
      and cabinet.id = device.cabinet_id and blocked_forever_at is null
    returning cabinet.id, cabinet.trader_id as "traderId", ${isJustHeard(at)} as "isJustHeard"`.execute(tx);
  return rows[0];
}

export interface Device {
  kind: PhoneKind;
  lastCounter: bigint;
  hasEnded: boolean;
  cabinet: PhonesCabinet & { isBlocked: boolean };
}

export async function readDevice(db: Reader, id: string): Promise<Device | undefined> {
  const { rows } = await sql<Omit<Device, 'cabinet'> & { cabinetId: string; traderId: string; isBlocked: boolean }>`
    select kind, last_counter as "lastCounter", ended_at is not null as "hasEnded", cabinet.id as "cabinetId",
      trader_id as "traderId", blocked_forever_at is not null as "isBlocked"
    from device join cabinet on cabinet.id = device.cabinet_id where device.id = ${id}`.execute(db);
  const [row] = rows;
  if (row === undefined) return undefined;
  const { cabinetId, traderId, isBlocked, ...device } = row;
  return { ...device, cabinet: { id: cabinetId, traderId, isBlocked } };
}

/** Whose phone a token would make, whatever has become of it. */
export async function readPairingCabinet(db: Reader, hash: Buffer): Promise<PhonesCabinet | undefined> {
  const { rows } = await sql<PhonesCabinet>`
    select cabinet.id, trader_id as "traderId" from pairing_token join cabinet on cabinet.id = cabinet_id
    where hash = ${hash}`.execute(db);
  return rows[0];
}

/** @returns false, and changes nothing, when the token has been used or is too old. */
export async function usePairingToken(tx: Tx, hash: Buffer, at: Date): Promise<boolean> {
  const { numAffectedRows } = await sql`
    update pairing_token set used_at = ${at}
    where hash = ${hash} and used_at is null and expires_at > ${at}`.execute(tx);
  return numAffectedRows === 1n;
}
