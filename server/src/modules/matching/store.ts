import { sql } from 'kysely';
import type { Tx } from '../../db/tx.ts';
import type { Place } from './rules.ts';

/** Locks a trader's cabinet, so that its messages go one after the other; undefined when it is not his. */
export async function lockCabinet(
  tx: Tx,
  { id, traderId }: { id: string; traderId: string },
): Promise<{ isBlocked: boolean } | undefined> {
  const { rows } = await sql<{ isBlocked: boolean }>`
    select blocked_forever_at is not null as "isBlocked" from cabinet
    where id = ${id} and trader_id = ${traderId} for no key update`.execute(tx);
  return rows[0];
}

export interface Told {
  cabinetId: string;
  messageId: string;
  textHash: Buffer;
}

/** Whether the cabinet, whose lock the caller holds, has told this already, under this name or in these words. */
export async function isKept(tx: Tx, { cabinetId, messageId, textHash }: Told): Promise<boolean> {
  const { rows } = await sql`
    select from notification where cabinet_id = ${cabinetId} and message_id = ${messageId}
    union all
    select from notification where cabinet_id = ${cabinetId} and text_hash = ${textHash}
    limit 1`.execute(tx);
  return rows.length > 0;
}

/** The cabinet's requisites. @param bank whose text it is, as in the table of banks; a name that is not there tells nothing. */
export async function readPlaces(tx: Tx, cabinetId: string, bank: string | undefined): Promise<Place[]> {
  const { rows } = await sql<Place>`
    select requisite.id, last_4_digits_card as last4, bank_account as "bankAccount",
      coalesce(named.id <> bank_id, false) as "isOfOtherBank"
    from requisite left join bank named on named.name = ${bank ?? null}
    where cabinet_id = ${cabinetId} order by requisite.id`.execute(tx);
  return rows;
}

export interface NewNotification extends Told {
  id: string;
  traderId: string;
  phone: string;
  application: string;
  text: string;
  plainRequest: string;
  heardAt: Date;
  createdAt: Date;
  outcome: string;
  reason: string;
  orderId: string | null;
  candidates: readonly string[];
  /** What was read: kopecks, and as the bank wrote it. */
  amount: bigint | null;
  balance: bigint | null;
  bank: string | null;
  tail: string | null;
  sender: string | null;
}

/**
 * Keeps a message with what became of it, at the end of its trader's list.
 * The list's number is taken last of all locks: every message of the trader waits for it.
 */
export async function insertNotification(tx: Tx, message: NewNotification): Promise<void> {
  await sql`
    with kept as (
      insert into notification (id, trader_id, trader_seq, cabinet_id, message_id, text_hash, phone, application, text,
        plain_request, heard_at, created_at, outcome, reason, order_id, amount, balance, bank, tail, sender)
      values (${message.id}, ${message.traderId}, list_append(${message.traderId}, 'notifications'), ${message.cabinetId},
        ${message.messageId}, ${message.textHash}, ${message.phone}, ${message.application}, ${message.text},
        ${message.plainRequest}, ${message.heardAt}, ${message.createdAt}, ${message.outcome}, ${message.reason},
        ${message.orderId}, ${message.amount}, ${message.balance}, ${message.bank}, ${message.tail}, ${message.sender})
    )
    insert into notification_candidate (notification_id, order_id)
    select ${message.id}, order_id from unnest(${message.candidates}::uuid[]) as order_id`.execute(tx);
}
