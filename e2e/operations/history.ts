import { query } from '@kantor/storms/src/harness/database.ts';

/** Whose history it is. */
interface Owners {
  merchantId: string;
  apiKeyId: string;
  traderId: string;
  cabinetId: string;
}

/** How many rows of each kind a history has. */
interface History {
  requests: number;
  webhooks: number;
  pings: number;
  texts: number;
}

/** Of the lists of their owners, which number without a gap. */
const numbered = (list: string, table: string, owner: string, number: string) => `
  insert into list_sequence (owner_id, list, last) select ${owner}, '${list}', max(${number}) from ${table} group by 1
  on conflict (owner_id, list) do update set last = excluded.last;`;

/** Of the platform's list; nothing of it is folded from the outbox any more. */
const placed = (list: string, rows: string) => `
  insert into platform_list (list, number, object_id, status, event_id)
  select '${list}', coalesce((select max(number) from platform_list where list = '${list}'), 0) + n, id, 'KEPT', 0 from ${rows};
  insert into list_block as b (owner_id, list, status, level, block, n)
  select platform_owner(), '${list}', 'KEPT', level, number >> case level when 0 then 12 else 18 end, count(*)
  from platform_list join ${rows} on ${rows}.id = object_id, generate_series(0, 1) as level group by 4, 5
  on conflict (owner_id, list, status, level, block) do update set n = b.n + excluded.n;`;

/** An id of the moment `at`, another one of each table. */
const idOf = (table: string) => `
  (lpad(to_hex((extract(epoch from at) * 1000)::bigint), 12, '0') || '7' || substr(md5('${table}' || n), 1, 3)
    || '8' || substr(md5('${table}' || n), 4, 15))::uuid`;

/** Rows in a month that ends so many days ago: the n-th and its moment. */
const month = (rows: number, daysAgo: number) => `
  (select n, now() - interval '${daysAgo + 30} days' + interval '30 days' * n / ${rows} as at from generate_series(1, ${rows}) as n) as past`;

/**
 * Writes what a busy month leaves: a merchant's requests and webhooks, a trader's pings and banks' messages.
 * Foreign keys and triggers are not run; places in lists are as if everything had come one after the other.
 * @param url of a superuser.
 * @param daysAgo when the month ends.
 */
export async function writeMonth(url: string, owners: Owners, rows: History, daysAgo: number): Promise<void> {
  const { merchantId, apiKeyId, traderId, cabinetId } = owners;
  await query(
    url,
    `
    set session_replication_role = replica;
    insert into api_request (id, merchant_id, api_key_id, request_id, method, route, status, duration_ms, is_replayed)
    select ${idOf('api_request')}, '${merchantId}', '${apiKeyId}', n::text, 'POST', '/orders', 201, 20, false
    from ${month(rows.requests, daysAgo)};

    create temp table made as
    select ${idOf('webhook')} as id, at, n from ${month(rows.webhooks, daysAgo)};
    insert into webhook (id, merchant_id, merchant_seq, event_id, type, object_id, url, body, status, attempts, tries, created_at, give_up_at,
      delivered_at)
    select id, '${merchantId}', coalesce(own.last, 0) + n, -n - coalesce(own.last, 0), 'order.closed', id, 'https://shop.example/told',
      repeat('{"id":1}', 60), 'DELIVERED', 1, 1, at, at + interval '1 day', at
    from made left join list_sequence own on own.owner_id = '${merchantId}' and own.list = 'webhooks';
    insert into webhook_attempt (webhook_id, n, started_at, duration, response_status, response_body, error)
    select id, 1, at, 40, 200, 'ok', '' from made;
    ${placed('webhooks', 'made')}
    ${numbered('webhooks', 'webhook', 'merchant_id', 'merchant_seq')}

    insert into device_ping (id, trader_id, trader_seq, cabinet_id, text, created_at)
    select ${idOf('device_ping')}, '${traderId}', coalesce(own.last, 0) + n, '${cabinetId}', 'ping', at
    from ${month(rows.pings, daysAgo)} left join list_sequence own on own.owner_id = '${traderId}' and own.list = 'pings';
    ${numbered('pings', 'device_ping', 'trader_id', 'trader_seq')}

    create temp table heard as
    select ${idOf('notification')} as id, at, n from ${month(rows.texts, daysAgo)};
    insert into notification (id, trader_id, trader_seq, cabinet_id, message_id, phone, application, text, plain_request, outcome, reason,
      heard_at, created_at, text_hash)
    select id, '${traderId}', coalesce(own.last, 0) + n, '${cabinetId}', 'old-' || coalesce(own.last, 0) + n, '', '900',
      repeat('Покупка 100р ', 12), '{}', 'outgoing', 'Расход', at, at, sha256((coalesce(own.last, 0) + n)::text::bytea)
    from heard left join list_sequence own on own.owner_id = '${traderId}' and own.list = 'notifications';
    ${placed('notifications', 'heard')}
    ${numbered('notifications', 'notification', 'trader_id', 'trader_seq')}`,
  );
  await query(url, 'vacuum analyze');
}
