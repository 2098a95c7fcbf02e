import type { PageRequest } from '@kantor/contract/plain/pages.ts';
import { sql } from 'kysely';
import { type Counted, type Page, pageOf, readPage } from '../../../db/dense-list.ts';
import { type KeysetList, madeWithin, type Sought } from '../../../db/keyset.ts';
import type { Reader } from '../../../db/tx.ts';
import { readSteps, type TakenStep } from './steps.ts';
import { type AppealRow, rowColumns } from './appeal.ts';

/** An appeal as the merchant's server sees it. */
export interface MerchantAppeal extends AppealRow {
  /** Kopecks for which the order closed; null while it has not. */
  paid: bigint | null;
  /** The merchant's number of the order. */
  externalId: string;
  fileName: string | null;
  steps: TakenStep[];
}

type Stepless = Omit<MerchantAppeal, 'steps'>;

async function withSteps(db: Reader, rows: readonly Stepless[]): Promise<MerchantAppeal[]> {
  const steps = await readSteps(
    db,
    rows.map(({ id }) => id),
  );
  return rows.map((row) => ({ ...row, steps: steps.get(row.id) ?? [] }));
}

const selectWithReceipt = sql`
  select true as present, ${rowColumns}, a.paid_amount as paid, orders.external_id as "externalId", stored_file.name as "fileName"
  from appeal a join orders on orders.id = a.order_id left join stored_file on stored_file.id = a.file_id`;

export async function readMerchantAppeal(
  db: Reader,
  merchantId: string,
  id: string,
): Promise<MerchantAppeal | undefined> {
  const { rows } = await sql<Stepless>`
    ${selectWithReceipt} where a.id = ${id} and a.merchant_id = ${merchantId}`.execute(db);
  const [appeal] = await withSteps(db, rows);
  return appeal;
}

/** One page of a merchant's appeals, newest first: all of them in constant time, or those against one order. */
export async function readMerchantAppeals(
  db: Reader,
  merchantId: string,
  { orderId, page, pageSize }: PageRequest & { orderId: string | undefined },
): Promise<Page<MerchantAppeal>> {
  if (orderId === undefined) {
    const list = { list: 'appeals', select: selectWithReceipt, owner: 'a.merchant_id', number: 'a.merchant_seq' };
    const { count, results } = await readPage<Stepless>(db, list, { ownerId: merchantId, page, pageSize });
    return { count, results: await withSteps(db, results) };
  }
  const { rows } = await sql<Counted<Stepless>>`
    select (select count(*) from appeal where order_id = ${orderId} and merchant_id = ${merchantId}) as count, r.*
    from (select) as always left join lateral (
      ${selectWithReceipt} where a.order_id = ${orderId} and a.merchant_id = ${merchantId}
      order by a.id desc offset ${(page - 1) * pageSize} limit ${pageSize}
    ) r on true`.execute(db);
  const { count, results } = pageOf(rows);
  return { count, results: await withSteps(db, results) };
}

/** A merchant's appeals, from where one was. */
export const merchantAppeals: KeysetList = {
  table: 'appeal',
  owner: 'merchant_id',
  number: 'merchant_seq',
  statusType: 'appeal_status',
};

/** As `nextIds`, of the appeals against one order. */
export async function nextIdsOfOrder(
  db: Reader,
  orderId: string,
  { ownerId, after, statuses, limit, ...made }: Sought,
): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select a.id from appeal a where a.order_id = ${orderId} and a.merchant_id = ${ownerId}
      ${after === undefined ? sql`` : sql`and a.id < ${after}`} ${madeWithin(sql`a.id`, made)}
      ${statuses === undefined ? sql`` : sql`and a.status::text = any(${statuses}::text[])`}
    order by a.id desc limit ${limit}`.execute(db);
  return rows.map(({ id }) => id);
}

export async function readAppealsById(db: Reader, ids: readonly string[]): Promise<Map<string, MerchantAppeal>> {
  const { rows } = await sql<Stepless>`${selectWithReceipt} where a.id = any(${ids}::uuid[])`.execute(db);
  return new Map((await withSteps(db, rows)).map((appeal) => [appeal.id, appeal]));
}
