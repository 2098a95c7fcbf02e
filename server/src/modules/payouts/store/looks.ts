import { sql } from 'kysely';
import type { Reader, Statement } from '../../../db/tx.ts';

/** A look of a trader at the payee of a payout. */
interface Look {
  payoutId: string;
  /** The person; the account, where nobody knows them. */
  who: string;
  at: Date;
}

/** Keeps that a trader's person sees a payee. Within one minute of a payout, once: an open page asks again and again. */
export async function insertLook(
  statement: Statement,
  { payoutId, traderId, personId, at }: { payoutId: string; traderId: string; personId: string | undefined; at: Date },
): Promise<void> {
  await sql`
    insert into payout_look (payout_id, trader_id, person_id, at)
    values (${payoutId}, ${traderId}, ${personId ?? null}, ${at})
    on conflict do nothing`.execute(statement);
}

/** The last looks at the payee of a payout, or those of a trader, the latest at the end. */
export async function readLooks(
  db: Reader,
  { payoutId, traderId }: { payoutId?: string; traderId?: string },
  limit: number,
): Promise<Look[]> {
  const { rows } = await sql<Look>`
    select payout_id as "payoutId", coalesce(person.username, account.name) as who, at
    from payout_look join account on account.id = trader_id left join person on person.id = person_id
    where ${payoutId === undefined ? sql`trader_id = ${traderId}` : sql`payout_id = ${payoutId}`}
    order by at desc, payout_id desc, who limit ${limit}`.execute(db);
  return rows.toReversed();
}
