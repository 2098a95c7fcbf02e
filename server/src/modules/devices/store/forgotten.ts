import { sql, type RawBuilder } from 'kysely';
import type { Statement, Tx } from '../../../db/tx.ts';

/** Characters of a text in a list: it may be long, and a page has a hundred. */
const MAX_LISTED_LENGTH = 500;

/** In place of what was deleted. */
const FORGOTTEN = sql.lit('Текст удалён по сроку хранения');

const unlessForgotten = (row: string, column: string, shown: RawBuilder<unknown>) => sql`
  case when ${sql.ref(`${row}.forgotten_at`)} is null then ${shown} else ${FORGOTTEN} end as ${sql.id(column)}`;

/** `text` of the row of messages, as a list shows it. */
export const listedText = (row: string): RawBuilder<unknown> =>
  unlessForgotten(row, 'text', sql`left(${sql.ref(`${row}.text`)}, ${sql.lit(MAX_LISTED_LENGTH)})`);

/** `text` and `plainRequest` of the row of messages, whole. */
export const wholeTexts = (row: string): RawBuilder<unknown> => sql`
  ${unlessForgotten(row, 'text', sql.ref(`${row}.text`))},
  ${unlessForgotten(row, 'plainRequest', sql.ref(`${row}.plain_request`))}`;

/** Whoever decides about an order in appeal needs what banks wrote about it. */
const isKept = sql`(
  exists (select from orders where orders.id = notification.order_id and orders.status = 'APPEAL')
  or exists (
    select from notification_candidate candidate join orders on orders.id = candidate.order_id
    where candidate.notification_id = notification.id and orders.status = 'APPEAL')
  or exists (
    select from appeal where appeal.id = notification.appeal_id and appeal.status = 'OPEN'))`;

/** A sender who is a telephone number: of a person, not of a bank. */
const isNumber = sql`application ~ '^[+]?[0-9][0-9 ()-]{8,}$'`;
const dotted = sql`'••••' || right(application, 4)`;

/** What stays is the sum, what became of the message, and the hash of its text, by which a double is known. */
const forget = (at: Date) => sql`
  text = '', plain_request = '', sender = null, tail = null, balance = null, forgotten_at = ${at},
  application = case when ${isNumber} then ${dotted} else application end`;

/**
 * Forgets the texts of the next messages after an id. Those of orders in appeal are put aside.
 * @param before an id: younger messages are kept.
 * @returns how many were looked at, the last of them, and how many texts were forgotten.
 */
export async function forgetNextTexts(
  tx: Tx,
  { through, before, limit, at }: { through: string | null; before: string; limit: number; at: Date },
): Promise<{ looked: number; last: string | null; forgotten: number }> {
  const { rows } = await sql<{ looked: number; last: string | null; forgotten: number }>`
    with batch as materialized (
      select notification.id, ${isKept} as "isKept" from notification
      where notification.id > coalesce(${through}::uuid, '00000000-0000-0000-0000-000000000000')
        and notification.id < ${before}::uuid
      order by notification.id limit ${limit}
    ), kept as (
      insert into notification_kept_text (notification_id) select id from batch where "isKept" on conflict do nothing
    ), forgotten as (
      update notification set ${forget(at)} from batch
      where notification.id = batch.id and not "isKept" and forgotten_at is null returning 1
    )
    select count(*)::integer as looked, max(id::text) as last, (select count(*)::integer from forgotten) as forgotten
    from batch`.execute(tx);
  return rows[0] ?? { looked: 0, last: null, forgotten: 0 };
}

/** Forgets the texts that were put aside for appeals that are over. @returns how many. */
export async function forgetKeptTexts(statement: Statement, limit: number, at: Date): Promise<number> {
  const { rows } = await sql<{ n: number }>`
    with over as (
      delete from notification_kept_text kept using (
        select notification.id from notification_kept_text waiting join notification on notification.id = waiting.notification_id
        where not ${isKept} limit ${limit}
      ) as free where kept.notification_id = free.id returning kept.notification_id as id
    ), forgotten as (
      update notification set ${forget(at)} from over
      where notification.id = over.id and forgotten_at is null returning 1
    )
    select count(*)::integer as n from forgotten`.execute(statement);
  return rows[0]?.n ?? 0;
}
