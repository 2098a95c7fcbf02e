import type { PageRequest } from '@kantor/contract/plain/pages.ts';
import { sql } from 'kysely';
import type { Database } from '../../db/pool.ts';
import type { Reader, Tx } from '../../db/tx.ts';
import { type Choice, choicesInCabinet } from '../requisites/index.ts';

export interface NewCabinet {
  id: string;
  traderId: string;
  deviceName: string;
  phone: string;
  isActive: boolean;
  createdAt: Date;
}

export async function insertCabinet(tx: Tx, cabinet: NewCabinet): Promise<void> {
  await sql`
    insert into cabinet (id, trader_id, device_name, phone, is_active, created_at)
    values (${cabinet.id}, ${cabinet.traderId}, ${cabinet.deviceName}, ${cabinet.phone}, ${cabinet.isActive},
      ${cabinet.createdAt})`.execute(tx);
}

export interface Cabinet {
  id: string;
  deviceName: string;
  phone: string;
  requisites: Choice[];
  isActive: boolean;
  isBlocked: boolean;
  /** When its phone was last heard; null: never. */
  lastHeardAt: Date | null;
}

const selectRows = sql`
  select true as present, id, device_name as "deviceName", phone, ${choicesInCabinet} as requisites,
    is_active as "isActive", blocked_forever_at is not null as "isBlocked",
    last_heard_at as "lastHeardAt"
  from cabinet`;

/** One page of a trader's cabinets, newest first. There are few, so they are counted. */
export async function readCabinets(
  db: Reader,
  traderId: string,
  { page, pageSize }: PageRequest,
): Promise<{ count: number; results: Cabinet[] }> {
  const { rows } = await sql<Cabinet & { count: bigint; present: boolean | null }>`
    select total.n as count, r.*
    from (select count(*) as n from cabinet where trader_id = ${traderId}) as total
    left join lateral (
      ${selectRows} where trader_id = ${traderId}
      order by id desc offset ${(page - 1) * pageSize} limit ${pageSize}
    ) r on true`.execute(db);
  return { count: Number(rows[0]?.count ?? 0n), results: rows.filter(({ present }) => present !== null) };
}

export async function readCabinet(db: Reader, traderId: string, id: string): Promise<Cabinet | undefined> {
  const { rows } = await sql<Cabinet>`${selectRows} where id = ${id} and trader_id = ${traderId}`.execute(db);
  return rows[0];
}

export type LockedCabinet = Pick<Cabinet, 'deviceName' | 'phone' | 'isBlocked' | 'lastHeardAt'>;

/** Locks a trader's cabinet: what is about to be done with it depends on whether it is blocked. */
export async function lockCabinet(tx: Tx, traderId: string, id: string): Promise<LockedCabinet | undefined> {
  const { rows } = await sql<LockedCabinet>`
    select device_name as "deviceName", phone, blocked_forever_at is not null as "isBlocked",
      last_heard_at as "lastHeardAt"
    from cabinet where id = ${id} and trader_id = ${traderId} for no key update`.execute(tx);
  return rows[0];
}

// The following change a cabinet that the caller has locked.

export async function renameCabinet(
  tx: Tx,
  id: string,
  { deviceName, phone }: { deviceName: string; phone: string },
): Promise<void> {
  await sql`update cabinet set device_name = ${deviceName}, phone = ${phone} where id = ${id}`.execute(tx);
}

export async function setActive(tx: Tx, id: string, isActive: boolean): Promise<void> {
  await sql`update cabinet set is_active = ${isActive} where id = ${id}`.execute(tx);
}

export async function blockForever(tx: Tx, id: string, at: Date): Promise<void> {
  await sql`update cabinet set blocked_forever_at = ${at}, is_active = false where id = ${id}`.execute(tx);
}

export async function insertPairingToken(
  tx: Tx,
  token: { hash: Buffer; cabinetId: string; expiresAt: Date },
): Promise<void> {
  await sql`
    insert into pairing_token (hash, cabinet_id, expires_at)
    values (${token.hash}, ${token.cabinetId}, ${token.expiresAt})`.execute(tx);
}

/** Forgets tokens that pair no phone any more. */
export async function forgetPairingTokens(db: Database, at: Date): Promise<void> {
  await sql`delete from pairing_token where expires_at <= ${at}`.execute(db);
}
