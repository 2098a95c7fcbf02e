import { sql } from 'kysely';
import { expect } from 'vitest';
import { figuresOfMerchant } from '../../src/modules/radar/store/merchants.ts';
import { figuresOfTrader } from '../../src/modules/radar/store/traders.ts';
import { byHand } from '../support/by-hand.ts';
import { test } from './fixture.ts';

test('a turn reads as much of a long history as of a short one', async ({ kantor, trader, merchant, history }) => {
  await history.orders([{ status: 'CLOSED', message: 'paid', by: 'device' }]);
  await history.pings([kantor.clock()]);
  await byHand(
    kantor.ownerDb,
    sql`
    with template as (select * from orders limit 1), made as (
      select gen_random_uuid() as id, n from generate_series(2, 8000) as n
    ), issued as (
      insert into orders
      select planted.* from template cross join made cross join lateral jsonb_populate_record(null::orders, to_jsonb(template) || jsonb_build_object('id', made.id, 'trader_seq', n, 'merchant_seq', n,
        'external_id', n::text)) as planted returning orders.id, orders.created_at
    )
    insert into order_status_change (order_id, n, status, actor, created_at)
    select id, step.n, step.status::order_status, 'trader', created_at
    from issued cross join (values (1, 'ACTIVE'), (2, 'CLOSED')) as step (n, status)`,
  );
  await sql`
    with template as (select * from notification limit 1)
    insert into notification
    select planted.* from template cross join generate_series(2, 8000) as n cross join lateral jsonb_populate_record(null::notification, to_jsonb(template) || jsonb_build_object('id', gen_random_uuid(), 'trader_seq', n, 'message_id', n::text,
      'outcome', 'no_order', 'order_id', null, 'text_hash', sha256(n::text::bytea))) as planted`.execute(
    kantor.ownerDb,
  );
  await sql`
    with template as (select * from device_ping limit 1)
    insert into device_ping
    select planted.* from template cross join generate_series(2, 8000) as n cross join lateral jsonb_populate_record(null::device_ping, to_jsonb(template) || jsonb_build_object('id', gen_random_uuid(), 'trader_seq', n,
      'created_at', template.created_at + n * interval '1 minute')) as planted`.execute(kantor.ownerDb);
  await sql`analyze`.execute(kantor.ownerDb);

  interface Node {
    'Actual Rows': number;
    'Actual Loops': number;
    'Rows Removed by Filter'?: number;
    'Relation Name'?: string;
    Plans?: Node[];
  }
  const rowsRead = (node: Node): number =>
    (node['Relation Name'] === undefined
      ? 0
      : (node['Actual Rows'] + (node['Rows Removed by Filter'] ?? 0)) * node['Actual Loops']) +
    (node.Plans ?? []).reduce((sum, plan) => sum + rowsRead(plan), 0);
  for (const figures of [figuresOfTrader(trader.id, kantor.clock()), figuresOfMerchant(merchant.id, kantor.clock())]) {
    const { rows } = await sql<{ 'QUERY PLAN': [{ Plan: Node }] }>`explain (analyze, format json) ${figures}`.execute(
      kantor.db,
    );
    const plan = rows[0]?.['QUERY PLAN'][0].Plan;
    expect(plan && rowsRead(plan)).toBeLessThan(3000);
  }
});
