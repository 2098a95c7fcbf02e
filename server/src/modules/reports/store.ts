import { sql } from 'kysely';
import type { Reader, Statement, Tx } from '../../db/tx.ts';
import { after, DAY, moscowDay } from '../../kernel/clock.ts';

interface NewReport {
  id: string;
  accountId: string;
  /** Null: the merchant's server. */
  personId: string | null;
  kind: 'day' | 'week';
  /** `YYYY-MM-DD` */
  firstDay: string;
}

/** Keeps that reports are made, each once. @returns those of them that were not before. */
export async function insertReports(tx: Tx, reports: readonly NewReport[], at: Date): Promise<Set<string>> {
  const column = <Key extends keyof NewReport>(key: Key) => reports.map((report) => report[key]);
  const { rows } = await sql<{ id: string }>`
    insert into report (id, account_id, person_id, kind, first_day, made_at)
    select id, account_id, person_id, kind, first_day, ${at}
    from unnest(${column('id')}::uuid[], ${column('accountId')}::uuid[], ${column('personId')}::uuid[], ${column('kind')}::text[],
      ${column('firstDay')}::date[]) as new (id, account_id, person_id, kind, first_day)
    order by account_id, person_id
    on conflict on constraint report_once do nothing
    returning id`.execute(tx);
  return new Set(rows.map(({ id }) => id));
}

/** Merchants whose servers have not been told of a day yet, of those who were there by its end. */
export async function readUntold(db: Reader, day: Date, limit: number): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select id from account
    where role = 'merchant' and blocked_at is null and created_at < ${after(day, DAY)}
      and not exists (
        select from report
        where account_id = account.id and recipient_id = account.id and kind = 'day' and first_day = ${moscowDay(day)}::date
      )
    order by id limit ${limit}`.execute(db);
  return rows.map(({ id }) => id);
}

/** Forgets what people were told long ago. What merchants' servers were told their log still names. */
export async function deleteOld(tx: Statement, before: Date): Promise<void> {
  await sql`delete from report where made_at < ${before} and person_id is not null`.execute(tx);
}
