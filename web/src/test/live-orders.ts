import * as routes from '@kantor/contract/plain/routes.ts';
import { act, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { HttpResponse } from 'msw';
import { expect, onTestFinished, vi } from 'vitest';
import type { OrderRow } from '@/api/orders';
import type { serveEvents } from './event-stream';
import { orderRow } from './fixtures';
import { openApp } from './render-app';
import { loadedTable, rowsOf } from './screen-reading';
import { pathOf, serve, server } from './server';

const { login, refresh, logout, streamEvents } = routes;
const SESSION_PATHS = new Set([login, refresh, logout, streamEvents].map((route) => pathOf(route)));
const RATE_PATH = pathOf(routes.getRate);

interface LiveOrders {
  /** The rows of the list of orders. */
  rows: OrderRow[];
  /** Paths of the calls so far, without the session's own calls. */
  asked: string[];
}

/** Timers that the test moves on. */
export function takeTimers(): void {
  vi.useFakeTimers({ shouldAdvanceTime: true });
  onTestFinished(() => void vi.useRealTimers());
}

/** Two orders on a server that may tell of changes, and timers that a test moves on. */
export function serveLiveOrders(): LiveOrders {
  takeTimers();
  const orders: LiveOrders = { rows: [orderRow(2), orderRow(1)], asked: [] };
  server.use(serve(routes.listOrders, () => HttpResponse.json({ count: orders.rows.length, results: orders.rows })));
  const note = ({ request }: { request: Request }) => {
    const { pathname } = new URL(request.url);
    if (!SESSION_PATHS.has(pathname)) orders.asked.push(pathname);
  };
  server.events.on('request:start', note);
  onTestFinished(() => server.events.removeListener('request:start', note));
  return orders;
}

export const closed = (number: number): OrderRow => orderRow(number, { status: 'CLOSED', human_status: 'Закрыт' });

/** As `openApp`, with the timers that the test moves on. */
export const openLive = (path: string) =>
  openApp(path, { user: userEvent.setup({ advanceTimers: vi.advanceTimersByTime }) });

/** Lets so much time pass. */
export const pass = (milliseconds: number) => act(() => vi.advanceTimersByTimeAsync(milliseconds));

export const statuses = async () => rowsOf(await loadedTable('Заказы')).map((cells) => cells.at(-1)?.split(' ')[0]);

type Stream = Awaited<ReturnType<ReturnType<typeof serveEvents>['stream']>>;

/** Longer than the screens wait between two calls for what changes all the time. */
const SLOWEST_MS = 2500;

/**
 * Waits until the screen has acted upon all changes, however slowly: the rate's comes last, so the rate is refetched last.
 * @returns what else was asked for meanwhile.
 */
export async function whatIsAsked(orders: LiveOrders, stream: Stream): Promise<string[]> {
  const rates = () => orders.asked.filter((path) => path === RATE_PATH).length;
  const tellLast = async () => {
    const before = rates();
    stream.tell({ tag: 'Rates' });
    await waitFor(() => expect(rates()).toBeGreaterThan(before));
  };
  await tellLast();
  await pass(SLOWEST_MS);
  await tellLast();
  return orders.asked.filter((path) => path !== RATE_PATH);
}
