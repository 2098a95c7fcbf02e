import { type RawBuilder, sql } from 'kysely';
import { type Page, readPage } from '../../db/dense-list.ts';
import type { Reader, Tx } from '../../db/tx.ts';

interface PageRequest {
  page: number;
  pageSize: number;
}

/** One page of a trader's list of rows `d`, newest first, in constant time. None of these lists is filtered by a status. */
function readOwnPage<Row>(
  db: Reader,
  { list, select }: { list: string; select: RawBuilder<unknown> },
  traderId: string,
  page: PageRequest,
): Promise<Page<Row>> {
  const columns = { owner: 'd.trader_id', number: 'd.trader_seq' };
  return readPage<Row>(db, { list, select, ...columns }, { ownerId: traderId, ...page });
}

export interface Ping {
  id: string;
  deviceName: string;
  text: string;
  createdAt: Date;
}

const pings = {
  list: 'pings',
  select: sql`
    select true as present, d.id, cabinet.device_name as "deviceName", d.text, d.created_at as "createdAt"
    from device_ping d join cabinet on cabinet.id = d.cabinet_id`,
};

export const readPings = (db: Reader, traderId: string, page: PageRequest) =>
  readOwnPage<Ping>(db, pings, traderId, page);

/** What a phone says: the cabinet is the trader's. */
interface Said {
  id: string;
  traderId: string;
  cabinetId: string;
  text: string;
  createdAt: Date;
}

export async function insertPing(tx: Tx, ping: Said): Promise<void> {
  await sql`
    insert into device_ping (id, trader_id, trader_seq, cabinet_id, text, created_at)
    values (${ping.id}, ${ping.traderId}, list_append(${ping.traderId}, 'pings'), ${ping.cabinetId}, ${ping.text},
      ${ping.createdAt})`.execute(tx);
}

export interface Notification extends Ping {
  phone: string;
  application: string;
  orderId: string | null;
}

const notificationColumns = sql`
  d.id, d.phone, d.application, d.text, d.created_at as "createdAt", d.order_id as "orderId",
  cabinet.device_name as "deviceName"`;
const fromNotifications = sql`from notification d join cabinet on cabinet.id = d.cabinet_id`;

export const readNotifications = (db: Reader, traderId: string, page: PageRequest) =>
  readOwnPage<Notification>(
    db,
    { list: 'notifications', select: sql`select true as present, ${notificationColumns} ${fromNotifications}` },
    traderId,
    page,
  );

export async function readNotification(
  db: Reader,
  traderId: string,
  id: string,
): Promise<(Notification & { plainRequest: string }) | undefined> {
  const { rows } = await sql<Notification & { plainRequest: string }>`
    select ${notificationColumns}, d.plain_request as "plainRequest" ${fromNotifications}
    where d.id = ${id} and d.trader_id = ${traderId}`.execute(db);
  return rows[0];
}

export interface NewNotification extends Said {
  /** The phone's own name of the message. */
  messageId: string;
  phone: string;
  application: string;
  /** What the phone sent, as it was. */
  plainRequest: string;
  /** The order that it paid or belongs to. */
  orderId: string | null;
}

/**
 * Keeps a message that a phone heard, once: phones repeat what they were not answered.
 * The cabinet's messages go one after the other, so that a repeat takes no number in the list.
 * @returns false, and changes nothing, when the phone has already sent it.
 */
export async function insertNotification(tx: Tx, message: NewNotification): Promise<boolean> {
  await sql`select from cabinet where id = ${message.cabinetId} for no key update`.execute(tx);
  const { numAffectedRows } = await sql`
    insert into notification (id, trader_id, trader_seq, cabinet_id, message_id, phone, application, text, plain_request,
      order_id, created_at)
    select ${message.id}, ${message.traderId}::uuid, list_append(${message.traderId}, 'notifications'), ${message.cabinetId},
      ${message.messageId}, ${message.phone}, ${message.application}, ${message.text}, ${message.plainRequest},
      ${message.orderId}, ${message.createdAt}
    where not exists (
      select from notification where cabinet_id = ${message.cabinetId} and message_id = ${message.messageId})`.execute(
    tx,
  );
  return numAffectedRows === 1n;
}

export interface Deposit {
  id: string;
  txHash: string;
  /** Micro-USDT. */
  amount: bigint;
  blockNumber: bigint;
  createdAt: Date;
}

const depositColumns = sql`
  d.id, d.tx_hash as "txHash", d.amount, d.block_number as "blockNumber", d.created_at as "createdAt"`;

export const readDeposits = (db: Reader, traderId: string, page: PageRequest) =>
  readOwnPage<Deposit>(
    db,
    { list: 'deposits', select: sql`select true as present, ${depositColumns} from chain_deposit d` },
    traderId,
    page,
  );

export async function readDeposit(
  db: Reader,
  traderId: string,
  id: string,
): Promise<(Deposit & { rawData: string }) | undefined> {
  const { rows } = await sql<Deposit & { rawData: string }>`
    select ${depositColumns}, d.raw_data as "rawData" from chain_deposit d
    where d.id = ${id} and d.trader_id = ${traderId}`.execute(db);
  return rows[0];
}

export interface NewDeposit extends Deposit {
  traderId: string;
  /** Which of the transaction's transfers it is. */
  logIndex: number;
  /** The transaction as the chain has it, JSON. */
  rawData: string;
}

/**
 * Keeps a transfer to a trader's address, once. The money is posted by the caller, in the same transaction, with the
 * deposit's id as its cause.
 * @returns false, and changes nothing, when the transfer is already there.
 */
export async function insertDeposit(tx: Tx, deposit: NewDeposit): Promise<boolean> {
  // A trader's deposits go one after the other, so that a repeat takes no number in the list.
  await sql`select from users where id = ${deposit.traderId} for no key update`.execute(tx);
  const { numAffectedRows } = await sql`
    insert into chain_deposit (id, trader_id, trader_seq, tx_hash, log_index, amount, block_number, raw_data, created_at)
    select ${deposit.id}, ${deposit.traderId}::uuid, list_append(${deposit.traderId}, 'deposits'), ${deposit.txHash},
      ${deposit.logIndex}, ${deposit.amount}, ${deposit.blockNumber}, ${deposit.rawData}, ${deposit.createdAt}
    where not exists (
      select from chain_deposit where tx_hash = ${deposit.txHash} and log_index = ${deposit.logIndex})`.execute(tx);
  return numAffectedRows === 1n;
}
