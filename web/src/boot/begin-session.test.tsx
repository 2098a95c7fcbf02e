import * as routes from '@kantor/contract/plain/routes.ts';
import { render, screen, waitFor } from '@testing-library/react';
import { HttpResponse } from 'msw';
import { createMemoryRouter } from 'react-router';
import { afterEach, beforeEach, expect, onTestFinished, test } from 'vitest';
import { preloads } from '@/api/preload';
import { getOrders } from '@/api/orders';
import { App } from '@/app/app';
import { preloadFirstScreen } from '@/app/preload-first-screen';
import { patchRoutesOnNavigation, routes as pages } from '@/app/routes';
import { orderRow, trader } from '@/test/fixtures';
import { rememberSession } from '@/test/render-app';
import { pathOf, serve, server } from '@/test/server';
import { createTestStore } from '@/test/store';
import { beginSession } from './begin-session';

let asked: string[];

beforeEach(() => {
  asked = [];
  const note = ({ request }: { request: Request }) => {
    const { pathname, search } = new URL(request.url);
    asked.push(pathname + search);
  };
  server.events.on('request:start', note);
  onTestFinished(() => server.events.removeListener('request:start', note));
});
afterEach(() => {
  preloads.answers.clear();
  preloads.outcome = undefined;
  history.replaceState(null, '', '/');
});

/** Longer than any answer takes here. */
const LONG_MS = 20_000;

/** The page's first steps once its code has come. */
async function openPage(patience?: number) {
  const store = createTestStore();
  const { pathname, search } = location;
  const router = createMemoryRouter(pages, { initialEntries: [pathname + search], patchRoutesOnNavigation });
  await preloadFirstScreen(store, router, patience);
  return { store, show: () => render(<App store={store} router={router} />) };
}

const FIRST = [routes.refresh, routes.getMe, routes.getRate].map((route) => pathOf(route));

/** Each once, the session's first; what is on its way side by side comes in any order. */
function expectAsked(first: string[], list: string) {
  expect(asked[0]).toBe(first[0]);
  expect(asked.toSorted()).toEqual([...first, list].toSorted());
}

test.each([
  ['/orders', `${pathOf(routes.listOrders)}?page=1&page_size=30`, 'Сбер •1'],
  ['/appeals', `${pathOf(routes.listAppeals)}?page=1&page_size=10`, 'Нет данных'],
])('%s is drawn once, of answers that were asked for before its code had come', async (path, list, content) => {
  server.use(serve(routes.listAppeals, () => HttpResponse.json({ count: 0, results: [] })));
  history.replaceState(null, '', path);
  rememberSession();
  beginSession();
  await waitFor(() => expect(asked).toHaveLength(4));
  expectAsked(FIRST, list);

  const { show } = await openPage(LONG_MS);
  show();
  expect(screen.getByText(content)).toBeVisible();
  expect(screen.getByRole('link', { name: 'Заказы' })).toBeVisible();
  expect(screen.getByText(/1 USDT/)).toBeVisible();
  expectAsked(FIRST, list);
  expect(preloads.answers.size).toBe(0);
});

test('an address of its own is asked for by its screen alone, before that is drawn', async () => {
  history.replaceState(null, '', '/orders?status=ACTIVE');
  rememberSession();
  beginSession();
  const { show } = await openPage(LONG_MS);
  show();
  expect(screen.getByRole('table')).toHaveAttribute('aria-busy', 'false');
  expectAsked(FIRST, `${pathOf(routes.listOrders)}?page=1&page_size=30&status=ACTIVE`);
});

test('without a stored session nothing is asked', async () => {
  beginSession();
  await openPage();
  expect(asked).toEqual([]);
});

test('a session that is refused asks for nothing of a user, and leads to the login', async () => {
  server.use(serve(routes.refresh, () => new HttpResponse(null, { status: 401 })));
  rememberSession();
  beginSession();
  const { show } = await openPage(LONG_MS);
  show();
  await waitFor(() => expect(screen.getByRole('button', { name: 'Войти' })).toBeVisible());
  expect(asked.filter((path) => path !== pathOf(routes.getSupport))).toEqual([pathOf(routes.refresh)]);
  expect(localStorage.getItem('kantor.session')).toBeNull();
});

test('data that takes long is not waited for', async () => {
  const late = Promise.withResolvers<Response>();
  server.use(serve(routes.listOrders, () => late.promise));
  history.replaceState(null, '', '/orders');
  rememberSession();
  beginSession();
  const { store, show } = await openPage();
  expect(getOrders.select({ page: 1, page_size: 30 })(store.getState()).isLoading).toBe(true);
  show();
  expect(screen.getByRole('table')).toHaveAttribute('aria-busy', 'true');
  late.resolve(HttpResponse.json({ count: 1, results: [orderRow(1)] }));
  await waitFor(() => expect(screen.getByRole('table')).toHaveAttribute('aria-busy', 'false'));
});

test('a profile that was lost on the way is asked for again, and nobody is signed out', async () => {
  let calls = 0;
  server.use(
    serve(routes.getMe, () => {
      calls += 1;
      return calls === 1 ? HttpResponse.error() : HttpResponse.json(trader);
    }),
  );
  history.replaceState(null, '', '/orders');
  rememberSession();
  beginSession();
  const { store, show } = await openPage(LONG_MS);
  show();
  expect(screen.getByRole('link', { name: 'Реквизиты' })).toBeVisible();
  expect(store.getState().auth.isAuthenticated).toBe(true);
  expect(calls).toBe(2);
});
