import pg from 'pg';

/** Seconds between two orders: ten million are a year of work. */
const SECONDS_APART = 3;
/** Orders that are written and posted in one transaction. */
const CHUNK = 250_000;
/** The newest orders, which are not paid yet. */
const ACTIVE = 20;

/** A payee that a hundred orders have, evenly among all: the last requisite of the last trader, which takes no new ones. */
export const RARE = { fio: 'Редкина Анна', last4: '7777', orders: 100 };
/** A thousandth of the orders is of this sum, in kopecks; the others of odd ones, of which no requisite has one twice while it keeps it. */
const POPULAR_SUM = 500_000;
const POPULAR = 1000;

/** What is filled. Their secondary indexes are made anew when all rows are there. */
const FILLED = [
  'orders',
  'order_status_change',
  'ledger_journal',
  'ledger_entry',
  'ledger_platform_entry',
  'platform_list',
];

/**
 * So many orders, half of them of the first merchant, half at the first trader's requisites, the rest evenly of all others; with their
 * places in the lists, their journals, entries and balances, as if each had been issued and ended before the next one of its trader.
 */
const MADE = `
  create temp table made on commit drop as
  with market as (
    select (select array_agg(id order by length(name), name) from account where role = 'merchant') as merchants,
      (select array_agg(id order by length(name), name) from account where role = 'trader') as traders,
      (select max(value) from rate) as rate
  ), drawn as (
    select n, $3::timestamptz + n * interval '${SECONDS_APART} seconds' as at, rate, n > $4::bigint - ${ACTIVE} as is_active,
      abs(hashint8extended(n, 1) % 100) as luck, merchants, traders,
      case when hashint8extended(n, 3) % 2 = 0 then 1 else 2 + abs(hashint8extended(n, 4) % (cardinality(merchants) - 1)) end as m,
      case when is_rare then cardinality(traders) when hashint8extended(n, 5) % 2 = 0 then 1
        else 2 + abs(hashint8extended(n, 6) % (cardinality(traders) - 1)) end as t,
      abs(hashint8extended(n, 7)) as r, is_rare, md5(n::text) as random
    from market, generate_series($1::bigint, $2::bigint) as n,
      lateral (select n % ($4::bigint / ${RARE.orders}) = 0 as is_rare) as rarity
  ), placed as (
    select n, at, rate, random,
      (lpad(to_hex((extract(epoch from at) * 1000)::bigint), 12, '0') || '7' || substr(random, 1, 3)
        || '8' || substr(random, 4, 15))::uuid as id,
      merchants[m] as merchant_id, traders[t] as trader_id,
      case when is_rare then rare else ordinary[r % cardinality(ordinary) + 1] end as requisite_id,
      case when n % ${POPULAR} = 0 then ${POPULAR_SUM} else 100001 + 2 * (n * 7919 % 500009) end as amount,
      (case when is_active then 'ACTIVE' when luck < 78 then 'CLOSED' when luck < 92 then 'EXPIRED' else 'DECLINED' end)::order_status
        as status
    from drawn join (
      select trader_id, array_agg(id order by id) filter (where fio <> '${RARE.fio}') as ordinary,
        (array_agg(id) filter (where fio = '${RARE.fio}'))[1] as rare
      from requisite group by 1
    ) as requisites on requisites.trader_id = traders[t]
  ), priced as (
    select placed.*, merchant.fee_bp, trader.reward_bp, u, div(u * merchant.fee_bp, 10000)::bigint as fee,
      div(u * trader.reward_bp, 10000)::bigint as reward
    from placed join account merchant on merchant.id = merchant_id join account trader on trader.id = trader_id,
      lateral (select div(2 * amount::numeric * 100000000 + rate, 2 * rate)::bigint as u) as usdt
  ), counted as (
    select priced.*,
      -- Before this order, since the chunk began.
      row_number() over tr - 1 as issued, row_number() over me - 1 as ordered,
      count(*) filter (where status in ('EXPIRED', 'DECLINED')) over before_tr as released,
      count(*) filter (where status = 'CLOSED') over before_tr as closed,
      count(*) filter (where status <> 'ACTIVE') over before_tr as ended,
      coalesce(sum(u) filter (where status in ('CLOSED', 'ACTIVE')) over before_tr, 0)::bigint as gone,
      coalesce(sum(u) filter (where status = 'ACTIVE') over before_tr, 0)::bigint as kept,
      coalesce(sum(reward) filter (where status = 'CLOSED') over before_tr, 0)::bigint as rewarded,
      count(*) filter (where status = 'CLOSED') over before_me as sold,
      coalesce(sum(u - fee) filter (where status = 'CLOSED') over before_me, 0)::bigint as turnover
    from priced
    window tr as (partition by trader_id order by n), me as (partition by merchant_id order by n),
      before_tr as (partition by trader_id order by n rows between unbounded preceding and 1 preceding),
      before_me as (partition by merchant_id order by n rows between unbounded preceding and 1 preceding)
  )
  select counted.n, counted.id, counted.at, counted.at + interval '2 minutes' as ended_at, rate, merchant_id, trader_id, requisite_id,
    amount, status, fee_bp, reward_bp, u, fee, reward,
    coalesce((select last from list_sequence where owner_id = trader_id and list = 'orders'), 0) + issued + 1 as trader_seq,
    coalesce((select last from list_sequence where owner_id = merchant_id and list = 'orders'), 0) + ordered + 1 as merchant_seq,
    (left(counted.id::text, 24) || substr(random, 19, 11) || '1')::uuid as hold, (left(counted.id::text, 24) || substr(random, 19, 11) || '2')::uuid as ending,
    available.id as available, available.version + issued + released as available_version, available.balance - gone as available_balance,
    held.id as held, held.version + issued + ended as held_version, held.balance + kept as held_balance,
    earned.id as earned, earned.version + closed as earned_version, earned.balance + rewarded as earned_balance,
    shop.id as shop, shop.version + sold as shop_version, shop.balance + turnover as shop_balance
  from counted
  join ledger_account available on available.owner_id = trader_id and available.kind = 'available'
  join ledger_account held on held.owner_id = trader_id and held.kind = 'held'
  join ledger_account earned on earned.owner_id = trader_id and earned.kind = 'earned'
  join ledger_account shop on shop.owner_id = merchant_id and shop.kind = 'available'
  order by n`;

const MAKE_RARE = `
  create temp table rare as select requisite.id from requisite join account on account.id = trader_id
    order by length(account.name) desc, account.name desc, requisite.id desc limit 1;
  update payee set fio = '${RARE.fio}', last_4_digits_card = '${RARE.last4}' from rare where requisite_id = rare.id;
  update requisite set fio = '${RARE.fio}', last_4_digits_card = '${RARE.last4}', is_active = false
  from rare where requisite.id = rare.id`;

/** The rows of a chunk, from the table `made`. Triggers and foreign keys are not run: what they would see to is done here. */
const WRITTEN = [
  `insert into orders (id, merchant_id, merchant_seq, trader_id, trader_seq, requisite_id, payee_version, external_id, is_sbp, amount,
     rate, amount_usdt, fee_bp, reward_bp, status, held, created_at, expires_at, paid_at)
   select id, merchant_id, merchant_seq, trader_id, trader_seq, requisite_id, 1, 'shop-' || n, n % 3 > 0, amount, rate, u, fee_bp,
     reward_bp, status, case status when 'ACTIVE' then u else 0 end, at, at + interval '15 minutes',
     case status when 'CLOSED' then ended_at end
   from made order by n`,

  `insert into order_status_change (order_id, n, status, actor, created_at)
   select made.id, step.n, step.status, step.actor, step.at
   from made, lateral (values (1::smallint, 'ACTIVE'::order_status, 'merchant'::actor, at), (2, status,
     (case status when 'CLOSED' then 'trader' when 'EXPIRED' then 'timer' else 'merchant' end)::actor, ended_at)
   ) as step (n, status, actor, at)
   where step.n = 1 or made.status <> 'ACTIVE' order by made.n, step.n`,

  `insert into ledger_journal (id, kind, cause, created_at)
   select posting.id, posting.kind, made.id, posting.at
   from made, lateral (values (hold, 'order_hold', at),
     (ending, case status when 'CLOSED' then 'order_close' when 'ACTIVE' then null else 'order_release' end, ended_at)
   ) as posting (id, kind, at)
   where posting.kind is not null order by made.n, posting.at`,

  `insert into ledger_entry (account_id, account_version, journal_id, amount, balance_after, created_at)
   select entry.account, entry.version, entry.journal, entry.amount, entry.balance, entry.at
   from made, lateral (values
     (true, available, available_version + 1, hold, -u, available_balance - u, at),
     (true, held, held_version + 1, hold, u, held_balance + u, at),
     (status <> 'ACTIVE', held, held_version + 2, ending, -u, held_balance, ended_at),
     (status in ('EXPIRED', 'DECLINED'), available, available_version + 2, ending, u, available_balance, ended_at),
     (status = 'CLOSED', earned, earned_version + 1, ending, reward, earned_balance + reward, ended_at),
     (status = 'CLOSED', shop, shop_version + 1, ending, u - fee, shop_balance + u - fee, ended_at)
   ) as entry (is_posted, account, version, journal, amount, balance, at)
   where entry.is_posted order by made.n`,

  `insert into ledger_platform_entry (account_id, journal_id, amount, created_at)
   select revenue.id, ending, fee - reward, ended_at
   from made, ledger_account revenue
   where revenue.kind = 'revenue' and status = 'CLOSED' and fee > reward order by n`,

  `update ledger_account set balance = moved.balance, version = moved.version
   from (
     select distinct on (account) account, version, balance
     from made, lateral (values
       (available, available_version + 1 + (status in ('EXPIRED', 'DECLINED'))::integer,
         available_balance - case when status in ('CLOSED', 'ACTIVE') then u else 0 end),
       (held, held_version + 1 + (status <> 'ACTIVE')::integer, held_balance + case status when 'ACTIVE' then u else 0 end),
       (earned, earned_version + (status = 'CLOSED')::integer, earned_balance + case status when 'CLOSED' then reward else 0 end),
       (shop, shop_version + (status = 'CLOSED')::integer, shop_balance + case status when 'CLOSED' then u - fee else 0 end)
     ) as last (account, version, balance)
     order by account, n desc
   ) as moved where moved.account = ledger_account.id`,

  `insert into list_sequence as s (owner_id, list, last)
   select trader_id, 'orders', max(trader_seq) from made group by 1
   union all select merchant_id, 'orders', max(merchant_seq) from made group by 1
   on conflict (owner_id, list) do update set last = excluded.last`,

  `insert into platform_list (list, number, object_id, status, amount, event_id)
   select 'orders', n, made.id, status::text, amount, high_id from made, outbox_reader where name = 'lists' order by n`,

  `insert into list_block as b (owner_id, list, status, level, block, n, amount)
   select owner_id, 'orders', status::text, level, number >> case level when 0 then 12 else 18 end, count(*),
     coalesce(sum(amount) filter (where owner_id <> platform_owner()), 0)
   from made, lateral (values (trader_id, trader_seq), (merchant_id, merchant_seq), (platform_owner(), n)) as place (owner_id, number),
     generate_series(0, 1) as level
   group by 1, 3, 4, 5
   on conflict (owner_id, list, status, level, block) do update set n = b.n + excluded.n, amount = b.amount + excluded.amount`,

  `update requisite set active_orders = active_orders + active, current_deals_count = current_deals_count + active + closed,
     sum_deals = sum_deals + sum, total_deals_count = total_deals_count + closed, total_deals_amount = total_deals_amount + sum,
     last_order_at = last
   from (
     select requisite_id, count(*) filter (where status = 'ACTIVE') as active, count(*) filter (where status = 'CLOSED') as closed,
       coalesce(sum(amount) filter (where status = 'CLOSED'), 0) as sum, max(at) as last
     from made group by 1
   ) as counted where id = requisite_id`,

  // Figures of the platform and of merchants begin after what was filled.
  `update figure_since set since = now()`,
  `update merchant_figure_since set since = now()`,
];

interface Definition {
  table: string;
  name: string;
  /** How it is made; `isConstraint`: by altering the table. */
  made: string;
  isConstraint: boolean;
}

/** The indexes that only reading needs: no primary keys, none that a foreign key refers to. */
const SECONDARY = `
  select i.indrelid::regclass::text as "table", quote_ident(index.relname) as name, c.oid is not null as "isConstraint",
    coalesce(pg_get_constraintdef(c.oid), pg_get_indexdef(i.indexrelid)) as made
  from pg_index i join pg_class index on index.oid = i.indexrelid
  left join pg_constraint c on c.conindid = i.indexrelid and c.contype = 'u'
  where i.indrelid = any($1::regclass[]) and not i.indisprimary
    and not exists (select from pg_constraint f where f.conindid = i.indexrelid and f.contype = 'f')
  order by 1, 2`;

export interface Filling {
  rows: number;
  signal: AbortSignal;
  /** Told in sentences how far it is. */
  log: (sentence: string) => void;
}

/**
 * Fills a new marketplace with ended orders and all that belongs to them, straight into the tables: the product itself has no such way.
 * The traders must have the money. Not to be broken off: a marketplace that is half full has not all of its indexes.
 * @param url for a superuser.
 */
export async function fillMarketplace(url: string, { rows, signal, log }: Filling): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  client.on('error', () => undefined);
  await client.connect();
  try {
    await client.query(`set session_replication_role = replica; set work_mem = '256MB'; set maintenance_work_mem = '512MB';
      set max_parallel_maintenance_workers = 2`);
    const { rows: secondary } = await client.query<Definition>(SECONDARY, [FILLED]);
    for (const { table, name, isConstraint } of secondary)
      await client.query(isConstraint ? `alter table ${table} drop constraint ${name}` : `drop index ${name}`);
    await client.query(MAKE_RARE);
    const since = new Date(Date.now() - (rows + ACTIVE) * SECONDS_APART * 1000);
    for (let done = 0; done < rows; done += CHUNK) {
      signal.throwIfAborted();
      const last = Math.min(done + CHUNK, rows);
      await client.query('begin');
      await client.query(MADE, [done + 1, last, since, rows]);
      await client.query('analyze made');
      for (const statement of WRITTEN) await client.query(statement);
      await client.query('commit');
      if (last < rows) log(`${last.toLocaleString('en')} orders…`);
    }
    log('Making the indexes…');
    for (const { table, name, made, isConstraint } of secondary) {
      signal.throwIfAborted();
      await client.query(isConstraint ? `alter table ${table} add constraint ${name} ${made}` : made);
    }
    await client.query('vacuum analyze');
    await client.query('checkpoint');
  } finally {
    await client.end();
  }
}
