import * as routes from '@kantor/contract/plain/routes.ts';
import { act, cleanup, screen, waitFor } from '@testing-library/react';
import { HttpResponse } from 'msw';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { getMe } from '@/api/user';
import { isUnloading } from '@/shared/lib/is-unloading';
import { merchant, traderDashboard } from '@/test/fixtures';
import { openApp } from '@/test/render-app';
import { asUser, problem, serve, server } from '@/test/server';
import { acceptOnly, loginForm, rotate, stored } from '@/test/session';

describe('a 401', () => {
  test('is answered by one refresh and one retry', async () => {
    const refreshes = rotate();
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
    const refreshes = rotate();
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
    const refreshes = rotate();
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
    await waitFor(() => expect(screen.getByRole('link', { name: 'Заказы' })).toBeVisible());
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
    const refreshes = rotate((count) => (count === 2 ? HttpResponse.error() : undefined));
    const seen = acceptOnly(() => 'access-3');
    openApp('/orders');
    await screen.findByText('Заказы не найдены');
    expect(refreshes).toEqual(['refresh-0', 'refresh-1', 'refresh-1']);
    expect(seen.at(-1)).toBe('Bearer access-3');
  });
});
