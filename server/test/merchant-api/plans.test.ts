import { createWallet } from '@kantor/contract/wire/withdrawals.ts';
import { sql } from 'kysely';
import { expect } from 'vitest';
import type { Database } from '../../src/db/pool.ts';
import { MINUTE } from '../../src/kernel/clock.ts';
import { firstIdAt } from '../../src/kernel/ids.ts';
import { listMerchantWithdrawals } from '../../src/modules/merchant-api/service/account.ts';
import { listAppeals } from '../../src/modules/merchant-api/service/appeals.ts';
import { listEvents } from '../../src/modules/merchant-api/service/events.ts';
import { listOrders } from '../../src/modules/merchant-api/service/orders.ts';
import { listPayouts } from '../../src/modules/merchant-api/service/payouts.ts';
import { explaining, lookedAt, nodesOf } from '../support/explaining.ts';
import { kantorTest } from '../support/fixtures.ts';
import { newAddress } from '../withdrawals/fixture.ts';

// The lists of the merchant API that go on from a place walk an index to their own rows, however long the list is.

const ROWS = 6000;
const PAGE = 20;
/** What a page of them may look at, with all that stands beside its rows. */
const MOST = 30 * PAGE;

const test = kantorTest
  .extend('shop', { scope: 'file' }, ({ kantor }) => kantor.createMerchant({ payoutEnable: true }))
  /** A minute apart, each hundredth open, the last now: and what happened to them, three things each. */
  .extend('long', { scope: 'file' }, async ({ kantor, shop }) => {
    const { id: wallet } = await shop.call(createWallet, { body: { wallet_to_withdraw: newAddress() } });
    const now = kantor.clock();
    const moments = Array.from({ length: ROWS }, (_, n) => new Date(now.getTime() - (ROWS - n) * MINUTE));
    const ids = moments.map((at) => firstIdAt(at));
    await sql`
      insert into withdrawal (id, owner_id, owner_seq, wallet_id, amount_usdt, created_at, status, outcome, done_at)
      select id, ${shop.id}, n, ${wallet}, 1000000, at,
        (case when n % 100 = 0 then 'OPEN' else 'CLOSED' end)::withdrawal_status,
        case when n % 100 <> 0 then 'CANCELLED' end, case when n % 100 <> 0 then at end
      from unnest(${ids}::uuid[], ${moments}::timestamptz[]) with ordinality as row (id, at, n)`.execute(
      kantor.ownerDb,
    );
    await sql`
      insert into merchant_event (merchant_id, object, object_id, type, event_id, happened_at, at)
      select ${shop.id}, 'withdrawal', id, 'withdrawal.' || kind, n * 3 + place, at, at
      from unnest(${ids}::uuid[], ${moments}::timestamptz[]) with ordinality as row (id, at, n)
      cross join unnest(array['open', 'sending', 'cancelled']) with ordinality as step (kind, place)
      order by n, place`.execute(kantor.ownerDb);
    await sql`analyze withdrawal, merchant_event`.execute(kantor.ownerDb);
    const cursor = Buffer.from(`r:${ids[ROWS / 2]}`).toString('base64url');
    return { ids, moments, cursor };
  })
  .extend('explained', { scope: 'file' }, async ({ kantor }, { onCleanup }) => {
    const explained = explaining(kantor.databaseUrl);
    onCleanup(explained.destroy);
    return async (read: (db: Database) => Promise<unknown>) => {
      explained.plans.length = 0;
      const answer = await read(explained.db);
      const nodes = explained.plans.flatMap(nodesOf);
      const scanned = nodes.find((node) => node['Node Type'] === 'Seq Scan');
      if (scanned) throw new Error(`${scanned['Relation Name']} is read from end to end`);
      return { answer, looked: nodes.reduce((sum, node) => sum + lookedAt(node), 0) };
    };
  });

const page = { page_size: PAGE };

test('a list from a cursor, of a set of statuses and a time, looks at its page', async ({ shop, long, explained }) => {
  const { cursor, moments } = long;
  const [from, to] = [moments[100], moments[ROWS / 2]];
  for (const query of [
    { cursor },
    { cursor, status: ['OPEN'] },
    { cursor, status: ['OPEN', 'CLOSED'] },
    { created_from: from, created_to: to },
    { cursor, status: ['OPEN', 'CLOSED'], created_from: from, created_to: to },
  ]) {
    const { answer, looked } = await explained((db) => listMerchantWithdrawals(db, shop.id, { ...page, ...query }));
    expect(answer).toMatchObject({ results: { length: PAGE }, nextCursor: expect.any(String) });
    expect([query, looked]).toEqual([query, expect.toSatisfy((n: number) => n < MOST)]);
  }
});

test('what has changed since a moment, and what happened, looks at its page', async ({ shop, long, explained }) => {
  const { ids, moments } = long;
  const middle = moments[ROWS / 2];
  const changed = await explained((db) =>
    listMerchantWithdrawals(db, shop.id, { ...page, ...(middle && { updated_since: middle }) }),
  );
  expect(changed.answer).toMatchObject({ results: { length: PAGE } });
  expect(changed.looked).toBeLessThan(MOST);
  for (const [query, length] of [
    [{ since: middle }, PAGE],
    [{ since: middle, type: ['withdrawal.open', 'withdrawal.cancelled'] }, PAGE],
    [{ object_id: ids[ROWS / 2] }, 3],
  ] as const) {
    const { answer, looked } = await explained((db) =>
      listEvents(db, shop.id, { ...page, ...query, type: 'type' in query ? [...query.type] : undefined }),
    );
    expect(answer).toMatchObject({ events: { length } });
    expect([query, looked]).toEqual([query, expect.toSatisfy((n: number) => n < MOST)]);
  }
});

test('no list of objects is read from end to end', async ({ shop, long, explained }) => {
  const [since] = long.moments;
  const empty = { answer: { results: { length: 0 } } };
  for (const beyond of [{ created_from: since }, { updated_since: since }, { payer_id: 'a' }])
    for (const read of [listOrders, listPayouts] as const)
      expect(await explained((db) => read(db, shop.id, { ...page, ...beyond }))).toMatchObject(empty);
  for (const beyond of [{ created_from: since }, { updated_since: since }])
    await explained((db) => listAppeals(db, shop.id, { ...page, ...beyond }));
  await explained((db) => listOrders(db, shop.id, { ...page, status: ['ACTIVE', 'APPEAL'] }));
  await explained((db) => listPayouts(db, shop.id, { ...page, status: ['OPEN', 'DONE'] }));
  await explained((db) => listAppeals(db, shop.id, { ...page, status: ['OPEN', 'CLOSED'] }));
});
