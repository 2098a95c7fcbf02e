import * as routes from '@kantor/contract/plain/routes.ts';
import { act, cleanup, screen, waitFor } from '@testing-library/react';
import { delay, HttpResponse } from 'msw';
import { beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import { SESSION_KEY, parseSession, storedSession } from '@/api/stored-session';
import { getMe } from '@/api/user';
import { isUnloading } from '@/shared/lib/is-unloading';
import { merchant, traderDashboard } from '@/test/fixtures';
import { inUserMenu, openApp } from '@/test/render-app';
import { asUser, problem, serve, server } from '@/test/server';

let refreshes: string[] = [];

/** A server that gives tokens by turns and knows only the latest access token. */
function rotate(answer: (count: number) => Response | undefined = () => undefined): void {
  server.use(
    serve(routes.refresh, async ({ request }) => {
      const { refresh } = (await request.json()) as { refresh: string };
      refreshes.push(refresh);
      const count = refreshes.length;
      return answer(count) ?? HttpResponse.json({ access: `access-${count}`, refresh: `refresh-${count}` });
    }),
  );
}

/** `orders/` answers 401 to any token but this one. */
function acceptOnly(accepted: () => string): string[] {
  const seen: string[] = [];
  server.use(
    serve(routes.listOrders, ({ request }) => {
      const token = request.headers.get('authorization') ?? '';
      seen.push(token);
      return token === `Bearer ${accepted()}` ? HttpResponse.json({ count: 0, results: [] }) : problem(401, 'Войдите');
    }),
  );
  return seen;
}

const stored = () => parseSession(localStorage.getItem(SESSION_KEY));
const loginForm = () => screen.findByRole('button', { name: 'Войти' });
const signedIn = () => screen.findByRole('link', { name: 'Заказы' });

/** A write of another tab of the same browser to the storage. */
function otherTab(session: { refresh: string; login: string } | null): void {
  if (session) localStorage.setItem(SESSION_KEY, JSON.stringify(session));
  else localStorage.removeItem(SESSION_KEY);
  act(() => {
    window.dispatchEvent(new StorageEvent('storage', { key: SESSION_KEY }));
  });
}

beforeEach(() => {
  refreshes = [];
});

describe('the start', () => {
  test('without a stored token leads to the login, without a call', async () => {
    rotate();
    openApp('/orders', { signedIn: false });
    await loginForm();
    expect(refreshes).toEqual([]);
  });

  test('shows nothing of the product until the session is known', async () => {
    const answer = Promise.withResolvers<Response>();
    server.use(serve(routes.refresh, () => answer.promise));
    const { address, router } = openApp('/balance');
    await waitFor(() => expect(router.state.initialized).toBe(true));
    await act(async () => {});
    expect(screen.queryByRole('banner')).toBeNull();
    expect(router.state.navigation.state).toBe('idle');
    expect(address()).toBe('/balance');
    answer.resolve(HttpResponse.json({ access: 'a', refresh: 'r' }));
    await signedIn();
  });

  test('keeps the new refresh token and never stores the access token', async () => {
    rotate();
    openApp('/balance');
    await signedIn();
    expect(refreshes).toEqual(['refresh-0']);
    expect(stored()?.refresh).toBe('refresh-1');
    expect(JSON.stringify(Object.entries(localStorage))).not.toContain('access-1');
  });

  test.each([
    ['a refusal', () => problem(401, 'Сессия закончилась')],
    ['a block', () => problem(403, 'Аккаунт заблокирован', 'blocked')],
    ['a broken server', () => new HttpResponse(null, { status: 502 })],
    ['no network', () => HttpResponse.error()],
  ])('that fails by %s clears the session without a word', async (_name, answer) => {
    rotate(answer);
    openApp('/orders');
    await loginForm();
    expect(stored()).toBeNull();
    expect(screen.queryByRole('alert')).toBeNull();
  });
});

describe('a 401', () => {
  test('is answered by one refresh and one retry', async () => {
    rotate();
    const seen = acceptOnly(() => 'access-2');
    openApp('/orders');
    await screen.findByText('Заказы не найдены');
    expect(seen).toEqual(['Bearer access-1', 'Bearer access-2']);
    expect(refreshes).toEqual(['refresh-0', 'refresh-1']);
  });

  test('after the retry is not retried again', async () => {
    rotate();
    const seen = acceptOnly(() => 'none');
    openApp('/orders');
    await screen.findByRole('button', { name: 'Повторить' });
    expect(seen).toHaveLength(2);
  });

  test('of several calls at once makes one refresh', async () => {
    rotate();
    acceptOnly(() => 'access-2');
    server.use(
      serve(routes.getTraderDashboard, ({ request }) =>
        request.headers.get('authorization') === 'Bearer access-2'
          ? HttpResponse.json(traderDashboard)
          : problem(401, 'Войдите'),
      ),
    );
    openApp('/balance');
    await screen.findByText('Активных заказов нет');
    expect(refreshes).toEqual(['refresh-0', 'refresh-1']);
  });

  test('with a refused refresh signs out, and back after the login to where one was', async () => {
    rotate((count) => (count > 1 ? problem(401, 'Сессия закончилась') : undefined));
    acceptOnly(() => 'access-fresh');
    server.use(serve(routes.login, () => HttpResponse.json({ access: 'access-fresh', refresh: 'refresh-fresh' })));
    const { user, address } = openApp('/orders?status=ACTIVE');
    await user.click(await loginForm());
    await screen.findByText('Заказы не найдены');
    expect(stored()?.refresh).toBe('refresh-fresh');
    expect(address()).toBe('/orders?status=ACTIVE');
  });

  test.each([
    ['a gateway’s page', () => new HttpResponse('<html>401 Authorization Required</html>', { status: 401 })],
    ['a plain text', () => HttpResponse.text('Unauthorized', { status: 401 })],
    ['nothing', () => new HttpResponse(null, { status: 401 })],
    ['half of a JSON', () => new HttpResponse('{"detail":', { status: 401 })],
  ])('whose body is %s leads to the refresh like any other', async (_body, refusal) => {
    rotate();
    server.use(
      serve(routes.listOrders, ({ request }) =>
        request.headers.get('authorization') === 'Bearer access-2'
          ? HttpResponse.json({ count: 0, results: [] })
          : refusal(),
      ),
    );
    openApp('/orders');
    await screen.findByText('Заказы не найдены');
    expect(refreshes).toEqual(['refresh-0', 'refresh-1']);
  });

  const BLOCKED = 'Аккаунт заблокирован. Обратитесь к оператору';
  test.each([
    ['400', () => problem(400, 'Проверьте данные запроса'), 'Проверьте данные запроса'],
    ['401', () => problem(401, 'Пароль изменён. Войдите с новым паролем'), 'Пароль изменён. Войдите с новым паролем'],
    ['403', () => problem(403, BLOCKED, 'blocked'), BLOCKED],
    ['404', () => problem(404, 'Не найдено'), 'Не найдено'],
    [
      '403 of a gateway',
      () => HttpResponse.text('<h1>Forbidden</h1>', { status: 403 }),
      'Сессия завершена. Войдите снова',
    ],
    ['404 and nothing', () => new HttpResponse(null, { status: 404 }), 'Сессия завершена. Войдите снова'],
    ['401 and odd JSON', () => HttpResponse.json(['no'], { status: 401 }), 'Сессия завершена. Войдите снова'],
    [
      '401 and an odd sentence',
      () => HttpResponse.json({ detail: {} }, { status: 401 }),
      'Сессия завершена. Войдите снова',
    ],
  ])('with a refresh refused by %s signs out, and the sign-in says why', async (_status, refusal, sentence) => {
    rotate((count) => (count > 1 ? refusal() : undefined));
    acceptOnly(() => 'access-none');
    const { user, store } = openApp('/orders');
    const submit = await loginForm();
    expect(screen.getByRole('alert')).toHaveTextContent(sentence);
    expect(screen.queryByText('Произошла ошибка при входе')).toBeNull();
    expect(stored()).toBeNull();
    server.use(serve(routes.login, () => HttpResponse.json({ access: 'access-none', refresh: 'refresh-fresh' })));
    await user.click(submit);
    await screen.findByText('Заказы не найдены');
    expect(store.getState().auth.putOut).toBeNull();
  });

  test('with a refused refresh leaves nothing of the first user to the one who signs in next', async () => {
    rotate((count) => (count > 1 ? problem(401, 'Сессия закончилась') : undefined));
    acceptOnly(() => 'access-fresh');
    server.use(serve(routes.login, () => HttpResponse.json({ access: 'access-fresh', refresh: 'refresh-fresh' })));
    const { user } = openApp('/orders');
    const submit = await loginForm();
    server.use(asUser(merchant));
    await user.click(submit);
    await screen.findByRole('link', { name: 'Кошельки' });
    expect(screen.queryByRole('link', { name: 'Пинги' })).toBeNull();
  });

  test.each([
    ['the network is gone', () => HttpResponse.error()],
    ['the server is down', () => new HttpResponse(null, { status: 503 })],
    ['there were too many', () => problem(429, 'Слишком много запросов')],
    ['the answer has no tokens', () => HttpResponse.json({})],
    ['the answer has no refresh token', () => HttpResponse.json({ access: 'access-2' })],
    ['the answer has no access token', () => HttpResponse.json({ access: null, refresh: 'refresh-2' })],
    ['the answer is a page', () => HttpResponse.text('<h1>Welcome</h1>')],
  ])('signs nobody out while %s', async (_name, answer) => {
    rotate((count) => (count > 1 ? answer() : undefined));
    const seen = acceptOnly(() => 'access-none');
    const { store } = openApp('/orders');
    await screen.findByRole('button', { name: 'Повторить' });
    expect(screen.getByRole('link', { name: 'Заказы' })).toBeVisible();
    expect(stored()?.refresh).toBe('refresh-1');
    expect(store.getState().auth.accessToken).toBe('access-1');
    expect(seen).toEqual(['Bearer access-1']);
  });

  test('a profile that a reload cut off signs nobody out; one that cannot be had does', async () => {
    // Its time does not run out while this machine is slow.
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'], shouldAdvanceTime: true });
    onTestFinished(() => void vi.useRealTimers());
    // The page's own start, whose calls fail because it is being left.
    act(() => void window.dispatchEvent(new Event('beforeunload')));
    server.use(serve(routes.getMe, () => HttpResponse.error()));
    const first = openApp('/orders');
    await waitFor(() => expect(getMe.select(undefined)(first.store.getState()).isError).toBe(true));
    // Whatever follows from that has followed.
    await act(async () => undefined);
    expect(first.address()).toBe('/orders');
    expect(stored()?.refresh).toBe('refresh-1');
    cleanup();
    vi.advanceTimersByTime(2000);
    expect(isUnloading()).toBe(false);
    const second = openApp('/orders');
    await waitFor(() => expect(second.address()).toBe('/login'));
    expect(stored()).toBeNull();
  });

  test('with an answer that was lost asks again at once with the same token', async () => {
    rotate((count) => (count === 2 ? HttpResponse.error() : undefined));
    const seen = acceptOnly(() => 'access-3');
    openApp('/orders');
    await screen.findByText('Заказы не найдены');
    expect(refreshes).toEqual(['refresh-0', 'refresh-1', 'refresh-1']);
    expect(seen.at(-1)).toBe('Bearer access-3');
  });
});

describe('two tabs: what happens in the other one', () => {
  test('a logout in the other one is followed, without a call', async () => {
    rotate();
    const { address } = openApp('/orders');
    await signedIn();
    otherTab(null);
    await loginForm();
    expect(address()).toBe('/login');
    expect(refreshes).toHaveLength(1);
  });

  test('a login in the other one is followed', async () => {
    rotate();
    const { address } = openApp('/login', { signedIn: false });
    await loginForm();
    otherTab({ refresh: 'refresh-other', login: 'another' });
    await signedIn();
    expect(refreshes).toEqual(['refresh-other']);
    expect(address()).toBe('/balance');
  });

  test('another user in the other one leaves nothing of the first', async () => {
    rotate();
    openApp('/balance');
    await screen.findByRole('button', { name: 'Трафик включён' });
    server.use(asUser(merchant));
    otherTab({ refresh: 'refresh-other', login: 'another' });
    await screen.findByText('Успешных сделок');
    expect(screen.queryByRole('button', { name: /Трафик/ })).toBeNull();
    expect(screen.queryByRole('link', { name: 'Пинги' })).toBeNull();
  });

  test('a renewal in the other one changes nothing here', async () => {
    rotate();
    const { user } = openApp('/balance');
    await signedIn();
    otherTab({ refresh: 'refresh-7', login: stored()?.login ?? '' });
    // A call because of it would have come before this one.
    await user.click(await signedIn());
    expect(await screen.findByText('Заказов: 2')).toBeVisible();
    expect(refreshes).toHaveLength(1);
  });
});

describe('the profile', () => {
  test('that cannot be had ends the session', async () => {
    server.use(serve(routes.getMe, () => problem(500, 'Мы уже знаем об ошибке')));
    openApp('/balance');
    await loginForm();
    expect(stored()).toBeNull();
    expect(screen.getByRole('alert')).toHaveTextContent('Мы уже знаем об ошибке');
  });
});

describe('the logout', () => {
  test('clears everything, goes to the login and does not wait for the server', async () => {
    let told: unknown;
    server.use(
      serve(routes.logout, async ({ request }) => {
        told = await request.json();
        await delay('infinite');
      }),
    );
    const { user, store, address } = openApp('/orders');
    await signedIn();
    await user.click(inUserMenu('Выйти'));
    await loginForm();
    expect(screen.queryByRole('alert')).toBeNull();
    expect(address()).toBe('/login');
    expect(stored()).toBeNull();
    expect(storedSession.ownLogin()).toBeNull();
    expect(store.getState().auth.accessToken).toBeNull();
    expect(Object.keys(store.getState().api.queries)).toEqual(['getSupport(undefined)']);
    await waitFor(() => expect(told).toEqual({ refresh: 'refresh-1' }));
  });

  test('on purpose does not send the next user to where the last one stood', async () => {
    server.use(serve(routes.login, () => HttpResponse.json({ access: 'access-2', refresh: 'refresh-2' })));
    const { user, address } = openApp('/orders');
    await signedIn();
    await user.click(inUserMenu('Выйти'));
    await user.click(await loginForm());
    await signedIn();
    expect(address()).toBe('/balance');
  });
});

test('a call that a reload cuts off does not sign out', async () => {
  server.use(serve(routes.refresh, () => HttpResponse.error()));
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'], shouldAdvanceTime: true });
  onTestFinished(() => void vi.useRealTimers());
  window.dispatchEvent(new Event('beforeunload'));
  const { store } = openApp('/balance');
  await waitFor(() => expect(store.getState().auth.isInitialized).toBe(true));
  expect(localStorage.getItem('kantor.session')).not.toBeNull();
});
