import type { PageRequest } from '@kantor/contract/plain/pages.ts';
import type { WebhookStatus } from '@kantor/contract/plain/statuses.ts';
import { sql } from 'kysely';
import { type Page, readPage } from '../../../db/dense-list.ts';
import { type Locked, lockRow, type Reader, type Tx } from '../../../db/tx.ts';
import type { Endpoint } from './endpoints.ts';

/** A webhook on its way to a merchant's server, as the merchant's journal shows it. */
export interface Delivery {
  id: string;
  type: string;
  objectId: string;
  /** Null: the order's own address. */
  endpointId: string | null;
  /** Of the test mode, or sent to try the endpoint. */
  isTest: boolean;
  url: string;
  status: WebhookStatus;
  attempts: number;
  createdAt: Date;
  nextAttemptAt: Date | null;
  deliveredAt: Date | null;
}

const columns = sql`
  w.id, w.type, w.object_id as "objectId",
  case when w.to_endpoint then coalesce(w.endpoint_id, w.merchant_id) end as "endpointId", w.is_test as "isTest", w.url, w.status, w.attempts, w.created_at as "createdAt",
  w.next_attempt_at as "nextAttemptAt", w.delivered_at as "deliveredAt"`;

/** One page of a merchant's deliveries, newest first, in constant time. */
export function readDeliveries(db: Reader, merchantId: string, page: PageRequest): Promise<Page<Delivery>> {
  const list = {
    list: 'webhooks',
    select: sql`select true as present, ${columns} from webhook w`,
    owner: 'w.merchant_id',
    number: 'w.merchant_seq',
  };
  return readPage<Delivery>(db, list, { ownerId: merchantId, ...page });
}

/** A delivery with its merchant. */
export type OwnedRow = Delivery & { merchantId: string };

export const selectOwned = sql`select true as present, w.merchant_id as "merchantId", ${columns} from webhook w`;

interface Attempt {
  startedAt: Date;
  /** Milliseconds. */
  duration: number;
  responseStatus: number | null;
  responseBody: string;
  error: string;
}

const MAX_ATTEMPTS_SHOWN = 100;

export interface DeliveryDetail extends Delivery {
  body: string;
  history: Attempt[];
}

/** A merchant's delivery with its latest attempts, newest first; undefined when it is not theirs. */
export async function readDelivery(db: Reader, merchantId: string, id: string): Promise<DeliveryDetail | undefined> {
  const { rows } = await sql<Delivery & { body: string }>`
    select ${columns}, w.body from webhook w where id = ${id} and merchant_id = ${merchantId}`.execute(db);
  const [delivery] = rows;
  if (delivery === undefined) return undefined;
  const { rows: history } = await sql<Attempt>`
    select started_at as "startedAt", duration, response_status as "responseStatus", response_body as "responseBody", error
    from webhook_attempt where webhook_id = ${id} order by n desc limit ${MAX_ATTEMPTS_SHOWN}`.execute(db);
  return { ...delivery, history };
}

/** Anybody's delivery. */
export async function readAnyDelivery(
  db: Reader,
  id: string,
): Promise<(DeliveryDetail & { merchantId: string }) | undefined> {
  const { rows } = await sql<{ merchantId: string }>`
    select merchant_id as "merchantId" from webhook where id = ${id}`.execute(db);
  const [owner] = rows;
  const found = owner && (await readDelivery(db, owner.merchantId, id));
  return found && { ...owner, ...found };
}

/** A delivery with the facts that sending it again takes. */
export interface OwnedDelivery extends Delivery {
  merchantId: string;
  merchantSeq: bigint;
}

/** Locks a delivery; undefined when there is none. */
export const lockDelivery = (tx: Tx, id: string): Promise<Locked<OwnedDelivery> | undefined> =>
  lockRow(
    tx,
    sql<OwnedDelivery>`
      select ${columns}, w.merchant_id as "merchantId", w.merchant_seq as "merchantSeq"
      from webhook w where id = ${id} for no key update`,
  );

/** Makes a finished delivery as new, but for its number, its id and its attempts. */
export async function requeue(
  tx: Tx,
  { id }: Locked<OwnedDelivery>,
  { at, giveUpAt }: { at: Date; giveUpAt: Date },
): Promise<Delivery> {
  const { rows } = await sql<Delivery>`
    update webhook w set status = 'PENDING', tries = 0, next_attempt_at = ${at}, give_up_at = ${giveUpAt},
      delivered_at = null
    where id = ${id} returning ${columns}`.execute(tx);
  const [delivery] = rows;
  if (delivery === undefined) throw new Error(`The delivery ${id}, which was locked, is gone`);
  return delivery;
}

/** Makes an unfinished delivery due at once: its own next attempt, or that of those it waits for. */
export async function retryNow(tx: Tx, { objectId, merchantSeq, id }: Locked<OwnedDelivery>, at: Date): Promise<void> {
  await sql`
    update webhook set next_attempt_at = ${at}
    where object_id = ${objectId} and merchant_seq <= ${merchantSeq} and status = 'PENDING' and next_attempt_at > ${at}
      and endpoint_id is not distinct from (select endpoint_id from webhook where id = ${id})`.execute(tx);
}

/** Makes deliveries that wait for their next attempt at an endpoint due at once: it has changed for the better. */
export async function retryAllNow(
  tx: Tx,
  { id, merchantId }: Pick<Endpoint, 'id' | 'merchantId'>,
  at: Date,
): Promise<void> {
  await sql`
    update webhook set next_attempt_at = ${at}
    where status = 'PENDING' and merchant_id = ${merchantId} and to_endpoint
      and coalesce(endpoint_id, merchant_id) = ${id} and next_attempt_at > ${at}`.execute(tx);
}
