import { act, waitFor } from '@testing-library/react';
import { HttpResponse } from 'msw';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { live } from '@/shared/lib/live';
import { serveEvents } from '@/test/event-stream';
import { orderId, orderRow } from '@/test/fixtures';
import { closed, openLive, pass, serveLiveOrders, statuses } from '@/test/live-orders';
import { inUserMenu } from '@/test/render-app';
import { shareTabs } from '@/test/tabs';
import { setVisibility } from '@/test/visibility';
import type { Note } from './tabs';

// Several tabs of one browser: one listens, and all get the changes.

let orders: ReturnType<typeof serveLiveOrders>;
let tabs: ReturnType<typeof shareTabs>;
beforeEach(() => {
  orders = serveLiveOrders();
  tabs = shareTabs();
});

const change = { tag: 'Order' as const, id: orderId(1) };

/** Opens the orders in a tab that waits for its turn. */
const open = async () => {
  const { user } = openLive('/orders');
  await statuses();
  await waitFor(() => expect(tabs.wishes).not.toHaveLength(0));
  return user;
};
const told = <Kind extends Note['kind']>(kind: Kind) =>
  tabs.said.filter((note): note is Extract<Note, { kind: Kind }> => note.kind === kind);
const hear = (note: Note) => act(() => tabs.tell(note));

describe('the tab that listens', () => {
  const lead = async () => {
    const events = serveEvents();
    await open();
    tabs.wishes[0]?.grant();
    return events.stream();
  };

  test('passes its changes and its cursor on to the others', async () => {
    const stream = await lead();
    stream.tell(change);
    await waitFor(() => expect(told('told')).toEqual([{ kind: 'told', changes: [change], place: 'place-1' }]));
  });

  test('tells them whether it is connected', async () => {
    const stream = await lead();
    await waitFor(() => expect(told('state')).toEqual([{ kind: 'state', state: 'on' }]));
    stream.drop();
    await waitFor(() => expect(told('state').map(({ state }) => state)).toContain('lost'));
  });

  test('seeks a lost connection at once when one comes back to it, not when one leaves it', async () => {
    vi.spyOn(Math, 'random').mockReturnValue(0.99);
    let isDown = true;
    const events = serveEvents(() => (isDown ? HttpResponse.error() : undefined));
    await open();
    tabs.wishes[0]?.grant();
    // Now the next attempt is far away.
    await pass(40_000);
    const attempts = events.attempts();
    isDown = false;
    setVisibility('hidden', false);
    await pass(1000);
    expect(events.attempts()).toBe(attempts);
    setVisibility('visible', true);
    await events.stream();
    expect(events.attempts()).toBe(attempts + 1);
  });

  test('passes the changes of the last ten seconds on to a new one, which may have missed them', async () => {
    const stream = await lead();
    stream.tell({ tag: 'Payment' });
    await waitFor(() => expect(told('told')).toHaveLength(1));
    await pass(9000);
    stream.tell(change);
    await waitFor(() => expect(told('told')).toHaveLength(2));
    await pass(2000);
    // The next change makes the tab forget older ones.
    stream.tell({ tag: 'Rates' });
    await waitFor(() => expect(told('told')).toHaveLength(3));
    hear({ kind: 'hello', tab: 'new', isNew: true });
    hear({ kind: 'hello', tab: 'known', isNew: false });
    const welcome = { kind: 'welcome', state: 'on', place: 'place-3' };
    expect(told('welcome')).toEqual([
      { ...welcome, tab: 'new', recent: [change, { tag: 'Rates' }] },
      { ...welcome, tab: 'known', recent: [] },
    ]);
  });
});

test('the tab that listens lets another go on at once when its session ends, also while it is to ask much later', async () => {
  const events = serveEvents(() => new HttpResponse(null, { status: 429, headers: { 'retry-after': '600' } }));
  const user = await open();
  tabs.wishes[0]?.grant();
  await waitFor(() => expect(events.attempts()).toBe(1));
  await user.click(await inUserMenu('Выйти'));
  await waitFor(() => expect(tabs.wishes[0]?.isOver()).toBe(true));
});

describe('a tab that waits for its turn', () => {
  const CALM_MS = 2500;

  test("fetches the data of another's changes", async () => {
    await open();
    // Now the screen asks seldom by itself.
    hear({ kind: 'state', state: 'on' });
    orders.rows = [orderRow(2), closed(1)];
    hear({ kind: 'told', changes: [change], place: 'place-7' });
    await waitFor(async () => expect(await statuses()).toEqual(['Активен', 'Закрыт']));
  });

  test('fetches the data of changes that came while it loaded', async () => {
    await open();
    orders.rows = [orderRow(2), closed(1)];
    const [hello] = told('hello');
    expect(hello).toMatchObject({ isNew: true });
    const welcome = { kind: 'welcome', tab: hello?.tab ?? '', state: 'on', place: 'place-7' } as const;
    hear({ ...welcome, recent: [change] });
    await waitFor(async () => expect(await statuses()).toEqual(['Активен', 'Закрыт']));
    expect(live.get()).toBe('on');
  });

  test('leaves alone what is said to others', async () => {
    await open();
    orders.asked = [];
    hear({ kind: 'welcome', tab: 'another', state: 'lost', recent: [change], place: 'place-7' });
    hear({ kind: 'hello', tab: 'another', isNew: true });
    await pass(CALM_MS);
    expect(orders.asked).toEqual([]);
    expect([live.get(), told('welcome')]).toEqual(['none', []]);
  });

  test('shows whether the other is connected', async () => {
    await open();
    hear({ kind: 'state', state: 'lost' });
    expect(live.get()).toBe('lost');
  });

  test('goes on where the other has stopped', async () => {
    const events = serveEvents();
    await open();
    hear({ kind: 'told', changes: [change], place: 'place-7' });
    hear({ kind: 'state', state: 'lost' });
    tabs.wishes[0]?.grant();
    expect((await events.stream()).place).toBe('place-7');
  });
});
