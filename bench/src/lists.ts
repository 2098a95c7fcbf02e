import type { OrderFilter } from '@kantor/contract/plain/statuses.ts';
import type { Database } from '@kantor/server/src/db/pool.ts';
import { readOrders } from '@kantor/server/src/modules/orders/store/lists.ts';
import type pg from 'pg';
import { query } from './environment.ts';

interface Statement {
  text: string;
  values: (string | null)[];
}

/** A statement, and those that go ahead of it in its transaction. */
export interface Caught extends Statement {
  ahead: Statement[];
}

/** A parameter as `pg` writes it. */
function asText(value: unknown): string | null {
  if (value === null || value === undefined) return null;
  if (Array.isArray(value)) return `{${value.map(asText).join(',')}}`;
  if (value instanceof Date) return value.toISOString();
  if (typeof value === 'object') return JSON.stringify(value);
  return `${value as string | number | bigint | boolean}`;
}

interface PageOfOrders {
  traderId: string;
  status: OrderFilter;
  page: number;
  pageSize: number;
}

/** The statement that the server itself would send; it is not sent. */
export async function caughtStatement(db: Database, read: (db: Database) => Promise<unknown>): Promise<Caught> {
  const ahead: Statement[] = [];
  const caught: Caught[] = [];
  const watched = db.withPlugin({
    transformQuery({ node, queryId }) {
      const { sql, parameters } = db.getExecutor().compileQuery(node, queryId);
      // As text, as `pg` sends them: JSON has no bigint.
      const statement = { text: sql, values: parameters.map(asText) };
      if (SETTINGS.test(sql)) {
        ahead.push(statement);
        return node;
      }
      caught.push({ ...statement, ahead });
      throw new Error('Caught');
    },
    transformResult: ({ result }) => Promise.resolve(result),
  });
  await read(watched).catch(() => undefined);
  const [statement] = caught;
  if (statement === undefined) throw new Error('Reading sends no statement');
  return statement;
}

const SETTINGS = /^\s*select\s+set_config/;

/** Runs `work` in a transaction with what goes ahead of a statement, so that the statement is planned as for the server. */
export async function behind<Result>(
  client: pg.Client,
  { ahead }: Caught,
  work: () => Promise<Result>,
): Promise<Result> {
  await client.query('begin');
  for (const { text, values } of ahead) await client.query(text, values);
  const result = await work();
  await client.query('commit');
  return result;
}

/** The statement for a page of a trader's orders. */
export const pageStatement = (db: Database, { traderId, ...page }: PageOfOrders): Promise<Caught> =>
  caughtStatement(db, (watched) => readOrders(watched, { role: 'trader', id: traderId }, page));

const PER_CENT_CLOSED = 78;

/**
 * Writes orders straight into the tables, as test data: the product itself has no such way. Each trader's list is as long as
 * asked, with its numbers and block counters, and the platform's has all; all orders are one merchant's. Triggers and foreign keys are not checked.
 */
export async function fillOrders(url: string, lists: ReadonlyMap<string, number>): Promise<void> {
  let merchantSeq = 0;
  for (const [username, rows] of lists) {
    await query(
      url,
      `set session_replication_role = replica;
       insert into orders (id, merchant_id, merchant_seq, trader_id, trader_seq, requisite_id, payee_version, external_id, is_sbp, amount,
         rate, amount_usdt, fee_bp, reward_bp, status, held, created_at, expires_at, paid_at)
       select (lpad(to_hex((extract(epoch from at) * 1000)::bigint), 12, '0') || '7' || substr(md5('${username}' || n), 1, 3)
           || '8' || substr(md5('${username}' || n), 4, 15))::uuid,
         merchant.id, ${merchantSeq} + n, trader.id, n, requisites.ids[n % cardinality(requisites.ids) + 1],
         1, 'bench-' || (${merchantSeq} + n), n % 3 > 0, 100000 + n % 900000, 920000, 10869565, 600, 350, status,
         case status when 'ACTIVE' then 10869565 else 0 end, at, at + interval '15 minutes',
         case status when 'CLOSED' then at + interval '5 minutes' end
       from generate_series(1, ${rows}) as n
       cross join lateral (select now() - (${rows} - n) * interval '1 second' as at, (case
         when n > ${rows} - 20 then 'ACTIVE'
         when n % 100 * 79 % 100 < ${PER_CENT_CLOSED} then 'CLOSED'
         when n % 100 * 79 % 100 < 92 then 'EXPIRED' else 'DECLINED' end)::order_status as status) as made
       cross join (select id from account where name = 'merchant-0') as merchant
       cross join (select id from account where name = '${username}') as trader
       cross join (select array_agg(requisite.id) as ids from requisite join account on account.id = trader_id
         where account.name = '${username}') as requisites`,
    );
    merchantSeq += rows;
  }
  for (const [owner, number] of [
    ['trader_id', 'trader_seq'],
    ['merchant_id', 'merchant_seq'],
  ]) {
    await query(
      url,
      `insert into list_sequence select ${owner}, 'orders', max(${number}) from orders group by 1;
       insert into list_block
       select ${owner}, 'orders', status::text, level, ${number} >> case level when 0 then 12 else 18 end, count(*), sum(amount)
       from orders, generate_series(0, 1) as level group by 1, 3, 4, 5`,
    );
  }
  await query(
    url,
    `insert into platform_list (list, number, object_id, status, amount, event_id)
     select 'orders', row_number() over (order by id), id, status::text, amount, 0 from orders;
     insert into list_block (owner_id, list, status, level, block, n)
     select platform_owner(), list, status, level, number >> case level when 0 then 12 else 18 end, count(*)
     from platform_list, generate_series(0, 1) as level where list = 'orders' group by 2, 3, 4, 5`,
  );
  await query(url, 'vacuum analyze');
  // Otherwise each read of a page would first write out another, for some minutes.
  await query(url, 'checkpoint');
}
