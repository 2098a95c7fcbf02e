import { sql } from 'kysely';
import { madeWithin, type Sought } from '../../../db/keyset.ts';
import { later, type Reader, type Tx } from '../../../db/tx.ts';

/** What a shop keeps of its own beside an order. */
export interface ShopData {
  payerId: string | null;
  metadata: Record<string, string> | null;
}

/** Of orders `o`: by their key, as few have any. */
export const shopDataColumns = sql`
  (select payer_id from order_shop_data where order_id = o.id) as "payerId",
  (select metadata from order_shop_data where order_id = o.id) as metadata`;

interface OrderWithData extends ShopData {
  id: string;
  merchantId: string;
}

/** Keeps the data of new orders, with the next statement of the transaction; orders without any cost nothing. */
export async function insertShopDataLater(tx: Tx, orders: readonly OrderWithData[]): Promise<void> {
  const own = orders.filter(({ payerId, metadata }) => payerId !== null || metadata !== null);
  if (own.length === 0) return;
  const metadata = own.map((order) => order.metadata && JSON.stringify(order.metadata));
  await later(
    tx,
    sql`
      insert into order_shop_data (order_id, merchant_id, payer_id, metadata)
      select * from unnest(${own.map(({ id }) => id)}::uuid[], ${own.map(({ merchantId }) => merchantId)}::uuid[],
        ${own.map(({ payerId }) => payerId)}::text[], ${metadata}::jsonb[])`,
  );
}

/** The data of one order. */
export async function readShopData(db: Reader, id: string): Promise<ShopData> {
  const { rows } = await sql<ShopData>`
    select payer_id as "payerId", metadata from order_shop_data where order_id = ${id}`.execute(db);
  return rows[0] ?? { payerId: null, metadata: null };
}

/** The ids of a merchant's orders of one payer, newest first. */
export async function nextIdsOfPayer(
  db: Reader,
  payerId: string,
  { ownerId, after, statuses, limit, ...made }: Sought,
): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select d.order_id as id from order_shop_data d join orders o on o.id = d.order_id
    where d.merchant_id = ${ownerId} and d.payer_id = ${payerId}
      ${after === undefined ? sql`` : sql`and d.order_id < ${after}`} ${madeWithin(sql`d.order_id`, made)}
      ${statuses === undefined ? sql`` : sql`and o.status::text = any(${statuses}::text[])`}
    order by d.order_id desc limit ${limit}`.execute(db);
  return rows.map(({ id }) => id);
}
