import * as routes from '@kantor/contract/plain/routes.ts';
import { act, cleanup, screen, waitFor } from '@testing-library/react';
import { HttpResponse } from 'msw';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { live } from '@/shared/lib/live';
import { serveEvents } from '@/test/event-stream';
import { orderId, orderRow } from '@/test/fixtures';
import { closed, openLive, pass, serveLiveOrders, statuses, whatIsAsked } from '@/test/live-orders';
import { inUserMenu } from '@/test/render-app';
import { pathOf } from '@/test/server';
import { setVisibility } from '@/test/visibility';

let orders: ReturnType<typeof serveLiveOrders>;
beforeEach(() => {
  orders = serveLiveOrders();
});

/** The client has read its first event. */
async function reads(stream: Awaited<ReturnType<ReturnType<typeof serveEvents>['stream']>>) {
  stream.tell({ tag: 'Rates' });
  await waitFor(() => expect(orders.asked.filter((path) => path === pathOf(routes.getRate))).toHaveLength(2));
}

const untilLost = () => vi.waitUntil(() => live.get() === 'lost', { timeout: 10_000 });

/** No attempt to come back is further away than this. */
const LONGEST_WAIT_MS = 31_000;

describe('a connection', () => {
  test('that is lost comes back by itself, and goes on where it was', async () => {
    const events = serveEvents();
    openLive('/orders');
    const first = await events.stream();
    expect(first.place).toBeNull();
    expect(first.token).toBe('Bearer access-1');
    await reads(first);
    first.drop();
    const second = await events.stream(2);
    expect(second.place).toBe('place-1');
    await statuses();
    orders.rows = [closed(2), orderRow(1)];
    second.tell({ tag: 'Order', id: orderId(2) });
    await waitFor(async () => expect(await statuses()).toEqual(['Закрыт', 'Активен']));
  });

  test('that is lost again and again is sought ever more seldom, but never given up', async () => {
    vi.spyOn(Math, 'random').mockReturnValue(0.99);
    const events = serveEvents(() => HttpResponse.error());
    openLive('/orders');
    await untilLost();
    await pass(60_000);
    const inTheFirstMinute = events.attempts();
    expect(inTheFirstMinute).toBeGreaterThan(3);
    expect(inTheFirstMinute).toBeLessThan(9);
    // Every half a minute, from then on.
    await pass(5 * 60_000);
    expect(events.attempts() - inTheFirstMinute).toBeGreaterThanOrEqual(9);
    expect(events.attempts() - inTheFirstMinute).toBeLessThanOrEqual(11);
  });

  test('of another client is sought at another moment', async () => {
    const waited = async (random: number) => {
      vi.spyOn(Math, 'random').mockReturnValue(random);
      const events = serveEvents(() => HttpResponse.error());
      openLive('/orders');
      await untilLost();
      let milliseconds = 0;
      for (; events.attempts() < 4; milliseconds += 50) await pass(50);
      cleanup();
      return milliseconds;
    };
    expect(await waited(0.1)).toBeLessThan((await waited(0.9)) / 2);
  });

  test('that was good for a while is sought at once when it is lost', async () => {
    vi.spyOn(Math, 'random').mockReturnValue(0.99);
    let isDown = true;
    const events = serveEvents(() => (isDown ? HttpResponse.error() : undefined));
    openLive('/orders');
    await untilLost();
    await pass(60_000);
    isDown = false;
    await pass(LONGEST_WAIT_MS);
    const stream = await events.stream();
    await pass(11_000);
    const attempts = events.attempts();
    stream.drop();
    await untilLost();
    await pass(1100);
    expect(events.attempts()).toBe(attempts + 1);
  });

  test('ends with the session', async () => {
    const events = serveEvents();
    const { user } = openLive('/orders');
    const stream = await events.stream();
    await user.click(await inUserMenu('Выйти'));
    await waitFor(() => expect(stream.isCut()).toBe(true));
    expect(live.get()).toBe('none');
    await pass(LONGEST_WAIT_MS);
    expect(events.attempts()).toBe(1);
  });

  test('that is silent too long is taken for dead', async () => {
    const events = serveEvents();
    openLive('/orders');
    const stream = await events.stream();
    await pass(40_000);
    stream.write(': \nid: beat\n\n');
    await pass(40_000);
    expect(stream.isCut()).toBe(false);
    await pass(20_000);
    expect((await events.stream(2)).place).toBe('beat');
    expect(stream.isCut()).toBe(true);
  });

  test('that a machine has slept through is taken for dead as soon as it wakes', async () => {
    const events = serveEvents();
    openLive('/orders');
    const stream = await events.stream();
    // Timers stand still meanwhile.
    vi.setSystemTime(Date.now() + 60_000);
    const since = performance.now();
    act(() => void window.dispatchEvent(new Event('online')));
    await waitFor(() => expect(stream.isCut()).toBe(true));
    expect(performance.now() - since).toBeLessThan(5000);
    await events.stream(2);
  });

  test('that says what nobody understands is let go, and sought again', async () => {
    const events = serveEvents();
    openLive('/orders');
    const stream = await events.stream();
    stream.write('id: place-1\ndata: [\n\n');
    await waitFor(() => expect(stream.isCut()).toBe(true));
    await events.stream(2);
  });

  test('that comes back fetches nothing by itself: the missed changes come', async () => {
    const events = serveEvents();
    openLive('/orders');
    await statuses();
    const first = await events.stream();
    await pass(11_000);
    orders.asked = [];
    first.drop();
    expect(await whatIsAsked(orders, await events.stream(2))).toEqual([]);
  });

  test('that cannot be had is said after a while, quietly, and no longer when it is there', async () => {
    let isDown = true;
    const events = serveEvents(() => (isDown ? HttpResponse.error() : undefined));
    openLive('/orders');
    await statuses();
    await untilLost();
    expect(screen.queryByText('Нет связи, обновляем…')).toBeNull();
    await pass(5000);
    const note = screen.getByText('Нет связи, обновляем…');
    expect(note.parentElement).toHaveAttribute('aria-live', 'polite');
    isDown = false;
    await pass(LONGEST_WAIT_MS);
    await events.stream();
    await waitFor(() => expect(screen.queryByText('Нет связи, обновляем…')).toBeNull());
  });

  test.each([
    ['the network is there again', () => window.dispatchEvent(new Event('online'))],
    ['the page comes back', () => window.dispatchEvent(new Event('pageshow'))],
    ['the tab is looked at', () => document.dispatchEvent(new Event('visibilitychange'))],
  ])('is sought at once when %s', async (_what, happen) => {
    vi.spyOn(Math, 'random').mockReturnValue(0.99);
    let isDown = true;
    const events = serveEvents(() => (isDown ? HttpResponse.error() : undefined));
    openLive('/orders');
    await untilLost();
    // Now the next attempt is far away.
    await pass(40_000);
    const attempts = events.attempts();
    isDown = false;
    const since = performance.now();
    act(() => void happen());
    await events.stream();
    expect(performance.now() - since).toBeLessThan(5000);
    expect(events.attempts()).toBe(attempts + 1);
  });

  test('that comes late makes the screen ask for everything once', async () => {
    let isDown = true;
    const events = serveEvents(() => (isDown ? HttpResponse.error() : undefined));
    openLive('/orders');
    await statuses();
    await pass(11_000);
    isDown = false;
    orders.asked = [];
    act(() => void window.dispatchEvent(new Event('pageshow')));
    await events.stream();
    await waitFor(() =>
      expect(orders.asked.toSorted()).toEqual([
        pathOf(routes.getRate),
        pathOf(routes.listOrders),
        pathOf(routes.getMe),
      ]),
    );
  });

  test('that comes in time asks for nothing', async () => {
    const events = serveEvents();
    openLive('/orders');
    await statuses();
    orders.asked = [];
    await events.stream();
    await pass(3000);
    expect(orders.asked).toEqual([]);
  });

  test.each([
    ['when it says', { 'retry-after': '60' }, 70_000],
    ['after ten minutes where it says nothing', {}, 10 * 60_000 + 10_000],
  ])('that the server has not, or not for us, is asked for again %s', async (_what, headers, milliseconds) => {
    const events = serveEvents((attempt) =>
      attempt === 1 ? new HttpResponse(null, { status: 429, headers }) : undefined,
    );
    openLive('/orders');
    await statuses();
    await waitFor(() => expect(events.attempts()).toBe(1));
    await pass(50_000);
    expect(events.attempts()).toBe(1);
    await pass(milliseconds - 50_000);
    await events.stream();
    expect(events.attempts()).toBe(2);
  });

  test('of a tab that is not seen is let go where tabs cannot share one, and taken up again', async () => {
    const events = serveEvents();
    openLive('/orders');
    const stream = await events.stream();
    await reads(stream);
    setVisibility('hidden', false);
    await waitFor(() => expect(stream.isCut()).toBe(true));
    await pass(LONGEST_WAIT_MS);
    expect(events.attempts()).toBe(1);
    setVisibility('visible', true);
    expect((await events.stream(2)).place).toBe('place-1');
  });
});
