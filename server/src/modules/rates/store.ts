import { sql } from 'kysely';
import type { Reader, Tx } from '../../db/tx.ts';
import { conflict } from '../../kernel/errors.ts';

export interface Rate {
  /** RUB for 1 USDT in 1/10000 of a rouble. */
  value: bigint;
  at: Date;
}

/** The rate in force, as a query that others may join. */
export const currentRate = sql`select value, created_at from rate order by id desc limit 1`;

export const noRate = () => conflict('no_rate', 'Курс ещё не задан. Обратитесь к оператору');

/**
 * The rate in force.
 * @throws Refusal 409 `no_rate` while none was ever set.
 */
export async function readRate(db: Reader): Promise<Rate> {
  const { rows } = await sql<Rate>`select value, created_at as at from (${currentRate}) as rate`.execute(db);
  if (rows[0] === undefined) throw noRate();
  return rows[0];
}

/** Puts a rate in force from now on; orders keep the one they were created with. */
export async function setRate(tx: Tx, value: bigint, source: string, at: Date): Promise<void> {
  await sql`insert into rate (value, source, created_at) values (${value}, ${source}, ${at})`.execute(tx);
}
