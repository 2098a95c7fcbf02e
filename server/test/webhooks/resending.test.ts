import {
  addWebhookEndpoint,
  changeWebhookEndpoint,
  removeWebhookEndpoint,
} from '@kantor/contract/wire/webhook-endpoints.ts';
import type { WebhookStatus } from '@kantor/contract/plain/statuses.ts';
import type { WebhookKind } from '@kantor/contract/plain/webhooks.ts';
import { openMerchantAppeal } from '@kantor/contract/wire/merchant-appeals.ts';
import { findWebhooksToResend, listWebhooks, resendWebhooks } from '@kantor/contract/wire/webhooks.ts';
import { drawReceipt, RECEIPT_NAME } from '@kantor/demo/receipt.ts';
import { sql } from 'kysely';
import { describe, expect } from 'vitest';
import { DAY, MINUTE } from '../../src/kernel/clock.ts';
import { newId } from '../../src/kernel/ids.ts';
import { findDeliveries } from '../../src/modules/webhooks/store/journal.ts';
import { insertDeliveries } from '../../src/modules/webhooks/store/fan-out.ts';
import { verify } from '../../src/modules/verification/index.ts';
import { transaction } from '../../src/db/tx.ts';
import { explaining, lookedAt, nodesOf } from '../support/explaining.ts';
import { endOfOutbox, fanOutAll, readAllEvents } from '../support/outbox-reading.ts';
import { test as base } from './fixture.ts';
import { madeDelivery } from './made-deliveries.ts';

// The journal as filters leave it, and sending again what they leave.

interface Query {
  status?: WebhookStatus;
  type?: WebhookKind;
  search?: string;
}

const test = base
  /** Types that a filter leaves, newest first. */
  .extend('found', ({ merchant }) => async (query: Query) => {
    const { results } = await merchant.call(listWebhooks, { query });
    return results.map(({ type }) => type);
  })
  .extend(
    'toResend',
    ({ merchant }) =>
      (query: Query = {}) =>
        merchant.call(findWebhooksToResend, { query }),
  )
  .extend('resend', ({ merchant }) => async (ids: string[]) => {
    const { resent } = await merchant.call(resendWebhooks, { body: { ids } });
    return resent;
  });

describe('The journal is filtered', () => {
  test('by state and by type', async ({ kantor, shop, merchant, deliver, found }) => {
    const { id } = await merchant.order();
    await deliver();
    shop.answerWith(() => 500);
    await merchant.order();
    await merchant.confirm(id);
    await deliver();
    expect(await found({ status: 'DELIVERED' })).toEqual(['order.active']);
    expect(await found({ status: 'PENDING' })).toEqual(['order.closed', 'order.active']);
    expect(await found({ status: 'PENDING', type: 'order.closed' })).toEqual(['order.closed']);
    expect(await found({ status: 'DEAD' })).toEqual([]);
    kantor.pass(2 * DAY);
    await deliver();
    expect(await found({ status: 'DEAD' })).toEqual(['order.closed', 'order.active']);
  });

  test("by an object's id and by the shop's own number, with the appeals against it; nobody else's", async ({
    kantor,
    merchant,
    enter,
    deliver,
    found,
  }) => {
    const { id, amount } = await merchant.order({ external_id: 'Ш-17' });
    await merchant.order({ external_id: 'Ш-1' });
    kantor.pass(MINUTE);
    const file = new File([drawReceipt()], RECEIPT_NAME, { type: 'image/png' });
    const appeal = await merchant.api.call(openMerchantAppeal, { params: { id }, body: { amount }, file });
    const stranger = await enter();
    await stranger.setEndpoint();
    await stranger.order({ external_id: 'Ш-17' });
    await deliver();
    const types = ['appeal.open', 'order.appeal', 'order.active'];
    expect(await found({ search: 'Ш-17' })).toEqual(types);
    expect(await found({ search: id })).toEqual(types);
    expect(await found({ search: appeal.id })).toEqual(['appeal.open']);
    const newest = await merchant.newest();
    expect(await found({ search: newest.id })).toEqual([newest.type]);
    expect(await found({ search: 'Ш' })).toEqual([]);
    const { results } = await stranger.call(listWebhooks, { query: { search: id } });
    expect(results).toEqual([]);
  });

  test('by walking its indexes: to one number, to what did not arrive, to ten thousand at most', async ({
    kantor,
    merchant,
  }) => {
    const at = kantor.clock();
    const { id: orderId } = await merchant.order({ external_id: 'Ш-18' });
    for (let n = 0; n < 12; n += 1) {
      const made = Array.from({ length: 1000 }, (_, i) => madeDelivery(merchant.id, n * 1000 + i + 1, at));
      await transaction(kantor.db, (tx) =>
        insertDeliveries(
          tx,
          made.map((each, i) => (n === 6 && i === 500 ? { ...each, objectId: orderId } : each)),
          { at, giveUpAt: at },
        ),
      );
    }
    await sql`update webhook set status = 'DELIVERED', delivered_at = created_at, next_attempt_at = null
      where merchant_id = ${merchant.id} and merchant_seq % 1000 <> 0`.execute(kantor.ownerDb);
    await sql`analyze webhook`.execute(kantor.ownerDb);
    const explained = explaining(kantor.databaseUrl);
    const looked = async (sought: object) => {
      explained.plans.length = 0;
      const page = await findDeliveries(explained.db, merchant.id, { page: 1, pageSize: 10, ...sought });
      const nodes = explained.plans.flatMap(nodesOf).filter((node) => node['Relation Name'] === 'webhook');
      return { count: page.count, rest: page.rest !== null, most: Math.max(...nodes.map(lookedAt)) };
    };
    expect(await looked({ search: 'Ш-18' })).toEqual({ count: 1, rest: false, most: 1 });
    expect(await looked({ search: orderId })).toEqual({ count: 1, rest: false, most: 1 });
    expect(await looked({ status: 'PENDING' })).toEqual({ count: 12, rest: false, most: 12 });
    const delivered = await looked({ type: 'order.active' });
    expect(delivered).toMatchObject({ count: 1000, rest: true });
    expect(delivered.most).toBeLessThanOrEqual(10_001);
    await explained.destroy();
  });
});

describe('What a filter leaves is sent again', () => {
  test('as many as were counted, each once and under its id, those of one object in their order', async ({
    kantor,
    shop,
    merchant,
    deliver,
    toResend,
    resend,
  }) => {
    const { id } = await merchant.order();
    await merchant.confirm(id);
    const other = await merchant.order();
    await deliver();
    const before = shop.heard.map((heard) => heard.id);
    kantor.pass(DAY);
    const { ids, ...said } = await toResend();
    expect(ids.toSorted()).toEqual(before.toSorted());
    expect(said).toEqual({ outdated: 0, off: 0, has_more: false });
    const since = await endOfOutbox(kantor.db);
    expect(await resend([...ids, ids[0] ?? ''])).toBe(3);
    expect((await readAllEvents(kantor.db, since)).map(({ objectId }) => objectId).toSorted()).toEqual(ids.toSorted());
    await deliver();
    expect(shop.heard).toHaveLength(6);
    expect(shop.types(id)).toEqual(['order.active', 'order.closed', 'order.active', 'order.closed']);
    expect(shop.types(other.id)).toEqual(['order.active', 'order.active']);
    // Those that wait are not sent twice by a second press.
    shop.answerWith(() => 500);
    expect([await resend(ids), await resend(ids)]).toEqual([3, 3]);
    await deliver();
    expect(shop.heard).toHaveLength(8);
    expect(await verify(kantor.db)).toEqual([]);
  });

  test('said beforehand: after which of them the address was told something newer', async ({
    merchant,
    deliver,
    toResend,
  }) => {
    const { id } = await merchant.order();
    await merchant.order();
    await deliver();
    await merchant.confirm(id);
    await deliver();
    expect(await toResend({ type: 'order.active' })).toMatchObject({ ids: { length: 2 }, outdated: 1 });
    // With the newer one, the state that is told last is the newest.
    expect(await toResend({ search: id })).toMatchObject({ ids: { length: 2 }, outdated: 0 });
  });

  test('but for what has nowhere to go, and what is being sent', async ({
    shop,
    merchant,
    deliver,
    toResend,
    resend,
  }) => {
    const second = await merchant.call(addWebhookEndpoint, {
      body: { url: `${shop.url}/second`, types: null, is_test: false },
    });
    await merchant.order();
    await deliver();
    expect((await toResend()).ids).toHaveLength(2);
    const off = { url: second.url, types: null, is_active: false };
    await merchant.call(changeWebhookEndpoint, { params: { id: second.id }, body: off });
    const left = await toResend();
    expect(left).toMatchObject({ ids: { length: 1 }, off: 1 });
    await merchant.call(removeWebhookEndpoint, { params: { id: second.id } });
    expect(await toResend()).toEqual(left);
    const { results } = await merchant.call(listWebhooks);
    expect(await resend(results.map(({ id }) => id))).toBe(1);
    const answer = shop.holdAnswers();
    shop.heard.length = 0;
    const delivering = deliver();
    await shop.untilHeard();
    expect(await resend(left.ids)).toBe(0);
    answer();
    await delivering;
    expect(shop.heard).toHaveLength(1);
  });

  test('and what waits longer than they is not hurried; what waits before them is', async ({
    shop,
    merchant,
    deliver,
    resend,
  }) => {
    const { id } = await merchant.order();
    await deliver();
    const first = await merchant.newest();
    shop.answerWith(() => (response) => response.writeHead(503, { 'retry-after': '600' }).end());
    await merchant.confirm(id);
    await deliver();
    const second = await merchant.newest();
    shop.answerWith(() => 200);
    expect(await resend([first.id])).toBe(1);
    await deliver();
    expect(shop.types(id)).toEqual(['order.active', 'order.closed', 'order.active']);
    expect(await merchant.newest()).toEqual(second);
    expect(await resend([second.id])).toBe(1);
    await deliver();
    expect(shop.types(id).at(-1)).toBe('order.closed');
  });

  test("and never another merchant's, of which nothing is learnt", async ({ kantor, merchant, enter, deliver }) => {
    await merchant.order();
    await deliver();
    const { id } = await merchant.newest();
    const stranger = await enter();
    const answers = await Promise.all(
      [id, newId(kantor.clock())].map((each) => stranger.call(resendWebhooks, { body: { ids: [each] } })),
    );
    expect(answers).toEqual([{ resent: 0 }, { resent: 0 }]);
    expect(await merchant.newest()).toMatchObject({ status: 'DELIVERED' });
    await fanOutAll(kantor);
  });
});
