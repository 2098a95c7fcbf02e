import * as routes from '@kantor/contract/plain/routes.ts';
import { screen, waitFor, within } from '@testing-library/react';
import { HttpResponse } from 'msw';
import { beforeEach, describe, expect, test } from 'vitest';
import { live } from '@/shared/lib/live';
import { serveEvents } from '@/test/event-stream';
import { orderDetail, orderId, orderRow } from '@/test/fixtures';
import { notificationId } from '@/test/fixtures-trader';
import { closed, openLive, pass, serveLiveOrders, statuses, whatIsAsked } from '@/test/live-orders';
import { loadedTable, rowsOf } from '@/test/screen-reading';
import { pathOf, serve, server } from '@/test/server';

// The screens' calls when the server sends changes.

let orders: ReturnType<typeof serveLiveOrders>;
beforeEach(() => {
  orders = serveLiveOrders();
});

describe('a list', () => {
  test('is asked for again when a row of it has changed, and nothing else is', async () => {
    const events = serveEvents();
    openLive('/orders');
    const stream = await events.stream();
    expect(await statuses()).toEqual(['Активен', 'Активен']);
    orders.asked = [];
    orders.rows = [orderRow(2), closed(1)];
    stream.tell({ tag: 'Order', id: orderId(1) }, { tag: 'Dashboard' }, { tag: 'Requisite' });
    await waitFor(async () => expect(await statuses()).toEqual(['Активен', 'Закрыт']));
    expect(await whatIsAsked(orders, stream)).toEqual([pathOf(routes.listOrders)]);
  });

  test('is not asked for again when something else has changed', async () => {
    const events = serveEvents();
    openLive('/orders');
    const stream = await events.stream();
    await statuses();
    orders.asked = [];
    stream.tell({ tag: 'Payment' }, { tag: 'Appeal', id: orderId(7) }, { tag: 'Webhook', id: orderId(7) });
    expect(await whatIsAsked(orders, stream)).toEqual([]);
  });

  test.each([
    ['the rate', 'Rates', routes.getRate],
    ['what one may do', 'User', routes.getMe],
  ] as const)('asks for %s again when a change names it by its id', async (_what, tag, route) => {
    const events = serveEvents();
    openLive('/orders');
    const stream = await events.stream();
    await statuses();
    orders.asked = [];
    stream.tell({ tag, id: orderId(7) });
    await waitFor(() => expect(orders.asked).toContain(pathOf(route)));
  });

  test('is asked for seldom when changes pour in, and still shows the last one', async () => {
    const events = serveEvents();
    openLive('/orders');
    const stream = await events.stream();
    await statuses();
    orders.asked = [];
    for (let i = 0; i < 50; i += 1) {
      orders.rows = [orderRow(100 + i), ...orders.rows].slice(0, 30);
      stream.tell({ tag: 'Order', id: orderId(100 + i), created: 1 }, { tag: 'Dashboard' });
      await pass(40);
    }
    const { length } = orders.asked;
    expect(length).toBeLessThanOrEqual(5);
    expect(length).toBeGreaterThan(1);
    await waitFor(async () => expect(rowsOf(await loadedTable('Заказы'))[0]?.[0]).toBe('Сбер •149'));
  });

  test('is asked for as often as before once changes have ceased', async () => {
    const events = serveEvents();
    openLive('/orders');
    const stream = await events.stream();
    await statuses();
    const askedTimes = async (times: number) => {
      orders.asked = [];
      for (let i = 0; orders.asked.length < times; i += 1) {
        stream.tell({ tag: 'Order', id: orderId(100 + i) });
        await pass(20);
      }
    };
    await askedTimes(4);
    await pass(10_000);
    const since = performance.now();
    await askedTimes(2);
    expect(performance.now() - since).toBeLessThan(1500);
  });

  test('shows at once what becomes of a row of it, also when changes pour in', async () => {
    const events = serveEvents();
    openLive('/orders');
    const stream = await events.stream();
    expect(await statuses()).toEqual(['Активен', 'Активен']);
    orders.asked = [];
    // Orders of other pages. After the fourth, the list is fetched every two seconds.
    for (let i = 0; orders.asked.length < 4; i += 1) {
      stream.tell({ tag: 'Order', id: orderId(100 + i) }, { tag: 'Dashboard' });
      await pass(20);
    }
    await statuses();
    orders.asked = [];
    orders.rows = [orderRow(2), closed(1)];
    const since = performance.now();
    stream.tell({ tag: 'Order', id: orderId(1) }, { tag: 'Dashboard' });
    await waitFor(async () => expect(await statuses()).toEqual(['Активен', 'Закрыт']));
    expect(performance.now() - since).toBeLessThan(1500);
    expect(orders.asked).toEqual([pathOf(routes.listOrders)]);
  });
});

describe('the page of an order', () => {
  const openOrder = async () => {
    const events = serveEvents();
    openLive(`/orders/${orderId(1)}`);
    const stream = await events.stream();
    await screen.findByText('Сбер •1');
    orders.asked = [];
    return stream;
  };

  test('is asked for again when that order has changed', async () => {
    const stream = await openOrder();
    server.use(
      serve(routes.getOrder, () => HttpResponse.json(orderDetail(1, { status: 'CLOSED', human_status: 'Закрыт' }))),
    );
    stream.tell({ tag: 'Order', id: orderId(1) });
    await waitFor(() => expect(within(screen.getByRole('main')).getByText('Закрыт')).toBeVisible());
    expect(screen.getByRole('button', { name: 'Подтвердить' })).toBeDisabled();
    expect(await whatIsAsked(orders, stream)).toEqual([pathOf(routes.getOrder, orderId(1))]);
  });

  test('is not when another order has, or when a bank spoke of something else', async () => {
    const stream = await openOrder();
    stream.tell({ tag: 'Order', id: orderId(2) }, { tag: 'Notification', id: notificationId(1) });
    expect(await whatIsAsked(orders, stream)).toEqual([]);
  });
});

describe('a screen by itself', () => {
  test('fetches less often while changes come, and as before when they do not', async () => {
    const events = serveEvents((attempt) => (attempt > 1 ? new HttpResponse(null, { status: 502 }) : undefined));
    openLive('/orders');
    const stream = await events.stream();
    await statuses();
    await waitFor(() => expect(live.get()).toBe('on'));
    orders.asked = [];
    await pass(31_000);
    expect(orders.asked).toEqual([]);
    stream.drop();
    await waitFor(() => expect(live.get()).toBe('lost'));
    await pass(16_000);
    await waitFor(() => expect(orders.asked).toContain(pathOf(routes.listOrders)));
  });

  test('fetches now and then without any change: a server may forget', async () => {
    const events = serveEvents();
    openLive('/orders');
    const stream = await events.stream();
    await statuses();
    await waitFor(() => expect(live.get()).toBe('on'));
    orders.asked = [];
    await pass(31_000);
    stream.write(': \nid: beat\n\n');
    await pass(31_000);
    await waitFor(() => expect(orders.asked).toContain(pathOf(routes.listOrders)));
  });

  test('asks of a server without a stream, and does not complain', async () => {
    const events = serveEvents(() => new HttpResponse(null, { status: 404 }));
    openLive('/orders');
    await statuses();
    await pass(31_000);
    expect(orders.asked.filter((path) => path === pathOf(routes.listOrders)).length).toBeGreaterThanOrEqual(3);
    expect(screen.queryByText('Нет связи, обновляем…')).toBeNull();
    expect(events.attempts()).toBe(1);
  });
});

test('events are read in pieces of any size', async () => {
  const events = serveEvents();
  openLive('/orders');
  const stream = await events.stream();
  await statuses();
  orders.rows = [closed(2), orderRow(1)];
  for (const piece of [': \n', '\nid: a', '1\nda', 'ta: [{"tag":"Or', 'der","id":"', orderId(2), '"}]\n', '\n']) {
    stream.write(piece);
    await pass(5);
  }
  await waitFor(async () => expect(await statuses()).toEqual(['Закрыт', 'Активен']));
  stream.end();
  expect((await events.stream(2)).place).toBe('a1');
});
