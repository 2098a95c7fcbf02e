import { ORDER_FILTERS } from '@kantor/contract/plain/statuses.ts';
import { sql } from 'kysely';
import { expect } from 'vitest';
import type { Database } from '../../src/db/pool.ts';
import type { Reader } from '../../src/db/tx.ts';
import { readAllOrders, readOrders } from '../../src/modules/orders/store/lists.ts';
import { readTotals, type StatusTotal } from '../../src/modules/orders/store/totals.ts';
import type { Owner } from '../../src/kernel/owner.ts';
import { LIST_CHECKS } from '../../src/modules/verification/store/lists.ts';

const PAGE_SIZE = 4;

interface Counted {
  count: number;
  results: { id: string; status: string }[];
}

/** All pages of a list, one after the other. */
async function readPages(read: (page: number) => Promise<Counted>): Promise<{ count: number; ids: string[] }> {
  const first = await read(1);
  const ids = first.results.map(({ id }) => id);
  for (let page = 2; page <= Math.ceil(first.count / PAGE_SIZE) + 1; page += 1) {
    const { count, results } = await read(page);
    expect(count).toBe(first.count);
    ids.push(...results.map(({ id }) => id));
  }
  return { count: first.count, ids };
}

/** Compares what pages, counts and sums of lists say with what the rows say, within one snapshot. */
async function compare(tx: Reader, owners: readonly Owner[]): Promise<void> {
  const all = await readPages((page) => readAllOrders(tx, { status: 'ALL', page, pageSize: PAGE_SIZE }));
  for (const status of ORDER_FILTERS) {
    const isIn = status === 'ALL' ? sql`true` : sql`status = ${status}`;
    for (const owner of owners) {
      const { rows } = await sql<{ id: string }>`
        select id from orders where ${sql.ref(`${owner.role}_id`)} = ${owner.id} and ${isIn}
        order by ${sql.ref(`${owner.role}_seq`)} desc`.execute(tx);
      const ids = rows.map(({ id }) => id);
      const pages = await readPages((page) => readOrders(tx, owner, { status, page, pageSize: PAGE_SIZE }));
      expect([owner.role, status, pages]).toEqual([owner.role, status, { count: ids.length, ids }]);
    }
    const { rows } = await sql<{ id: string }>`select id from orders where ${isIn}`.execute(tx);
    const inStatus = new Set(rows.map(({ id }) => id));
    const pages = await readPages((page) => readAllOrders(tx, { status, page, pageSize: PAGE_SIZE }));
    expect([status, pages]).toEqual([status, { count: inStatus.size, ids: all.ids.filter((id) => inStatus.has(id)) }]);
  }
  for (const owner of owners) await compareTotals(tx, owner);
  for (const { id, role } of owners) {
    const { rows } = await sql`
      select n, amount, (select count(*) from orders where ${sql.ref(`${role}_id`)} = ${id} and status = 'ACTIVE') as "isN",
        (select coalesce(sum(amount), 0)::bigint from orders where ${sql.ref(`${role}_id`)} = ${id} and status = 'ACTIVE') as "isAmount"
      from list_total(${id}, 'orders', 'ACTIVE')`.execute(tx);
    const [total] = rows as { n: bigint; amount: bigint; isN: bigint; isAmount: bigint }[];
    expect([total?.n, total?.amount]).toEqual([total?.isN, total?.isAmount]);
  }
  for (const { find } of LIST_CHECKS) expect((await sql`${find}`.execute(tx)).rows).toEqual([]);
}

/**
 * Of all orders of the owner, and of those after each fifth. Orders of one moment may be numbered in another order than their ids: what
 * is after such a one depends on which of both is asked, so it divides nothing.
 */
async function compareTotals(tx: Reader, owner: Owner): Promise<void> {
  const [ownerId, number] = [sql.ref(`${owner.role}_id`), sql.ref(`${owner.role}_seq`)];
  const { rows: fifths } = await sql<{ id: string }>`
    with own as (select id, ${number} as number from orders where ${ownerId} = ${owner.id})
    select id from own where number % 5 = 0
      and not exists (select from own other where (other.id > own.id) <> (other.number > own.number))`.execute(tx);
  for (const after of [undefined, ...fifths.map(({ id }) => id)]) {
    const { rows } = await sql<StatusTotal>`
      select status, count(*) as count, sum(amount)::bigint as amount from orders
      where ${ownerId} = ${owner.id} and ${after === undefined ? sql`true` : sql`id > ${after}`}
      group by status`.execute(tx);
    const byStatus = (totals: readonly StatusTotal[]) => totals.toSorted((a, b) => (a.status < b.status ? -1 : 1));
    expect([owner.role, after, byStatus(await readTotals(tx, owner, after))]).toEqual([
      owner.role,
      after,
      byStatus(rows),
    ]);
  }
}

/** Compares lists of orders with their rows in a snapshot of this moment. */
export const compareLists = (db: Database, owners: readonly Owner[]): Promise<void> =>
  db
    .transaction()
    .setIsolationLevel('repeatable read')
    .execute((tx) => compare(tx, owners));
