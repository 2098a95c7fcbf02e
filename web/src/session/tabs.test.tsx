import { act, screen, waitFor } from '@testing-library/react';
import { describe, expect, test } from 'vitest';
import { SESSION_KEY } from '@/api/stored-session';
import { merchant } from '@/test/fixtures';
import { openApp } from '@/test/render-app';
import { asUser, server } from '@/test/server';
import { loginForm, rotate, signedIn, stored } from '@/test/session';
import { isSeen } from '@/test/screen-reading';

/** A write of another tab of the same browser to the storage. */
function otherTab(session: { refresh: string; login: string } | null): void {
  if (session) localStorage.setItem(SESSION_KEY, JSON.stringify(session));
  else localStorage.removeItem(SESSION_KEY);
  act(() => {
    window.dispatchEvent(new StorageEvent('storage', { key: SESSION_KEY }));
  });
}

describe('two tabs: what happens in the other one', () => {
  test('a logout in the other one is followed, without a call', async () => {
    const refreshes = rotate();
    const { address } = openApp('/orders');
    await signedIn();
    otherTab(null);
    await loginForm();
    expect(address()).toBe('/login');
    expect(refreshes).toHaveLength(1);
  });

  test('a login in the other one is followed', async () => {
    const refreshes = rotate();
    const { address } = openApp('/login', { signedIn: false });
    await loginForm();
    otherTab({ refresh: 'refresh-other', login: 'another' });
    await signedIn();
    expect(refreshes).toEqual(['refresh-other']);
    await waitFor(() => expect(address()).toBe('/balance'));
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
    const refreshes = rotate();
    const { user } = openApp('/balance');
    await signedIn();
    otherTab({ refresh: 'refresh-7', login: stored()?.login ?? '' });
    // A call because of it would have come before this one.
    await user.click(await signedIn());
    await isSeen('Заказов: 2');
    expect(refreshes).toHaveLength(1);
  });
});
