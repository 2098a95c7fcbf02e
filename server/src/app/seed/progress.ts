import { type AccountName, API_KEY } from '@kantor/demo/accounts.ts';
import { sql } from 'kysely';
import type { Reader, Tx } from '../../db/tx.ts';
import { after, DAY } from '../../kernel/clock.ts';

/** An arbitrary number that all processes of the product agree on. */
const SEED_LOCK = 727_002;
const DAYS = 90;

/** Opened at the end of the story: its name in the database says that all of it is there. */
export const LAST_ACCOUNT: AccountName = 'operator';

/** The source of each day's rate. */
export const RATE_SOURCE = 'demo';

/** One day of the story. */
export interface Chapter {
  /** From 0. */
  day: number;
  /** On the first day there is nobody yet. */
  merchantId: string | undefined;
  from: Date;
  until: Date;
  /** Ends now, a day or up to two after its beginning. */
  isLast: boolean;
}

/** Until the transaction ends, nobody else plays the story. */
export async function lockSeed(tx: Tx): Promise<void> {
  await sql`select pg_advisory_xact_lock(${SEED_LOCK})`.execute(tx);
}

const merchantOfTheStory = sql`
  select users.id, users.created_at from api_key join users on users.id = merchant_id
  where hash = sha256(convert_to(${API_KEY}, 'UTF8'))`;

/** Whether there is nothing to play: the whole story is there, or other users than its own. */
export async function isFilled(db: Reader): Promise<boolean> {
  const { rows } = await sql<{ filled: boolean }>`
    select exists (select from users)
      and (not exists (${merchantOfTheStory}) or exists (select from users where username = ${LAST_ACCOUNT})) as filled
    `.execute(db);
  return rows[0]?.filled === true;
}

/** The first day that was not played yet. Each played one has left its rate. */
export async function nextChapter(db: Reader, now: Date): Promise<Chapter> {
  const { rows } = await sql<{ id: string; start: Date; played: bigint }>`
    select id, created_at as start, (select count(*) from rate where source = ${RATE_SOURCE}) as played
    from (${merchantOfTheStory}) as merchant`.execute(db);
  const start = rows[0]?.start ?? after(now, -DAYS * DAY);
  const day = Number(rows[0]?.played ?? 0n);
  const from = after(start, day * DAY);
  const isLast = after(from, 2 * DAY) > now;
  return { day, merchantId: rows[0]?.id, from, until: isLast ? now : after(from, DAY), isLast };
}
