import type { PageRequest } from '@kantor/contract/plain/pages.ts';
import type { WebhookStatus } from '@kantor/contract/plain/statuses.ts';
import { sql } from 'kysely';
import { type Page, readPage } from '../../db/dense-list.ts';
import type { Reader, Tx } from '../../db/tx.ts';

/** A message as the journal shows it. */
export interface Message {
  id: string;
  type: string;
  objectId: string;
  url: string;
  status: WebhookStatus;
  attempts: number;
  createdAt: Date;
  nextAttemptAt: Date | null;
  deliveredAt: Date | null;
}

const columns = sql`
  w.id, w.type, w.object_id as "objectId", w.url, w.status, w.attempts, w.created_at as "createdAt",
  w.next_attempt_at as "nextAttemptAt", w.delivered_at as "deliveredAt"`;

/** One page of a merchant's messages, newest first, in constant time. */
export function readMessages(db: Reader, merchantId: string, page: PageRequest): Promise<Page<Message>> {
  const list = {
    list: 'webhooks',
    select: sql`select true as present, ${columns} from webhook w`,
    owner: 'w.merchant_id',
    number: 'w.merchant_seq',
  };
  return readPage<Message>(db, list, { ownerId: merchantId, ...page });
}

export interface Attempt {
  startedAt: Date;
  /** Milliseconds. */
  duration: number;
  responseStatus: number | null;
  responseBody: string;
  error: string;
}

const ATTEMPTS_SHOWN = 100;

/** A merchant's message with its latest attempts, newest first; undefined when it is not theirs. */
export async function readMessage(
  db: Reader,
  merchantId: string,
  id: string,
): Promise<(Message & { body: string; history: Attempt[] }) | undefined> {
  const { rows } = await sql<Message & { body: string }>`
    select ${columns}, w.body from webhook w where id = ${id} and merchant_id = ${merchantId}`.execute(db);
  const [message] = rows;
  if (message === undefined) return undefined;
  const { rows: history } = await sql<Attempt>`
    select started_at as "startedAt", duration, response_status as "responseStatus", response_body as "responseBody", error
    from webhook_attempt where webhook_id = ${id} order by n desc limit ${ATTEMPTS_SHOWN}`.execute(db);
  return { ...message, history };
}

export interface LockedMessage extends Message {
  merchantId: string;
  merchantSeq: bigint;
  toEndpoint: boolean;
}

/** Locks a message, which is then sent again; undefined when there is none. */
export async function lockMessage(tx: Tx, id: string): Promise<LockedMessage | undefined> {
  const { rows } = await sql<LockedMessage>`
    select ${columns}, w.merchant_id as "merchantId", w.merchant_seq as "merchantSeq", w.to_endpoint as "toEndpoint"
    from webhook w where id = ${id} for no key update`.execute(tx);
  return rows[0];
}

/** A finished message is as new, but for its number, its id and its attempts. The caller holds its lock. */
export async function reviveMessage(
  tx: Tx,
  id: string,
  { at, giveUpAt }: { at: Date; giveUpAt: Date },
): Promise<Message> {
  const { rows } = await sql<Message>`
    update webhook w set status = 'PENDING', tries = 0, next_attempt_at = ${at}, give_up_at = ${giveUpAt},
      delivered_at = null
    where id = ${id} returning ${columns}`.execute(tx);
  const [message] = rows;
  if (message === undefined) throw new Error(`The message ${id}, which was locked, is gone`);
  return message;
}

/** What an unfinished message waits for is due at once: its own next attempt, or that of those before it. */
export async function hurryMessage(tx: Tx, { objectId, merchantSeq }: LockedMessage, at: Date): Promise<void> {
  await sql`
    update webhook set next_attempt_at = ${at}
    where object_id = ${objectId} and merchant_seq <= ${merchantSeq} and status = 'PENDING'
      and next_attempt_at > ${at}`.execute(tx);
}
