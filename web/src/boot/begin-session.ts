import { askEarly, early } from '@/api/early';
import { renewInTurn } from '@/api/refresh';
import { storedSession } from '@/api/stored-session';
import { paths } from '@/shared/lib/paths';

/** What every screen shows. */
const SHELL = ['users/me/', 'info/rates/'];

/** What screens ask for first at their bare address, whoever looks at them. */
const SCREENS: Readonly<Partial<Record<string, string>>> = {
  [paths.orders]: 'orders/?page=1&page_size=30',
  [paths.appeals]: 'appeals/?page=1&page_size=10',
};

/** Takes up the session that storage holds, and asks what the first screen is going to ask. */
export function beginSession(): void {
  if (!storedSession.read()) return;
  early.outcome = renewInTurn();
  void early.outcome.then((outcome) => {
    if (outcome.kind !== 'renewed') return;
    const screen = location.search === '' ? SCREENS[location.pathname] : undefined;
    for (const call of screen === undefined ? SHELL : [...SHELL, screen]) askEarly(call, outcome.access);
  });
}
