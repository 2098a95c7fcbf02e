import { screen, waitFor } from '@testing-library/react';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { serveEvents } from '@/test/event-stream';
import { merchant, orderId } from '@/test/fixtures';
import { openLive, pass, serveLiveOrders, whatIsAsked } from '@/test/live-orders';
import { lendNavigator } from '@/test/navigator';
import { inUserMenu } from '@/test/render-app';
import { asUser, server } from '@/test/server';
import { setVisibility } from '@/test/visibility';

let orders: ReturnType<typeof serveLiveOrders>;
beforeEach(() => {
  orders = serveLiveOrders();
});

const openList = async () => {
  const events = serveEvents();
  const { user } = openLive('/orders');
  return { stream: await events.stream(), user };
};
const newOrder = (number: number) => ({ tag: 'Order' as const, id: orderId(number), created: 1 });

describe('the title', () => {
  const title = () => document.title;

  test('counts the orders that come while the tab is not looked at', async () => {
    const { stream } = await openList();
    await waitFor(() => expect(title()).toBe('Заказы — Kantor'));
    setVisibility('visible', false);
    stream.tell(newOrder(3), { tag: 'Order', id: orderId(1) });
    await waitFor(() => expect(title()).toBe('(1) Заказы — Kantor'));
    stream.tell({ tag: 'Order', created: 4 }, { tag: 'Payment', created: 1 });
    await waitFor(() => expect(title()).toBe('(5) Заказы — Kantor'));
  });

  test.each([
    ['the tab is shown', () => setVisibility('visible', true)],
    [
      'its window is',
      () => {
        vi.spyOn(document, 'hasFocus').mockReturnValue(true);
        window.dispatchEvent(new Event('focus'));
      },
    ],
  ])('forgets them when %s', async (_what, look) => {
    const { stream } = await openList();
    setVisibility('visible', false);
    stream.tell(newOrder(3));
    await waitFor(() => expect(title()).toBe('(1) Заказы — Kantor'));
    look();
    await waitFor(() => expect(title()).toBe('Заказы — Kantor'));
  });

  test('does not count what comes before the eyes', async () => {
    const { stream } = await openList();
    setVisibility('visible', true);
    stream.tell(newOrder(3));
    await whatIsAsked(orders, stream);
    expect(title()).toBe('Заказы — Kantor');
  });

  test('tells a merchant nothing, whose shop made them', async () => {
    server.use(asUser(merchant));
    const { stream } = await openList();
    setVisibility('visible', false);
    stream.tell(newOrder(3));
    await whatIsAsked(orders, stream);
    expect(title()).toBe('Заказы — Kantor');
    expect(screen.queryByText('Звук нового заказа')).toBeNull();
  });

  test('forgets them with the session', async () => {
    const { stream, user } = await openList();
    setVisibility('visible', false);
    stream.tell(newOrder(3));
    await waitFor(() => expect(title()).toBe('(1) Заказы — Kantor'));
    await user.click(await inUserMenu('Выйти'));
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

  /** After it a new order may be heard again. */
  const PAUSE_MS = 3000;

  test('is off until it is wanted, and the wish is remembered', async () => {
    const { stream, user } = await openList();
    stream.tell(newOrder(3));
    await whatIsAsked(orders, stream);
    expect(played).toBe(0);
    expect(await inUserMenu('Без звука')).toHaveAttribute('aria-pressed', 'true');
    await user.click(await inUserMenu('Со звуком'));
    await waitFor(() => expect(played).toBe(1));
    expect(localStorage.getItem('kantor.sound')).toBe('on');
  });

  test('is off when it is wanted no longer', async () => {
    localStorage.setItem('kantor.sound', 'on');
    const { stream, user } = await openList();
    stream.tell(newOrder(3));
    await waitFor(() => expect(played).toBe(1));
    await user.click(await inUserMenu('Без звука'));
    expect(localStorage.getItem('kantor.sound')).toBe('off');
    await pass(PAUSE_MS);
    stream.tell(newOrder(4));
    await whatIsAsked(orders, stream);
    expect(played).toBe(1);
  });

  test('comes with a new order, once for many, and not with a change', async () => {
    localStorage.setItem('kantor.sound', 'on');
    const { stream } = await openList();
    stream.tell({ tag: 'Order', id: orderId(1) });
    await whatIsAsked(orders, stream);
    expect(played).toBe(0);
    for (let i = 3; i < 9; i += 1) stream.tell(newOrder(i));
    await waitFor(() => expect(played).toBe(1));
    await pass(PAUSE_MS / 2);
    stream.tell(newOrder(9));
    await whatIsAsked(orders, stream);
    expect(played).toBe(1);
    await pass(PAUSE_MS);
    stream.tell(newOrder(10));
    await waitFor(() => expect(played).toBe(2));
  });

  test('comes from one tab, not from all that are open', async () => {
    let isHeld = true;
    lendNavigator('locks', {
      request: (_name: string, _options: object, work: (lock: object | null) => unknown) =>
        Promise.resolve(work(isHeld ? null : {})),
    });
    localStorage.setItem('kantor.sound', 'on');
    const { beep } = await import('./beep');
    await beep();
    expect(played).toBe(0);
    isHeld = false;
    void beep();
    await waitFor(() => expect(played).toBe(1));
  });

  test('waits for nobody where the browser does not allow it', async () => {
    state = 'suspended';
    localStorage.setItem('kantor.sound', 'on');
    const { stream } = await openList();
    stream.tell(newOrder(3));
    await whatIsAsked(orders, stream);
    expect(played).toBe(0);
    state = 'running';
    stream.tell(newOrder(4));
    await waitFor(() => expect(played).toBe(1));
  });
});
