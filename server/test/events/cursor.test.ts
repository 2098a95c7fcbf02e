import { TAGS } from '@kantor/contract/plain/tags.ts';
import { sql } from 'kysely';
import { describe, expect, vi } from 'vitest';
import { MINUTE } from '../../src/kernel/clock.ts';
import { type EventClient, listen } from './event-client.ts';
import { SOON, test as base } from './fixture.ts';
import { startKantor } from '../support/kantor.ts';
import { untilShown } from '../support/outbox-reading.ts';

// The beginning of the stream for a new client, and for one that comes back.

const test = base
  /** The trader's client, gone for now. */
  .extend('gone', async ({ trader, open, settle }) => {
    const client = await open(trader);
    await settle(client, trader.id);
    client.leave();
    return client;
  })
  /** Makes more events of others than are kept, and waits until they are read. */
  .extend('outrun', ({ kantor, merchant, open, settle }) => async () => {
    const observer = await open(merchant);
    for (let i = 0; i < 11; i += 1) {
      await sql`
        insert into outbox (kind, object_id, owners, created_at)
        select 'ping.new', gen_random_uuid(), ${[merchant.id]}::uuid[], ${kantor.clock()}
        from generate_series(1, 1000)`.execute(kantor.db);
    }
    await settle(observer, merchant.id);
  });

describe('a client that comes back', () => {
  test('gets the changes that it missed, once, and nothing else', async ({ trader, merchant, open, settle }) => {
    const before = await open(trader);
    await merchant.order('101');
    await settle(before, trader.id);
    before.leave();
    const missed = [(await merchant.order('102')).id, (await merchant.order('103')).id];
    const after = await open(trader, before.cursor());
    const orders = (await settle(after, trader.id)).filter(({ tag }) => tag === 'Order');
    expect(orders).toEqual(missed.map((id) => ({ tag: 'Order', id, created: 1 })));
    // Changes from before it went do not come again.
    expect(after.told().filter(({ tag }) => tag === 'Webhook')).toHaveLength(1);
  });

  test('missed nothing of what is not its own, however much that was', async ({
    trader,
    merchant,
    tell,
    open,
    settle,
  }) => {
    const before = await open(trader);
    await settle(before, trader.id);
    const cursor = before.cursor();
    await tell('ping.new', [merchant.id]);
    await vi.waitUntil(() => before.cursor() !== cursor, SOON);
    before.leave();
    const after = await open(trader, before.cursor());
    expect(await settle(after, trader.id)).toEqual([]);
  });

  test.for([
    ['garbage', 'Z'],
    ['something of our form', 'AAAAAAAAAAAAAAAAAAAAAA'],
    ['nothing', ''],
    ['the cursor of another system', 'b3RoZXJvdGhlcm90aGVyIQ'],
  ])('with %s asks for everything again', async ([_what, cursor], { trader, open }) => {
    const client = await open(trader, cursor);
    await client.until((told) => told.length > 0);
    expect(client.messages).toHaveLength(1);
    expect(client.told()).toEqual(TAGS.map((tag) => ({ tag })));
  });

  test('from before what is kept asks for everything again', async ({ trader, gone, outrun, open, settle }) => {
    await outrun();
    const after = await open(trader, gone.cursor());
    expect(await settle(after, trader.id)).toEqual(TAGS.filter((tag) => tag !== 'Webhook').map((tag) => ({ tag })));
  });
});

test('a new client gets the changes of the last seconds, as its screen may be older; none counts as new', async () => {
  const other = await startKantor({ timing: { overlapMs: 60 * MINUTE } });
  const user = await other.createTrader();
  await other.createRequisite(user.id);
  const shop = await other.createMerchant();
  const old = await shop.order('100');
  other.pass(60 * MINUTE + 1);
  const recent = await shop.order('101');
  await untilShown(other.db);
  const address = await other.app.listen({ port: 0 });
  const ofOrders = (client: EventClient) => client.told().filter(({ tag }) => tag === 'Order');
  // This one makes the server look for the first time…
  const first = await listen(address, await user.token());
  await first.until((told) => told.length > 0);
  expect(ofOrders(first)).toEqual([{ tag: 'Order', id: recent.id }]);
  const heard = await shop.order('102');
  await first.until((told) => told.some(({ id }) => id === heard.id));
  // …and this one finds that it has looked.
  const second = await listen(address, await user.token());
  await second.until((told) => told.length > 0);
  expect(ofOrders(second)).toEqual([recent, heard].map(({ id }) => ({ tag: 'Order', id })));
  expect(JSON.stringify(second.told())).not.toContain(old.id);
  await other.close();
});
