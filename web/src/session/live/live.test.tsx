import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { http, HttpResponse } from 'msw';
import { beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import type { OrderRow } from '@/api/orders';
import { live } from '@/shared/lib/live';
import { merchant, orderDetail, orderId, orderRow } from '@/test/fixtures';
import { serveEvents } from '@/test/event-stream';
import { inUserMenu, openApp } from '@/test/render-app';
import { loadedTable, rowsOf } from '@/test/screen-reading';
import { asUser, server, url } from '@/test/server';

/** What was asked for, without the session's own calls. */
let asked: string[];
let rows: OrderRow[];
const closed = (number: number) => orderRow(number, { status: 'CLOSED', human_status: 'Закрыт' });

beforeEach(() => {
  asked = [];
  rows = [orderRow(2), orderRow(1)];
  server.use(http.get(url('orders/'), () => HttpResponse.json({ count: rows.length, results: rows })));
  const note = ({ request }: { request: Request }) => {
    const { pathname } = new URL(request.url);
    if (!/auth|events/.test(pathname)) asked.push(pathname.replace('/api/v1/', ''));
  };
  server.events.on('request:start', note);
  onTestFinished(() => server.events.removeListener('request:start', note));
});

const statuses = async () => rowsOf(await loadedTable('Заказы')).map((cells) => cells.at(-1)?.split(' ')[0]);
/** Long enough for a refetch that should not be. */
const settle = () => new Promise((resolve) => setTimeout(resolve, 400));

describe('a screen whose server tells of changes', () => {
  test('asks again for what has changed, and for nothing else', async () => {
    const events = serveEvents();
    openApp('/orders');
    const stream = await events.stream();
    expect(await statuses()).toEqual(['Активен', 'Активен']);
    asked = [];
    rows = [orderRow(2), closed(1)];
    stream.tell({ tag: 'Order', id: orderId(1) }, { tag: 'Dashboard' }, { tag: 'Requisite' });
    await waitFor(async () => expect(await statuses()).toEqual(['Активен', 'Закрыт']));
    expect(asked).toEqual(['orders/']);
    stream.tell({ tag: 'Payment' }, { tag: 'Appeal', id: orderId(7) }, { tag: 'Webhook', id: orderId(7) });
    await settle();
    expect(asked).toEqual(['orders/']);
    stream.tell({ tag: 'Rates' });
    await waitFor(() => expect(asked).toEqual(['orders/', 'info/rates/']));
  });

  test('asks again for the page of an order when that order has changed, not when another has', async () => {
    const events = serveEvents();
    openApp(`/orders/${orderId(1)}`);
    const stream = await events.stream();
    await screen.findByText('Сбер •1');
    asked = [];
    stream.tell({ tag: 'Order', id: orderId(2) });
    await settle();
    expect(asked).toEqual([]);
    server.use(http.get(url('orders/:id/'), () => HttpResponse.json(orderDetail(1, { human_status: 'Закрыт' }))));
    stream.tell({ tag: 'Order', id: orderId(1) });
    await waitFor(() => expect(within(screen.getByRole('main')).getAllByText('Закрыт')).toHaveLength(2));
    expect(screen.getByRole('button', { name: 'Подтвердить' })).toBeDisabled();
  });

  test('asks seldom when changes pour in, and still shows the last one', async () => {
    const events = serveEvents();
    openApp('/orders');
    const stream = await events.stream();
    await statuses();
    asked = [];
    for (let i = 0; i < 100; i += 1) {
      rows = [orderRow(100 + i), ...rows].slice(0, 30);
      stream.tell({ tag: 'Order', id: orderId(100 + i), created: 1 }, { tag: 'Dashboard' });
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
    expect(asked.length).toBeLessThanOrEqual(5);
    expect(asked.length).toBeGreaterThan(1);
    await waitFor(async () => expect(rowsOf(await loadedTable('Заказы'))[0]?.[0]).toBe('Сбер •199'));
  });

  test('shows at once what becomes of a row on the screen, also when changes pour in', async () => {
    const events = serveEvents();
    openApp('/orders');
    const stream = await events.stream();
    expect(await statuses()).toEqual(['Активен', 'Активен']);
    asked = [];
    // Of other pages. After the fourth time, the list is asked for every two seconds.
    for (let i = 0; asked.length < 4; i += 1) {
      stream.tell({ tag: 'Order', id: orderId(100 + i) }, { tag: 'Dashboard' });
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
    asked = [];
    rows = [orderRow(2), closed(1)];
    stream.tell({ tag: 'Order', id: orderId(1) }, { tag: 'Dashboard' });
    await waitFor(async () => expect(await statuses()).toEqual(['Активен', 'Закрыт']), { timeout: 1500 });
    expect(asked).toEqual(['orders/']);
  });

  test('polls less while it is told, and as before when it is not', async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true });
    onTestFinished(() => void vi.useRealTimers());
    const events = serveEvents((attempt) => (attempt > 1 ? new HttpResponse(null, { status: 502 }) : undefined));
    openApp('/orders', { user: userEvent.setup({ advanceTimers: vi.advanceTimersByTime }) });
    const stream = await events.stream();
    await statuses();
    await vi.waitUntil(() => live.get() === 'on');
    asked = [];
    await act(() => vi.advanceTimersByTimeAsync(31_000));
    expect(asked).toEqual([]);
    stream.drop();
    await vi.waitUntil(() => live.get() === 'lost');
    await act(() => vi.advanceTimersByTimeAsync(16_000));
    await waitFor(() => expect(asked).toContain('orders/'));
  });

  test('of a server without a stream asks by itself, and does not complain', async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true });
    onTestFinished(() => void vi.useRealTimers());
    const events = serveEvents(() => new HttpResponse(null, { status: 404 }));
    openApp('/orders', { user: userEvent.setup({ advanceTimers: vi.advanceTimersByTime }) });
    await statuses();
    await act(() => vi.advanceTimersByTimeAsync(31_000));
    expect(asked.filter((path) => path === 'orders/').length).toBeGreaterThanOrEqual(3);
    expect(screen.queryByText('Нет связи, обновляем…')).toBeNull();
    expect(events.attempts()).toBe(1);
  });

  test('reads events in pieces of any size', async () => {
    const events = serveEvents();
    openApp('/orders');
    const stream = await events.stream();
    await statuses();
    asked = [];
    rows = [closed(2), orderRow(1)];
    for (const piece of [': \n', '\nid: a', '1\nda', 'ta: [{"tag":"Or', 'der","id":"', orderId(2), '"}]\n', '\n']) {
      stream.write(piece);
      await new Promise((resolve) => setTimeout(resolve, 5));
    }
    await waitFor(async () => expect(await statuses()).toEqual(['Закрыт', 'Активен']));
    stream.end();
    expect((await events.stream(2)).place).toBe('a1');
  });
});

describe('a connection', () => {
  test('that is lost comes back by itself, and goes on where it was', async () => {
    const events = serveEvents();
    openApp('/orders');
    const first = await events.stream();
    expect(first.place).toBeNull();
    expect(first.token).toBe('Bearer access-1');
    first.tell({ tag: 'Rates' });
    await waitFor(() => expect(asked.filter((path) => path === 'info/rates/')).toHaveLength(2));
    first.drop();
    const second = await events.stream(2);
    expect(second.place).toBe('place-1');
    await statuses();
    rows = [closed(2), orderRow(1)];
    second.tell({ tag: 'Order', id: orderId(2) });
    await waitFor(async () => expect(await statuses()).toEqual(['Закрыт', 'Активен']));
  });

  test('whose token has run out is renewed at once', async () => {
    const events = serveEvents((attempt) => (attempt === 1 ? new HttpResponse(null, { status: 401 }) : undefined));
    let refreshes = 0;
    server.use(
      http.post(url('auth/refresh/'), () => {
        refreshes += 1;
        return HttpResponse.json({ access: `access-${refreshes}`, refresh: `refresh-${refreshes}` });
      }),
    );
    openApp('/orders');
    expect((await events.stream(1)).token).toBe('Bearer access-2');
    expect(refreshes).toBe(2);
  });

  test('whose session is over ends it', async () => {
    serveEvents(() => new HttpResponse(null, { status: 401 }));
    let refreshes = 0;
    server.use(
      http.post(url('auth/refresh/'), () =>
        (refreshes += 1) === 1
          ? HttpResponse.json({ access: 'access-1', refresh: 'refresh-1' })
          : new HttpResponse(null, { status: 401 }),
      ),
    );
    const { address } = openApp('/orders');
    await waitFor(() => expect(address()).toBe('/login'));
    expect(refreshes).toBe(2);
  });

  test('ends with the session', async () => {
    const events = serveEvents();
    const { user } = openApp('/orders');
    const stream = await events.stream();
    await user.click(inUserMenu('Выйти'));
    await vi.waitUntil(() => stream.isCut());
    await settle();
    expect(events.attempts()).toBe(1);
  });

  test('that is silent too long is taken for dead', async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true });
    onTestFinished(() => void vi.useRealTimers());
    const events = serveEvents();
    openApp('/orders', { user: userEvent.setup({ advanceTimers: vi.advanceTimersByTime }) });
    const stream = await events.stream();
    await act(() => vi.advanceTimersByTimeAsync(40_000));
    stream.write(': \nid: beat\n\n');
    await act(() => vi.advanceTimersByTimeAsync(40_000));
    expect(stream.isCut()).toBe(false);
    await act(() => vi.advanceTimersByTimeAsync(20_000));
    expect((await events.stream(2)).place).toBe('beat');
    expect(stream.isCut()).toBe(true);
  });

  test('that cannot be had is said after a while, quietly, and no longer when it is there', async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true });
    onTestFinished(() => void vi.useRealTimers());
    vi.spyOn(Math, 'random').mockReturnValue(0.99);
    let isDown = true;
    const events = serveEvents(() => (isDown ? HttpResponse.error() : undefined));
    openApp('/orders', { user: userEvent.setup({ advanceTimers: vi.advanceTimersByTime }) });
    await statuses();
    await vi.waitUntil(() => live.get() === 'lost');
    expect(screen.queryByText('Нет связи, обновляем…')).toBeNull();
    await act(() => vi.advanceTimersByTimeAsync(5000));
    const note = screen.getByText('Нет связи, обновляем…');
    expect(note.parentElement).toHaveAttribute('aria-live', 'polite');
    // Ever more seldom.
    await act(() => vi.advanceTimersByTimeAsync(60_000));
    const attempts = events.attempts();
    expect(attempts).toBeLessThan(9);
    isDown = false;
    act(() => void window.dispatchEvent(new Event('online')));
    await events.stream();
    expect(events.attempts()).toBe(attempts + 1);
    await waitFor(() => expect(screen.queryByText('Нет связи, обновляем…')).toBeNull());
  });

  test('that comes late makes the screen ask for everything once', async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true });
    onTestFinished(() => void vi.useRealTimers());
    let isDown = true;
    const events = serveEvents(() => (isDown ? HttpResponse.error() : undefined));
    openApp('/orders', { user: userEvent.setup({ advanceTimers: vi.advanceTimersByTime }) });
    await statuses();
    await act(() => vi.advanceTimersByTimeAsync(11_000));
    isDown = false;
    asked = [];
    act(() => void window.dispatchEvent(new Event('pageshow')));
    await events.stream();
    await waitFor(() => expect(asked.toSorted()).toEqual(['info/rates/', 'orders/', 'users/me/']));
  });

  test('of a tab that is not seen is let go where tabs cannot share one, and taken up again', async () => {
    const events = serveEvents();
    openApp('/orders');
    const stream = await events.stream();
    hide();
    await vi.waitUntil(() => stream.isCut());
    await settle();
    expect(events.attempts()).toBe(1);
    showAgain();
    expect((await events.stream(2)).place).toBe('place-0');
  });
});

const setVisibility = (state: DocumentVisibilityState, hasFocus: boolean) => {
  vi.spyOn(document, 'visibilityState', 'get').mockReturnValue(state);
  vi.spyOn(document, 'hasFocus').mockReturnValue(hasFocus);
  act(() => void document.dispatchEvent(new Event('visibilitychange')));
};
const hide = () => setVisibility('hidden', false);
const showAgain = () => setVisibility('visible', true);

describe('new orders', () => {
  const title = () => document.title;

  test('are counted in the title while the tab is not looked at', async () => {
    const events = serveEvents();
    openApp('/orders');
    const stream = await events.stream();
    await waitFor(() => expect(title()).toBe('Заказы — Kantor'));
    setVisibility('visible', false);
    stream.tell({ tag: 'Order', id: orderId(3), created: 1 }, { tag: 'Order', id: orderId(1) });
    await waitFor(() => expect(title()).toBe('(1) Заказы — Kantor'));
    stream.tell({ tag: 'Order', created: 4 }, { tag: 'Payment', created: 1 });
    await waitFor(() => expect(title()).toBe('(5) Заказы — Kantor'));
    showAgain();
    await waitFor(() => expect(title()).toBe('Заказы — Kantor'));
    stream.tell({ tag: 'Order', id: orderId(4), created: 1 });
    await settle();
    expect(title()).toBe('Заказы — Kantor');
  });

  test('are no news to a merchant, whose shop made them', async () => {
    server.use(asUser(merchant));
    const events = serveEvents();
    openApp('/orders');
    const stream = await events.stream();
    setVisibility('visible', false);
    stream.tell({ tag: 'Order', id: orderId(3), created: 1 });
    await settle();
    expect(title()).toBe('Заказы — Kantor');
    expect(screen.queryByText('Звук нового заказа')).toBeNull();
  });

  test('are forgotten with the session', async () => {
    const events = serveEvents();
    const { user } = openApp('/orders');
    const stream = await events.stream();
    setVisibility('visible', false);
    stream.tell({ tag: 'Order', id: orderId(3), created: 1 });
    await waitFor(() => expect(title()).toBe('(1) Заказы — Kantor'));
    await user.click(inUserMenu('Выйти'));
    await waitFor(() => expect(title()).not.toMatch(/\(/));
  });
});

describe('the sound of a new order', () => {
  let played: number;
  let state: AudioContextState;
  beforeEach(() => {
    played = 0;
    state = 'running';
    const node = () => ({
      frequency: { setValueAtTime: () => undefined },
      gain: { setValueAtTime: () => undefined, linearRampToValueAtTime: () => undefined },
      connect: (next: unknown) => next,
      start: () => (played += 1),
      stop: () => undefined,
    });
    vi.stubGlobal(
      'AudioContext',
      class {
        currentTime = 0;
        destination = {};
        get state() {
          return state;
        }
        resume = () => new Promise(() => undefined);
        createOscillator = node;
        createGain = node;
      },
    );
    vi.resetModules();
  });

  test('is off until it is wanted, and the wish is remembered', async () => {
    const events = serveEvents();
    const { user } = openApp('/orders');
    const stream = await events.stream();
    stream.tell({ tag: 'Order', id: orderId(3), created: 1 });
    await settle();
    expect(played).toBe(0);
    expect(inUserMenu('Без звука')).toHaveAttribute('aria-pressed', 'true');
    await user.click(inUserMenu('Со звуком'));
    await waitFor(() => expect(played).toBe(1));
    expect(localStorage.getItem('kantor.sound')).toBe('on');
    await user.click(inUserMenu('Без звука'));
    expect(localStorage.getItem('kantor.sound')).toBe('off');
  });

  test('comes with a new order, once for many, and not with a change', async () => {
    localStorage.setItem('kantor.sound', 'on');
    const events = serveEvents();
    openApp('/orders');
    const stream = await events.stream();
    stream.tell({ tag: 'Order', id: orderId(1) });
    await settle();
    expect(played).toBe(0);
    for (let i = 3; i < 9; i += 1) stream.tell({ tag: 'Order', id: orderId(i), created: 1 });
    await waitFor(() => expect(played).toBe(1));
    await settle();
    expect(played).toBe(1);
  });

  test('waits for nobody where the browser does not allow it', async () => {
    state = 'suspended';
    localStorage.setItem('kantor.sound', 'on');
    const events = serveEvents();
    openApp('/orders');
    const stream = await events.stream();
    stream.tell({ tag: 'Order', id: orderId(3), created: 1 });
    await settle();
    expect(played).toBe(0);
    state = 'running';
    stream.tell({ tag: 'Order', id: orderId(4), created: 1 });
    await waitFor(() => expect(played).toBe(1));
  });
});
