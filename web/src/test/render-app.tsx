import { fireEvent, render, screen } from '@testing-library/react';
import userEvent, { type UserEvent } from '@testing-library/user-event';
import { createMemoryRouter } from 'react-router';
import i18n from 'i18next';
import { storedSession } from '@/api/stored-session';
import { App } from '@/app/app';
import { patchRoutesOnNavigation, routes } from '@/app/routes';
import { startSession } from '@/session/session';
import { createTestStore } from './store';

export const LOGIN = 'login-of-this-visit';

/** Puts a refresh token where an earlier visit has left it. */
export function rememberSession(refresh = 'refresh-0'): void {
  storedSession.write({ refresh, login: LOGIN });
  storedSession.join(null);
}

/**
 * Opens the product at an address, as `main.tsx` does, over the faked server.
 * Signed in by default; with `signedIn: false` local storage is as the test has left it.
 */
export function openApp(
  path: string,
  { signedIn = true, user = userEvent.setup() }: { signedIn?: boolean; user?: UserEvent } = {},
) {
  if (signedIn) rememberSession();
  const store = createTestStore();
  void store.dispatch(startSession());
  const router = createMemoryRouter(routes, { initialEntries: [path], patchRoutesOnNavigation });
  const { unmount } = render(<App store={store} router={router} />);
  const address = () => router.state.location.pathname + router.state.location.search;
  return { user, router, store, address, unmount };
}

/** A button or link of the user menu, which jsdom cannot show: the browser does that by itself. Its content comes when it is pressed. */
export async function inUserMenu(name: string, role: 'button' | 'link' = 'button'): Promise<HTMLElement> {
  const trigger = await screen.findByTitle(i18n.t('shell.userMenu'));
  if (screen.queryByRole(role, { name, hidden: true }) === null) fireEvent.click(trigger);
  return screen.findByRole(role, { name, hidden: true });
}
