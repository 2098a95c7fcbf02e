import { confirmOrder } from '@kantor/contract/wire/orders.ts';
import { cancelPayout, createPayout, freePayout, takePayout } from '@kantor/contract/wire/payouts.ts';
import { createWallet } from '@kantor/contract/wire/withdrawals.ts';
import { TAGS } from '@kantor/contract/plain/tags.ts';
import { sql } from 'kysely';
import { describe, expect, vi } from 'vitest';
import { transaction } from '../../src/db/tx.ts';
import { newId } from '../../src/kernel/ids.ts';
import { appendEvent } from '../../src/outbox/append.ts';
import type { Kind } from '../../src/outbox/kinds.ts';
import { listen } from './event-client.ts';
import { complaints, SOON, test as base } from './fixture.ts';
import { startKantor } from '../support/kantor.ts';

// The changes that clients receive, and their receivers.

const test = base.extend(
  'enablePayouts',
  ({ kantor }) =>
    (id: string) =>
      sql`update account set payout_enable = true where id = ${id}`.execute(kantor.db),
);

describe('a stream', () => {
  test('is one, and no cache or proxy keeps it back', async ({ trader, open }) => {
    const { status, headers, text } = await open(trader);
    expect(status).toBe(200);
    expect(headers).toMatchObject({
      'content-type': 'text/event-stream',
      'cache-control': 'no-store, no-transform',
      'x-accel-buffering': 'no',
      'x-content-type-options': 'nosniff',
    });
    expect(text()).toMatch(/^retry: 1000\nid: [\w-]{22}\n\n$/);
  });

  test('tells an order to its trader and its merchant, what it makes stale, and nobody else', async ({
    kantor,
    trader,
    merchant,
    open,
    settle,
  }) => {
    const stranger = await kantor.createTrader();
    const [own, shop, other] = [await open(trader), await open(merchant), await open(stranger)];
    const id = (await merchant.order('100')).id;
    const order = { tag: 'Order', id, created: 1 };
    expect(await settle(own, trader.id)).toEqual([order, { tag: 'Dashboard' }, { tag: 'Requisite' }, { tag: 'Inbox' }]);
    expect(await settle(shop, merchant.id)).toEqual([
      order,
      { tag: 'Dashboard' },
      { tag: 'Requisite' },
      { tag: 'Inbox' },
    ]);
    await trader.call(confirmOrder, { params: { id } });
    const closed = [
      { tag: 'Order', id },
      { tag: 'Dashboard' },
      { tag: 'Requisite' },
      { tag: 'History' },
      { tag: 'Inbox' },
    ];
    expect((await settle(shop, merchant.id)).slice(4)).toEqual(closed);
    expect(await settle(other, stranger.id)).toEqual([]);
  });

  test('tells a merchant of the wallet that it has added', async ({ merchant, open, settle }) => {
    const shop = await open(merchant);
    const { id } = await merchant.call(createWallet, {
      body: { wallet_to_withdraw: 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t' },
    });
    expect(await settle(shop, merchant.id)).toEqual([{ tag: 'Wallet', id }]);
  });

  test('tells everyone what is for everyone', async ({ trader, merchant, tell, open }) => {
    const [own, shop] = [await open(trader), await open(merchant)];
    await tell('rate.changed', []);
    for (const client of [own, shop]) await client.until((told) => told.some(({ tag }) => tag === 'Rates'));
  });

  test('tells a burst once', async ({ kantor, trader, open, settle }) => {
    const client = await open(trader);
    const id = newId(kantor.clock());
    await transaction(kantor.db, async (tx) => {
      for (let i = 0; i < 50; i += 1) {
        await appendEvent(tx, { kind: 'cabinet.changed', objectId: id, owners: [trader.id], at: kantor.clock() });
      }
    });
    expect(await settle(client, trader.id)).toEqual([
      { tag: 'Cabinet', id },
      { tag: 'Requisite' },
      { tag: 'Dashboard' },
      { tag: 'Inbox' },
    ]);
  });

  test('tells very many objects of a kind as all of them, and still how many are new', async ({
    kantor,
    trader,
    open,
    settle,
  }) => {
    const client = await open(trader);
    await sql`
      insert into outbox (kind, object_id, owners, created_at)
      select 'notification.new', gen_random_uuid(), ${[trader.id]}::uuid[], ${kantor.clock()}
      from generate_series(1, 500)`.execute(kantor.db);
    expect(await settle(client, trader.id)).toEqual([{ tag: 'Notification' }, { tag: 'Inbox' }]);
    await transaction(kantor.db, async (tx) => {
      for (let i = 0; i < 150; i += 1) {
        const objectId = newId(kantor.clock());
        await appendEvent(tx, { kind: 'order.active', objectId, owners: [trader.id], at: kantor.clock() });
      }
    });
    expect(await settle(client, trader.id)).toContainEqual({ tag: 'Order', created: 150 });
  });

  test('does not take an order for new that an appeal has given back', async ({
    kantor,
    trader,
    merchant,
    tell,
    open,
    settle,
  }) => {
    const id = (await merchant.order('100')).id;
    const client = await open(trader);
    await settle(client, trader.id);
    kantor.pass(1000);
    await tell('order.active', [trader.id], id);
    const told = await settle(client, trader.id);
    expect(told.findLast(({ tag }) => tag === 'Order')).toEqual({ tag: 'Order', id });
  });

  test('of a kind that only a newer server knows may make anything stale', async ({ trader, tell, open }) => {
    const client = await open(trader);
    await tell('moon.full' as Kind, [trader.id]);
    await client.until((told) => told.length >= TAGS.length);
    expect(client.told()).toEqual(TAGS.map((tag) => ({ tag })));
  });

  test('shows that it is alive', async ({ trader, open }) => {
    const client = await open(trader);
    await vi.waitUntil(() => client.beats() >= 2, SOON);
    expect(client.messages).toEqual([]);
  });

  test('goes on after the database was away', async ({ kantor, trader, tell, open, settle }) => {
    const client = await open(trader);
    await settle(client, trader.id);
    const readerFailed = () => complaints.lines().filter(({ event }) => event === 'live_reader_failed');
    await sql`alter table outbox rename to outbox_away`.execute(kantor.ownerDb);
    await vi
      .waitUntil(() => readerFailed().length > 0, SOON)
      .finally(() => sql`alter table outbox_away rename to outbox`.execute(kantor.ownerDb));
    expect(readerFailed()).toMatchObject([{ error: { code: '42P01' } }]);
    const id = newId(kantor.clock());
    await tell('ping.new', [trader.id], id);
    await client.until((told) => told.some((change) => change.id === id));
  });

  test('ends for nobody because the database cannot say who may listen', async ({ kantor, trader, open, settle }) => {
    const client = await open(trader);
    await sql`alter table session rename to session_away`.execute(kantor.ownerDb);
    const beats = client.beats();
    await vi
      .waitUntil(() => client.beats() > beats + 1, SOON)
      .finally(() => sql`alter table session_away rename to session`.execute(kantor.ownerDb));
    await settle(client, trader.id);
    expect(client.isEnded()).toBe(false);
  });
});

describe('payouts', () => {
  test('that are open concern every trader who takes payouts; their ids only those who may see them', async ({
    kantor,
    trader,
    merchant,
    open,
    settle,
    enablePayouts,
  }) => {
    const [second, outsider] = [await kantor.createTrader(), await kantor.createTrader()];
    const rival = await kantor.createMerchant();
    for (const { id } of [trader, second, merchant, rival]) await enablePayouts(id);
    await kantor.fund(merchant.id, '100');
    const [shop, otherShop] = [await open(merchant), await open(rival)];
    const [first, other, none] = [await open(trader), await open(second), await open(outsider)];
    const { id } = await merchant.call(createPayout, {
      body: { amount: 100, fio: 'Иванов', is_sbp: true, phone: '+79995554433' },
    });
    const params = { id };
    const all = { tag: 'Payment' };
    const one = { tag: 'Payment', id };
    expect(await settle(shop, merchant.id)).toEqual([one, { tag: 'Dashboard' }, { tag: 'History' }]);
    expect(await settle(first, trader.id)).toEqual([all]);
    expect(await settle(other, second.id)).toEqual([all]);
    await trader.call(takePayout, { params });
    expect((await settle(first, trader.id)).slice(1)).toEqual([one]);
    expect((await settle(other, second.id)).slice(1)).toEqual([all]);
    await trader.call(freePayout, { params });
    expect((await settle(other, second.id)).slice(2)).toEqual([all]);
    await merchant.call(cancelPayout, { params });
    expect((await settle(other, second.id)).slice(3)).toEqual([all]);
    expect(await settle(none, outsider.id)).toEqual([]);
    expect(await settle(otherShop, rival.id)).toEqual([]);
    expect(other.text()).not.toContain(id);
  });

  test('concern a trader from when they take them', async ({ trader, merchant, tell, open, settle, enablePayouts }) => {
    const client = await open(trader);
    await enablePayouts(trader.id);
    await vi.waitFor(async () => {
      await tell('payout.cancelled', [merchant.id]);
      expect((await settle(client, trader.id)).length).toBeGreaterThan(0);
    }, SOON);
  });
});

test('a node whose database was away when its first client came takes the next one', async () => {
  const other = await startKantor();
  const user = await other.createTrader();
  const [address, token] = [await other.app.listen({ port: 0 }), await user.token()];
  await sql`alter table outbox rename to outbox_away`.execute(other.ownerDb);
  const first = await listen(address, token).finally(() =>
    sql`alter table outbox_away rename to outbox`.execute(other.ownerDb),
  );
  expect(first.status).toBeGreaterThanOrEqual(500);
  const next = await listen(address, token);
  expect(next.status).toBe(200);
  await transaction(other.db, (tx) =>
    appendEvent(tx, { kind: 'rate.changed', objectId: newId(other.clock()), owners: [], at: other.clock() }),
  );
  await next.until((told) => told.some(({ tag }) => tag === 'Rates'));
  await other.close();
});
