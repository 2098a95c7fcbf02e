import { sql } from 'kysely';
import { byHand } from '../support/by-hand.ts';
import type { Kantor } from '../support/kantor.ts';

/** Rows of each table: more than a list ever looks at. */
export const ROWS = 10_500;
interface Copied {
  /** As the platform's lists call them. */
  list: string;
  table: string;
  /** SQL of what is different in each copy, by column; `n` is its number. */
  unlike: Record<string, string>;
  /** In the list. */
  status: string;
}

const ended = `now() - interval '1 hour'`;
export const FILLED: Copied[] = [
  {
    list: 'orders',
    table: 'orders',
    status: 'CLOSED',
    unlike: {
      merchant_seq: '1000 + n',
      trader_seq: '1000 + n',
      external_id: `'copy-' || n`,
      status: `'CLOSED'`,
      held: '0',
      paid_at: ended,
      amount: '100000 + n',
    },
  },
  {
    list: 'payouts',
    table: 'payout',
    status: 'CANCELLED',
    unlike: {
      merchant_seq: '1000 + n',
      external_id: `'copy-' || n`,
      status: `'CANCELLED'`,
      done_at: ended,
      trader_id: 'null::text',
      work_place: 'null::text',
      taken_until: 'null::text',
      amount: '100000 + n',
    },
  },
  {
    list: 'withdrawals',
    table: 'withdrawal',
    status: 'REJECTED',
    unlike: {
      owner_seq: '1000 + n',
      status: `'CLOSED'`,
      outcome: `'REJECTED'`,
      rejected_reason: `'x'`,
      done_at: ended,
      amount_usdt: '1000000 + n',
    },
  },
  {
    list: 'appeals',
    table: 'appeal',
    status: 'CLOSED',
    unlike: {
      merchant_seq: '1000 + n',
      trader_seq: '1000 + n',
      status: `'CLOSED'`,
      stage: 'null::text',
      answer_until: 'null::text',
      processed_at: ended,
      amount: '100000 + n',
    },
  },
  {
    list: 'deposits',
    table: 'chain_deposit',
    status: 'CREDITED',
    unlike: { trader_seq: '1000 + n', log_index: '1000 + n', amount: '1000000 + n' },
  },
  { list: 'requisites', table: 'requisite', status: 'KEPT', unlike: { is_active: 'false', cabinet_id: 'null::text' } },
  { list: 'cabinets', table: 'cabinet', status: 'KEPT', unlike: {} },
  {
    list: 'notifications',
    table: 'notification',
    status: 'KEPT',
    unlike: { trader_seq: '1000 + n', message_id: `'copy-' || n`, text_hash: `'\\x' || md5(n::text) || md5(n::text)` },
  },
  {
    list: 'webhooks',
    table: 'webhook',
    status: 'KEPT',
    unlike: {
      merchant_seq: '1000 + n',
      event_id: '1000000 + n',
      status: `'DELIVERED'`,
      delivered_at: ended,
      next_attempt_at: 'null::text',
      leased_until: 'null::text',
    },
  },
];

/** Fills a table with copies of a row, younger than it, and the platform's list with them. */
export async function fill(
  { ownerDb }: Pick<Kantor, 'ownerDb'>,
  { list, table, unlike, status }: Copied,
): Promise<void> {
  const id = `('01f00000-' || lpad(to_hex(n), 4, '0') || '-7000-8000-' || substr(md5('${table}' || n), 1, 12))`;
  const changes = Object.entries({ id, ...unlike }).map(([column, value]) => `'${column}', ${value}`);
  const { rows } = await sql<{ name: string }>`
    select quote_ident(column_name) as name from information_schema.columns
    where table_name = ${table} and table_schema = 'public' and is_generated = 'NEVER' order by ordinal_position`.execute(
    ownerDb,
  );
  const columns = rows.map(({ name }) => name);
  await byHand(
    ownerDb,
    sql.raw(
      `with seed as (
         select to_jsonb(${table}) as value from ${table} order by id limit 1
       ), copied as (
         insert into ${table} (${columns.join(', ')})
         select ${columns.map((name) => `copy.${name}`).join(', ')}
         from seed, generate_series(1, ${ROWS}) as n
         cross join lateral jsonb_populate_record(null::${table}, seed.value || jsonb_build_object(${changes.join(', ')})) as copy
         returning id, ${list === 'orders' ? 'amount' : 'null::bigint as amount'}
       ), payees as (
         insert into payee
         select id, payee.version, bank_id, fio, phone, bank_account, last_4_digits_card, changed_by, created_at, after_order
         from copied, payee where '${table}' = 'requisite' and requisite_id = (select (value ->> 'id')::uuid from seed)
       ), numbered as (
         insert into platform_list (list, number, object_id, status, amount, event_id)
         select '${list}', (select max(number) from platform_list where list = '${list}') + row_number() over (order by id), id,
           '${status}', amount, 0
         from copied returning number
       )
       insert into list_block as b (owner_id, list, status, level, block, n)
       select platform_owner(), '${list}', '${status}', level, number >> case level when 0 then 12 else 18 end, count(*)
       from numbered, generate_series(0, 1) as level group by 4, 5
       on conflict (owner_id, list, status, level, block) do update set n = b.n + excluded.n`,
    ),
  );
}
