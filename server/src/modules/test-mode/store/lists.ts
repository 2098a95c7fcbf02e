import { sql } from 'kysely';
import { type KeysetList, madeWithin, type Sought } from '../../../db/keyset.ts';
import type { Reader } from '../../../db/tx.ts';

type Table = 'test_order' | 'test_payout' | 'test_appeal';

/** The objects of a kind in the test world: their ids are their numbers. */
export const testList = (table: Table): KeysetList => ({
  table,
  owner: 'merchant_id',
  number: 'id',
  statusType: 'text',
});

/** The ids of a merchant's objects, newest first, from where one was. They are few. */
export async function nextTestIds(
  db: Reader,
  table: Table,
  { ownerId, after, statuses, limit, ...made }: Sought,
  payerId?: string,
): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select id from ${sql.table(table)} where merchant_id = ${ownerId} ${madeWithin(sql`id`, made)}
      ${payerId === undefined ? sql`` : sql`and payer_id = ${payerId}`}
      ${after === undefined ? sql`` : sql`and id < ${after}`}
      ${statuses === undefined ? sql`` : sql`and status = any(${statuses}::text[])`}
    order by id desc limit ${limit}`.execute(db);
  return rows.map(({ id }) => id);
}
