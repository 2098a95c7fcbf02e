import * as routes from '@kantor/contract/plain/routes.ts';
import { act, waitFor } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import { preload } from '@/api/preload';
import { signIn } from '@/session/session';
import { serveEvents } from '@/test/event-stream';
import { openLive, pass, serveLiveOrders, statuses } from '@/test/live-orders';
import { openApp } from '@/test/render-app';
import { pathOf } from '@/test/server';

// A stream begins with what happened in the ten seconds before it.

let orders: ReturnType<typeof serveLiveOrders>;
beforeEach(() => {
  orders = serveLiveOrders();
});

test('a screen whose answers were asked for long before its code came asks for everything once the stream is there', async () => {
  preload(`${routes.listOrders.path}?page=1&page_size=30`, 'access-1');
  await pass(11_000);
  const events = serveEvents();
  openLive('/orders');
  await statuses();
  orders.asked = [];
  await events.stream();
  await waitFor(() =>
    expect(orders.asked.toSorted()).toEqual([pathOf(routes.getRate), pathOf(routes.listOrders), pathOf(routes.getMe)]),
  );
});

test('how long the page has been open does not matter', async () => {
  await pass(60_000);
  const events = serveEvents();
  openLive('/orders');
  await statuses();
  orders.asked = [];
  await events.stream();
  await pass(3000);
  expect(orders.asked).toEqual([]);
});

test('nor how long one has taken to sign in', async () => {
  const events = serveEvents();
  const { store } = openApp('/login', { signedIn: false });
  await pass(60_000);
  act(() => store.dispatch(signIn({ access: 'access-1', refresh: 'refresh-1' })));
  await waitFor(() => expect(orders.asked).toContain(pathOf(routes.getTraderDashboard)));
  await events.stream();
  await pass(3000);
  expect(orders.asked.filter((call) => call === pathOf(routes.getMe))).toHaveLength(1);
});
