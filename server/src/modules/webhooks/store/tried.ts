import { sql } from 'kysely';
import type { Tx } from '../../../db/tx.ts';
import type { AttemptResult } from '../send.ts';
import { changedEvents } from './events.ts';

interface Tried {
  id: string;
  merchantId: string;
  /** Null: the merchant's first. */
  endpointId: string | null;
  url: string;
  type: string;
  objectId: string;
  body: string;
  at: Date;
  giveUpAt: Date;
}

/** Writes into the journal what was sent to try an endpoint, with its one attempt: it waited in no queue. */
export async function insertTried(tx: Tx, tried: Tried, result: AttemptResult): Promise<void> {
  const { id, merchantId, endpointId, url, type, objectId, body, at, giveUpAt } = tried;
  const isDelivered = result.error === '';
  await sql`select platform_append('webhooks', ${[id]}::uuid[])`.execute(tx);
  await sql`
    with made as (
      insert into webhook (id, merchant_id, merchant_seq, endpoint_id, is_test, type, object_id, url, body, status, attempts, tries,
        created_at, give_up_at, delivered_at)
      values (${id}, ${merchantId}, list_append(${merchantId}, 'webhooks'), ${endpointId}, true, ${type}, ${objectId}, ${url},
        ${body}, ${isDelivered ? 'DELIVERED' : 'DEAD'}::webhook_status, 1, 1, ${at}, ${giveUpAt},
        ${isDelivered ? at : null})
      returning *
    ), event as (${changedEvents(sql`made`, at)})
    insert into webhook_attempt (webhook_id, n, started_at, duration, response_status, response_body, error)
    select id, 1, ${result.startedAt}, ${result.duration}, ${result.status}, ${result.answer}, ${result.error}
    from made`.execute(tx);
}
