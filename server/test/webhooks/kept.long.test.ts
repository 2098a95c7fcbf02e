import { getWebhook, listWebhooks, resendWebhook } from '@kantor/contract/wire/webhooks.ts';
import { sql } from 'kysely';
import { expect } from 'vitest';
import { transaction } from '../../src/db/tx.ts';
import { DAY } from '../../src/kernel/clock.ts';
import { newId } from '../../src/kernel/ids.ts';
import { verify } from '../../src/modules/verification/index.ts';
import { forgetOldDeliveries } from '../../src/modules/webhooks/index.ts';
import { insertDeliveries } from '../../src/modules/webhooks/store/fan-out.ts';
import { killAtEachStep } from '../kills/kill-at-each-step.ts';
import { holdOpen } from '../support/hold-open.ts';
import { type Merchant, test as base } from './fixture.ts';

// The retention of the journal of webhooks.

interface Kept {
  count?: number;
  status?: 'DELIVERED' | 'DEAD';
  of?: Merchant;
}

let events = 0n;

const test = base
  /** Makes deliveries of so many days ago, of one object each, delivered unless the test says otherwise. @returns their ids. */
  .extend(
    'keep',
    ({ kantor, shop, merchant }) =>
      async (daysAgo: number, { count = 1, status = 'DELIVERED', of = merchant }: Kept = {}) => {
        const at = new Date(kantor.clock().getTime() - daysAgo * DAY);
        const deliveries = Array.from({ length: count }, () => ({
          id: newId(at),
          merchantId: of.id,
          endpointId: null,
          callbackUrl: null,
          isTest: false,
          url: shop.url,
          // No event of the outbox has such a number.
          eventId: (events -= 1n),
          type: 'order.active',
          objectId: newId(at),
          body: JSON.stringify({ type: 'order.active', data: { id: newId(at) } }),
        }));
        const ids = deliveries.map(({ id }) => id);
        await transaction(kantor.db, async (tx) => {
          await insertDeliveries(tx, deliveries, { at, giveUpAt: new Date(kantor.clock().getTime() + DAY) });
          await sql`
            update webhook set status = ${status}::webhook_status, next_attempt_at = null, attempts = 2, tries = 2,
              delivered_at = case when ${status} = 'DELIVERED' then created_at end
            where id = any(${ids}::uuid[])`.execute(tx);
          await sql`
            insert into webhook_attempt (webhook_id, n, started_at, duration, response_status, response_body, error)
            select id, n, ${at}, 1, null, '', '' from unnest(${ids}::uuid[]) as id, generate_series(1, 2) as n`.execute(
            tx,
          );
        });
        return ids;
      },
  )
  .extend(
    'forget',
    ({ kantor }) =>
      () =>
        forgetOldDeliveries(kantor),
  )
  /** The journal as the merchant sees it, newest first. */
  .extend('journal', ({ merchant }) => async (of = merchant) => {
    const { count, results } = await of.call(listWebhooks, { query: { page_size: 100 } });
    if (results.length !== Math.min(count, 100))
      throw new Error(`The journal has ${count}, and lists ${results.length}.`);
    return results.map(({ id }) => id);
  });

test('what was delivered or given up is forgotten after ninety days, with its attempts', async ({
  kantor,
  merchant,
  keep,
  forget,
  journal,
}) => {
  const old = [...(await keep(91)), ...(await keep(90.001, { status: 'DEAD' }))];
  const young = [...(await keep(89.999, { status: 'DEAD' })), ...(await keep(10))];
  await forget();
  expect(await journal()).toEqual(young.toReversed());
  for (const id of old) expect((await merchant.refusal(getWebhook, { params: { id } })).status).toBe(404);
  for (const id of young) expect((await merchant.call(getWebhook, { params: { id } })).attempt_history).toHaveLength(2);
  expect(await verify(kantor.db)).toEqual([]);
});

test('the term is a setting: 0 forgets nothing', async ({ kantor, keep, journal }) => {
  const [old] = await keep(500);
  const [young] = await keep(20);
  await forgetOldDeliveries({ ...kantor, keepMs: 0 });
  expect(await journal()).toEqual([young, old]);
  await forgetOldDeliveries({ ...kantor, keepMs: 30 * DAY });
  expect(await journal()).toEqual([young]);
});

test('all of it may be forgotten, and the journal goes on', async ({
  kantor,
  shop,
  merchant,
  deliver,
  keep,
  forget,
  journal,
}) => {
  await keep(91, { count: 3 });
  await forget();
  expect(await journal()).toEqual([]);
  expect(await verify(kantor.db)).toEqual([]);
  const { id } = await merchant.order();
  await deliver();
  expect([await merchant.newest(), shop.types(id)]).toMatchObject([{ object_id: id }, ['order.active']]);
});

test('what is still to be sent is kept, and what came after it: the journal never has a hole', async ({
  kantor,
  shop,
  merchant,
  deliver,
  keep,
  forget,
  journal,
}) => {
  await keep(91);
  const [again = '', ...behind] = await keep(91, { count: 3 });
  // Somebody sends it again on its last day.
  await merchant.call(resendWebhook, { params: { id: again } });
  await forget();
  expect(await journal()).toEqual([again, ...behind].toReversed());
  expect(await verify(kantor.db)).toEqual([]);
  await deliver();
  expect(shop.heard.map(({ id }) => id)).toEqual([again]);
  await forget();
  expect(await journal()).toEqual([]);
});

test('an older one behind a younger waits for it', async ({ keep, forget, journal }) => {
  const kept = [...(await keep(1)), ...(await keep(91))];
  await forget();
  expect(await journal()).toEqual(kept.toReversed());
});

test("another merchant's journal is for itself", async ({ enter, keep, forget, journal }) => {
  const other = await enter();
  await keep(91);
  const [id] = await keep(1, { of: other });
  await forget();
  expect(await journal(other)).toEqual([id]);
  expect(await journal()).toEqual([]);
});

test('hundreds are forgotten in steps, by two workers at once, while messages are made and sent', async ({
  kantor,
  shop,
  merchant,
  deliver,
  keep,
  forget,
  journal,
}) => {
  await keep(91, { count: 450 });
  const [young] = await keep(1);
  const { id } = await merchant.order();
  await merchant.confirm(id);
  await Promise.all([forget(), forget(), deliver()]);
  expect(shop.types(id)).toEqual(['order.active', 'order.closed']);
  const [, , last, ...more] = await journal();
  expect([last, more]).toEqual([young, []]);
  expect(await verify(kantor.db)).toEqual([]);
});

test('one that somebody sends again at that very moment is kept, with all that came after it', async ({
  kantor,
  shop,
  merchant,
  deliver,
  keep,
  forget,
  journal,
}) => {
  const [before = '', again = '', behind = ''] = await keep(91, { count: 3 });
  const commit = await holdOpen(kantor.db, (tx) =>
    sql`
      update webhook set status = 'PENDING', delivered_at = null, next_attempt_at = ${kantor.clock()}
      where id = ${again}`.execute(tx),
  );
  const forgetting = forget();
  await kantor.untilBlocked();
  await Promise.all([commit(), forgetting]);
  expect(await journal()).toEqual([behind, again]);
  expect((await merchant.refusal(getWebhook, { params: { id: before } })).status).toBe(404);
  expect(await verify(kantor.db)).toEqual([]);
  await deliver();
  expect(shop.heard.map(({ id }) => id)).toEqual([again]);
});

test('a worker that is killed at any step leaves a sound journal, and the next one ends its work', async ({
  kantor,
  merchant,
  enter,
  keep,
  forget,
  journal,
}) => {
  const job = {
    databaseUrl: kantor.databaseUrl,
    job: 'forget-webhooks',
    args: [kantor.clock().toISOString()],
  };
  // Each time another's: nothing is forgotten behind what is kept.
  let of = merchant;
  let kept: string[] = [];
  const steps = await killAtEachStep(
    job,
    async () => {
      of = await enter();
      await keep(91, { of });
      kept = await keep(1, { of });
    },
    async () => {
      expect(await verify(kantor.db)).toEqual([]);
      await forget();
      expect(await journal(of)).toEqual(kept);
      expect(await verify(kantor.db)).toEqual([]);
    },
  );
  expect(steps).toBeGreaterThanOrEqual(5);
});
