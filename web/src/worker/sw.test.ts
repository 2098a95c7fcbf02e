import type { PushedAlert } from '@kantor/contract/plain/alerts.ts';
import { beforeAll, beforeEach, expect, test, vi } from 'vitest';

interface Note {
  title: string;
  tag: string;
  body: string;
  silent: boolean;
  data: { path: string };
  close: () => void;
}

const listeners = new Map<string, (event: object) => void>();
let notes: Note[] = [];
let tabs: { focused: boolean; focus: () => Promise<void>; postMessage: (message: unknown) => void }[] = [];
const openWindow = vi.fn<(path: string) => Promise<void>>(() => Promise.resolve());

const registration = {
  getNotifications: () => Promise.resolve([...notes]),
  showNotification: (title: string, options: Omit<Note, 'title' | 'close'>) => {
    notes = notes.filter(({ tag }) => tag !== options.tag);
    const note: Note = { title, ...options, close: () => (notes = notes.filter((each) => each !== note)) };
    notes.push(note);
    return Promise.resolve();
  },
};

beforeAll(async () => {
  vi.stubGlobal('addEventListener', (kind: string, listener: (event: object) => void) => listeners.set(kind, listener));
  await import('./sw');
});
beforeEach(() => {
  vi.stubGlobal('registration', registration);
  vi.stubGlobal('clients', { claim: () => Promise.resolve(), matchAll: () => Promise.resolve(tabs), openWindow });
  [notes, tabs] = [[], []];
  openWindow.mockClear();
});

async function happen(kind: string, event: object): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<Promise<unknown>>();
  listeners.get(kind)?.({ ...event, waitUntil: (work: Promise<unknown>) => resolve(work) });
  await promise;
}

const push = (n: number, changes: Partial<PushedAlert> = {}) => {
  const alert: PushedAlert = {
    id: `alert-${n}`,
    kind: 'order_new',
    title: 'Новый заказ',
    group: 'Новых заказов',
    body: '1\u00a0500,10\u00a0₽',
    count: 1,
    sum: '1500.10',
    path: `/orders/${n}`,
    sounds: true,
    ...changes,
  };
  return happen('push', { data: { json: () => alert } });
};

test('three of a kind are shown alone, the fourth makes them one, with their sum, and the next join it', async () => {
  for (const n of [1, 2, 3]) await push(n);
  expect(notes.map(({ title }) => title)).toEqual(['Новый заказ', 'Новый заказ', 'Новый заказ']);
  await push(9, { kind: 'appeal_open', title: 'Новая апелляция', sounds: false });
  await push(4);
  const shown = () => notes.map(({ title, body, silent }) => [title, body.replaceAll(/\s/g, ' '), silent]);
  expect(shown()).toEqual([
    ['Новая апелляция', '1 500,10 ₽', true],
    ['Новых заказов: 4', '6 000,40 ₽', false],
  ]);
  await push(5, { count: 2, sum: '100.00' });
  expect(shown()[1]).toEqual(['Новых заказов: 6', '6 100,40 ₽', false]);
  expect(notes[1]?.data.path).toBe('/orders');
});

test('the same alert, should it come twice, is shown once', async () => {
  for (const n of [1, 2, 3, 3]) await push(n);
  expect(notes).toHaveLength(3);
});

test('a click opens its page in a tab that is there, or in a new one', async () => {
  await push(1);
  const click = () => happen('notificationclick', { notification: notes[0] });
  const first = notes[0];
  await click();
  expect(openWindow).toHaveBeenCalledWith('/orders/1');
  expect(notes).toEqual([]);
  notes = first ? [first] : [];
  const told: unknown[] = [];
  const focus = vi.fn<() => Promise<void>>(() => Promise.resolve());
  tabs = [{ focused: false, focus, postMessage: (message) => void told.push(message) }];
  await click();
  expect([told, focus.mock.calls.length, openWindow.mock.calls.length]).toEqual([[{ open: '/orders/1' }], 1, 1]);
});

test('no answer of the server passes through it', () => {
  expect([...listeners.keys()].toSorted()).toEqual(['activate', 'install', 'notificationclick', 'push']);
});

test('a report opens its period; many of them the page of figures, wherever it is', async () => {
  const report = (n: number, page: string) =>
    push(n, {
      kind: 'report_day',
      title: 'Отчёт',
      group: 'Отчётов за день',
      sum: null,
      path: `${page}?from=2026-11-2${n}`,
    });
  await report(1, '/platform/analytics');
  expect(notes[0]?.data.path).toBe('/platform/analytics?from=2026-11-21');
  for (const n of [2, 3, 4]) await report(n, '/platform/analytics');
  expect(notes.map(({ title, data }) => [title, data.path])).toEqual([['Отчётов за день: 4', '/platform/analytics']]);
});
