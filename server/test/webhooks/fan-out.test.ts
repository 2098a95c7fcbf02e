import { getMerchantWithdrawal } from '@kantor/contract/wire/merchant-account.ts';
import { getMerchantAppeal } from '@kantor/contract/wire/merchant-appeals.ts';
import { getMerchantOrder } from '@kantor/contract/wire/merchant-orders.ts';
import { confirmExpiredOrder, confirmOrder } from '@kantor/contract/wire/orders.ts';
import { createWallet, createWithdrawal } from '@kantor/contract/wire/withdrawals.ts';
import { sql } from 'kysely';
import { describe, expect } from 'vitest';
import { transaction } from '../../src/db/tx.ts';
import { MINUTE } from '../../src/kernel/clock.ts';
import { newId } from '../../src/kernel/ids.ts';
import { confirmAppeal, declineAppeal, openAppeal } from '../../src/modules/appeals/index.ts';
import { expireDueOrders } from '../../src/modules/orders/index.ts';
import {
  cancelWithdrawal,
  finishWithdrawal,
  rejectWithdrawal,
  startSending,
} from '../../src/modules/withdrawals/index.ts';
import { appendEvent } from '../../src/outbox/append.ts';
import type { Kind } from '../../src/outbox/kinds.ts';
import { test as base } from './fixture.ts';

// Which messages merchants' servers are to be sent.

const URL = 'https://shop.example/webhooks';

const test = base
  .extend('hasEndpoint', false)
  /** An appeal of the merchant against an order, after it got an endpoint. @returns its id. */
  .extend('appealId', async ({ kantor, merchant }) => {
    await merchant.setEndpoint(URL);
    const { id: orderId } = await merchant.order();
    return openAppeal(kantor, { merchantId: merchant.id, orderId, amount: 99_50n });
  })
  /** A withdrawal of the merchant, after it got an endpoint. @returns its id. */
  .extend('withdrawalId', async ({ kantor, merchant }) => {
    await merchant.setEndpoint(URL);
    await kantor.fund(merchant.id, '1000');
    const wallet = await merchant.call(createWallet, {
      body: { wallet_to_withdraw: 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t' },
    });
    return (await merchant.call(createWithdrawal, { body: { amount_in_usdt: 10, wallet_id: wallet.id } })).id;
  })
  /** The object in the delivery of each type. */
  .extend(
    'dataOf',
    ({ messages }) =>
      async () =>
        Object.fromEntries((await messages()).map(({ type, body }) => [type, body.data])),
  );

describe('of an order', () => {
  test.beforeEach(async ({ merchant }) => {
    await merchant.setEndpoint(URL);
  });

  test('each status comes with the order as it was then, though it has gone on since', async ({
    kantor,
    trader,
    merchant,
    messages,
  }) => {
    // Only the answer leads to the payment page.
    const { payment_url: _, ...created } = await merchant.order();
    kantor.pass(16 * MINUTE);
    await expireDueOrders(kantor);
    const expiredAt = kantor.clock();
    const expired = await merchant.api.call(getMerchantOrder, { params: { id: created.id } });
    kantor.pass(MINUTE);
    await trader.call(confirmExpiredOrder, { params: { id: created.id } });
    const closed = await merchant.api.call(getMerchantOrder, { params: { id: created.id } });
    expect([created.status, expired.status, closed.status]).toEqual(['ACTIVE', 'EXPIRED', 'CLOSED']);
    expect(closed.paid_at).toBe(kantor.clock().toISOString());
    expect(await messages()).toEqual([
      { type: 'order.active', url: URL, body: { type: 'order.active', timestamp: created.created_at, data: created } },
      {
        type: 'order.expired',
        url: URL,
        body: { type: 'order.expired', timestamp: expiredAt.toISOString(), data: expired },
      },
      { type: 'order.closed', url: URL, body: { type: 'order.closed', timestamp: closed.paid_at, data: closed } },
    ]);
  });

  test('what is taken back of a closed one comes as an event of its own, and the closing as it was', async ({
    kantor,
    trader,
    merchant,
    messages,
  }) => {
    const { id } = await merchant.order();
    await trader.call(confirmOrder, { params: { id } });
    const read = () => merchant.api.call(getMerchantOrder, { params: { id } });
    const closed = await read();
    kantor.pass(MINUTE);
    const [{ username: one }, { username: other }] = [await kantor.createOperator(), await kantor.createOperator()];
    const reversal = ['reverse-order', id, '--amount', '1', '--reason', 'Банк вернул перевод'];
    const proposed = await kantor.cli(...reversal, '--by', one);
    await kantor.cli('accept', /^Proposed (\S+):/.exec(proposed)?.[1] ?? '', '--by', other);
    const reversed = await read();
    expect(reversed).toEqual({
      ...closed,
      reversed_amount: '1.00',
      reversed_at: kantor.clock().toISOString(),
      reversal_reason: 'Банк вернул перевод',
    });
    expect((await messages()).slice(1)).toEqual([
      { type: 'order.closed', url: URL, body: { type: 'order.closed', timestamp: closed.paid_at, data: closed } },
      {
        type: 'order.reversed',
        url: URL,
        body: { type: 'order.reversed', timestamp: reversed.reversed_at, data: reversed },
      },
    ]);
  });

  test("what happens to it goes to the order's own address, and its appeal too", async ({
    kantor,
    merchant,
    messages,
  }) => {
    const callback_url = 'https://shop.example/orders/7?token=x';
    const { id: orderId } = await merchant.order({ callback_url });
    const appeal = await openAppeal(kantor, { merchantId: merchant.id, orderId, amount: 100_00n });
    await declineAppeal(kantor, { role: 'operator' }, appeal);
    await merchant.order();
    expect((await messages()).map(({ type, url }) => [type, url])).toEqual([
      ['order.active', callback_url],
      ['order.appeal', callback_url],
      ['appeal.open', callback_url],
      ['order.active', callback_url],
      ['appeal.closed', callback_url],
      ['order.active', URL],
    ]);
  });

  test("another's order makes no webhook", async ({ merchant, enter, messages, types }) => {
    const other = await enter();
    await other.setEndpoint('https://other.example/');
    await merchant.order();
    expect((await messages(other)).length).toBe(0);
    expect(await types()).toEqual(['order.active']);
  });
});

test('without any address there are no webhooks; with one, only of events from then on', async ({
  kantor,
  merchant,
  types,
}) => {
  const { id } = await merchant.order();
  expect(await types()).toEqual([]);
  await merchant.order();
  kantor.pass(1);
  await merchant.setEndpoint(URL);
  await merchant.confirm(id);
  expect(await types()).toEqual(['order.closed']);
  await sql`update webhook_endpoint set url = '' where merchant_id = ${merchant.id}`.execute(kantor.db);
  await merchant.order();
  expect(await types()).toEqual(['order.closed']);
});

test('of an appeal, each status comes as the merchant API answered it then', async ({
  kantor,
  merchant,
  appealId: id,
  types,
  dataOf,
}) => {
  const open = await merchant.api.call(getMerchantAppeal, { params: { id } });
  kantor.pass(MINUTE);
  await confirmAppeal(kantor, { role: 'operator' }, id, 98_00n);
  const processed = await merchant.api.call(getMerchantAppeal, { params: { id } });
  expect(await types()).toEqual(['order.active', 'order.appeal', 'appeal.open', 'order.closed', 'appeal.processed']);
  expect(open).toMatchObject({ status: 'OPEN', amount: '99.50', paid_amount: null });
  expect(await dataOf()).toMatchObject({ 'appeal.open': open, 'appeal.processed': processed });
});

test('of a withdrawal, opening and closing come as the merchant API answered them then', async ({
  kantor,
  merchant,
  withdrawalId: id,
  dataOf,
}) => {
  const open = await merchant.api.call(getMerchantWithdrawal, { params: { id } });
  kantor.pass(MINUTE);
  await finishWithdrawal(kantor, id, 'ab'.repeat(32));
  const closed = await merchant.api.call(getMerchantWithdrawal, { params: { id } });
  expect([open.status, closed.status]).toEqual(['OPEN', 'CLOSED']);
  expect(await dataOf()).toEqual({ 'withdrawal.open': open, 'withdrawal.closed': closed });
});

test('of a cancelled withdrawal, the end has a word of its own', async ({
  kantor,
  merchant,
  withdrawalId: id,
  dataOf,
}) => {
  const read = () => merchant.api.call(getMerchantWithdrawal, { params: { id } });
  const open = await read();
  kantor.pass(MINUTE);
  await cancelWithdrawal(kantor, { id: merchant.id }, id);
  const cancelled = await read();
  expect(cancelled).toMatchObject({ status: 'CLOSED', outcome: 'CANCELLED', transaction_hash: null });
  expect(await dataOf()).toEqual({ 'withdrawal.open': open, 'withdrawal.cancelled': cancelled });
});

test('of a rejected withdrawal, the end has a word of its own and says why', async ({
  kantor,
  merchant,
  withdrawalId: id,
  dataOf,
}) => {
  const read = () => merchant.api.call(getMerchantWithdrawal, { params: { id } });
  const open = await read();
  await startSending(kantor, id, 'Анна');
  kantor.pass(MINUTE);
  await rejectWithdrawal(kantor, id, { reason: 'Адрес биржи', evenSending: true });
  const rejected = await read();
  expect(rejected).toMatchObject({ status: 'CLOSED', outcome: 'REJECTED', rejected_reason: 'Адрес биржи' });
  expect(await dataOf()).toEqual({ 'withdrawal.open': open, 'withdrawal.rejected': rejected });
});

test('an event that is no status of an object makes no webhook', async ({ kantor, merchant, types }) => {
  await merchant.setEndpoint(URL);
  const { id } = await merchant.order();
  await transaction(kantor.db, async (tx) => {
    const of = { objectId: id, owners: [merchant.id], at: kantor.clock() };
    // Kinds that only another version of the server may know.
    for (const kind of ['order.seen', 'orders.closed'] as string[] as Kind[]) await appendEvent(tx, { kind, ...of });
    await appendEvent(tx, { kind: 'order.closed', ...of, objectId: newId(kantor.clock()) });
  });
  expect(await types()).toEqual(['order.active']);
});
