import type { PageRequest } from '@kantor/contract/plain/pages.ts';
import { sql } from 'kysely';
import { type Page, readPage } from '../../../db/dense-list.ts';
import type { Locked, Reader, Statement, Tx } from '../../../db/tx.ts';

export interface Ping {
  id: string;
  deviceName: string;
  text: string;
  createdAt: Date;
}

const pings = {
  list: 'pings',
  owner: 'd.trader_id',
  number: 'd.trader_seq',
  select: sql`
    select true as present, d.id, cabinet.device_name as "deviceName", d.text, d.created_at as "createdAt"
    from device_ping d join cabinet on cabinet.id = d.cabinet_id`,
};

/** One page of a trader's pings, newest first, in constant time. */
export const readPings = (db: Reader, traderId: string, page: PageRequest): Promise<Page<Ping>> =>
  readPage(db, pings, { ownerId: traderId, ...page });

export interface NewPing {
  id: string;
  traderId: string;
  /** The trader's. */
  cabinetId: string;
  text: string;
  createdAt: Date;
}

export async function insertPing(tx: Statement, ping: NewPing): Promise<void> {
  await sql`
    insert into device_ping (id, trader_id, trader_seq, cabinet_id, text, created_at)
    values (${ping.id}, ${ping.traderId}, list_append(${ping.traderId}, 'pings'), ${ping.cabinetId}, ${ping.text},
      ${ping.createdAt})`.execute(tx);
}

const FORGOTTEN_BATCH_SIZE = 1000;

/** The pings that were kept before `cutoff`, as a history to forget. */
export const oldPings = (cutoff: Date) => ({
  what: 'pings' as const,
  list: 'pings',
  table: 'device_ping',
  owner: 'trader_id',
  number: 'trader_seq',
  isOld: sql<boolean>`created_at < ${cutoff}`,
  batchSize: FORGOTTEN_BATCH_SIZE,
  remove: deletePings,
});

async function deletePings(tx: Tx, oldest: readonly Locked<{ id: string }>[]): Promise<void> {
  await sql`delete from device_ping where id = any(${oldest.map(({ id }) => id)}::uuid[])`.execute(tx);
}
