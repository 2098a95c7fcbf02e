import type { PageRequest } from '@kantor/contract/plain/pages.ts';
import type { BalanceMode } from '@kantor/contract/plain/statuses.ts';
import { sql } from 'kysely';
import { type Counted, type Page, pageOf } from '../../../db/dense-list.ts';
import { type Locked, lockRow, type Reader, type Statement, type Tx } from '../../../db/tx.ts';

/** What people did where a balance, or the number of messages, said which order a message pays. */
export interface Compared {
  done: number;
  agreed: number;
  disagreed: number;
  open: number;
  doubted: number;
}

/** A bank with what is done by its balances. */
export interface BalanceBank extends Compared {
  id: number;
  name: string;
  mode: BalanceMode;
  disagreements: { notification: string; order: string; createdAt: string }[];
}

/** The newest verdicts of a bank that are compared, and the disagreements that are shown. */
const MAX_COMPARED = 500;
const MAX_SHOWN = 3;

/** Another message paid the order. */
const isOthers = sql`exists (
  select from notification other
  where other.order_id = verdict.order_id and other.id <> message.id and (other.outcome = 'paid' or other.chosen_at is not null)
  offset 0)`;
/** People closed another order that the message fits, and no other message says why. */
const isAnothers = sql`exists (
  select from notification_candidate candidate join orders on orders.id = candidate.order_id
  where candidate.notification_id = message.id and candidate.order_id <> verdict.order_id and orders.status = 'CLOSED'
    and not exists (
      select from notification other
      where other.order_id = orders.id and other.id <> message.id and (other.outcome = 'paid' or other.chosen_at is not null)
      offset 0)
  offset 0)`;

/** How people decided on a message: seen when it is read, so that whoever closes an order writes nothing here. */
const seen = sql`case
  when verdict.rule = 'doubt' then 'doubted'
  when verdict.was_done then 'done'
  when verdict.rule = 'count' then case
    when chosen.status = 'CLOSED' then 'agreed' when message.chosen_at is not null then 'disagreed' else 'open' end
  when message.chosen_at is not null then case when message.order_id = verdict.order_id then 'agreed' else 'disagreed' end
  when chosen.status = 'CLOSED' then case when ${isOthers} then 'disagreed' else 'agreed' end
  when ${isAnothers} then 'disagreed'
  else 'open' end`;

const comparedOf = (bankId: ReturnType<typeof sql>) => sql`(
  select verdict.*, ${seen} as seen
  from (
    select * from balance_verdict where bank_id = ${bankId} order by created_at desc limit ${sql.lit(MAX_COMPARED)}
  ) as verdict
  join notification message on message.id = verdict.notification_id
  join orders chosen on chosen.id = verdict.order_id)`;

const counts = sql`
  (count(*) filter (where seen = 'done'))::integer as done, (count(*) filter (where seen = 'agreed'))::integer as agreed,
  (count(*) filter (where seen = 'disagreed'))::integer as disagreed, (count(*) filter (where seen = 'open'))::integer as open,
  (count(*) filter (where seen = 'doubted'))::integer as doubted`;

/** One page of all banks, by their numbers. */
export async function readBalanceBanks(db: Reader, { page, pageSize }: PageRequest): Promise<Page<BalanceBank>> {
  const { rows } = await sql<Counted<BalanceBank>>`
    select (select count(*) from bank) as count, r.*
    from (select) one left join lateral (
      select true as present, bank.id, bank.name, coalesce(balance_mode.mode, 'shadow') as mode, compared.*
      from (select * from bank order by id limit ${pageSize} offset ${(page - 1) * pageSize}) as bank
      left join balance_mode on balance_mode.bank_id = bank.id
      cross join lateral (
        select ${counts}, coalesce((
          select json_agg(json_build_object('notification', notification_id, 'order', order_id, 'createdAt', created_at))
          from (
            select * from ${comparedOf(sql`bank.id`)} as judged where seen = 'disagreed'
            order by created_at desc limit ${sql.lit(MAX_SHOWN)}
          ) as shown), '[]') as disagreements
        from ${comparedOf(sql`bank.id`)} as judged
      ) as compared
      order by bank.id
    ) r on true`.execute(db);
  return pageOf(rows);
}

/** What is done by the balances of one bank. */
export interface Mode {
  bankId: number;
  bank: string;
  mode: BalanceMode;
}

/** Locks it; undefined when there is no such bank. */
export const lockMode = (tx: Tx, bankId: number): Promise<Locked<Mode> | undefined> =>
  lockRow(
    tx,
    sql<Mode>`
      select bank_id as "bankId", bank.name as bank, mode from balance_mode join bank on bank.id = bank_id
      where bank_id = ${bankId} for no key update of balance_mode`,
  );

export async function setMode(statement: Statement, { bankId }: Locked<Mode>, mode: BalanceMode): Promise<void> {
  await sql`update balance_mode set mode = ${mode} where bank_id = ${bankId}`.execute(statement);
}

/** Of all banks at once: for a demo. */
export async function setEveryMode(statement: Statement, mode: BalanceMode): Promise<void> {
  await sql`update balance_mode set mode = ${mode}`.execute(statement);
}

/** How the newest verdicts of a bank stand to what people did. */
export async function readCompared(db: Reader, bankId: number): Promise<Compared> {
  const { rows } = await sql<Compared>`select ${counts} from ${comparedOf(sql`${bankId}::smallint`)} as judged`.execute(
    db,
  );
  return rows[0] ?? { done: 0, agreed: 0, disagreed: 0, open: 0, doubted: 0 };
}
