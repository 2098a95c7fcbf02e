import { type AccountName, API_KEY } from '@kantor/demo/accounts.ts';
import { sql } from 'kysely';
import type { Reader, Tx } from '../../db/tx.ts';
import { after, DAY } from '../../kernel/clock.ts';

/** An arbitrary number that all processes of the product agree on. */
const SEED_LOCK = 727_002;
const DAYS = 90;

/** Opened at the end of the last day: its name in the database says that the demo is whole. */
export const LAST_ACCOUNT: AccountName = 'operator';

/** The source of each day's rate. */
export const RATE_SOURCE = 'demo';

/** One day of the demo. */
export interface DemoDay {
  /** From 0. */
  day: number;
  /** On the first day there is nobody yet. */
  merchantId: string | undefined;
  from: Date;
  until: Date;
  /** Ends now, a day or up to two after its beginning. */
  isLast: boolean;
}

/** Until the transaction ends, nobody else fills the demo. */
export async function lockSeed(tx: Tx): Promise<void> {
  await sql`select pg_advisory_xact_lock(${SEED_LOCK})`.execute(tx);
}

const demoMerchant = sql`
  select account.id, account.created_at from api_key join account on account.id = merchant_id
  where hash = sha256(convert_to(${API_KEY}, 'UTF8'))`;

/** Whether there is nothing to fill: the demo is whole, or there are other users than its own. */
export async function isFilled(db: Reader): Promise<boolean> {
  const { rows } = await sql<{ filled: boolean }>`
    select exists (select from person)
      and (not exists (${demoMerchant}) or exists (select from person where username = ${LAST_ACCOUNT})) as filled
    `.execute(db);
  return rows[0]?.filled === true;
}

/** The first missing day. Each day has left its rate. */
export async function nextDay(db: Reader, now: Date): Promise<DemoDay> {
  const { rows } = await sql<{ id: string; start: Date; done: bigint }>`
    select id, created_at as start, (select count(*) from rate where source = ${RATE_SOURCE}) as done
    from (${demoMerchant}) as merchant`.execute(db);
  const start = rows[0]?.start ?? after(now, -DAYS * DAY);
  const day = Number(rows[0]?.done ?? 0n);
  const from = after(start, day * DAY);
  const isLast = after(from, 2 * DAY) > now;
  return { day, merchantId: rows[0]?.id, from, until: isLast ? now : after(from, DAY), isLast };
}
