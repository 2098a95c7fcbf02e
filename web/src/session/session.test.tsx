import * as routes from '@kantor/contract/plain/routes.ts';
import { act, screen, waitFor } from '@testing-library/react';
import { delay, HttpResponse } from 'msw';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { storedSession } from '@/api/stored-session';
import { inUserMenu, openApp } from '@/test/render-app';
import { problem, serve, server } from '@/test/server';
import { loginForm, rotate, signedIn, stored } from '@/test/session';

describe('the start', () => {
  test('without a stored token leads to the login, without a call', async () => {
    const refreshes = rotate();
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
    const refreshes = rotate();
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
    // The last part of the shell: what comes at the very moment of the click would ask once more for the profile.
    await screen.findByRole('button', { name: /^Найти/ });
    await user.click(await inUserMenu('Выйти'));
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
    await user.click(await inUserMenu('Выйти'));
    await user.click(await loginForm());
    await signedIn();
    await waitFor(() => expect(address()).toBe('/balance'));
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
