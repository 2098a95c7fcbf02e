import { getMe, getRate, listAppeals, listOrders } from '@kantor/contract/plain/routes.ts';
import { preload, preloads } from '@/api/preload';
import { renewInTurn } from '@/api/refresh';
import { storedSession } from '@/api/stored-session';
import { paths } from '@/shared/lib/paths';

/** Calls of every screen. */
const SHELL = [getMe.path, getRate.path];

/** The first call of a screen at its bare address, for any user. */
const SCREENS: Readonly<Partial<Record<string, string>>> = {
  [paths.orders]: `${listOrders.path}?page=1&page_size=30`,
  [paths.appeals]: `${listAppeals.path}?page=1&page_size=10`,
};

/** Takes up the session that storage holds, and makes the calls of the first screen. */
export function beginSession(): void {
  if (!storedSession.read()) return;
  preloads.outcome = renewInTurn();
  void preloads.outcome.then((outcome) => {
    if (outcome.kind !== 'renewed') return;
    const screen = location.search === '' ? SCREENS[location.pathname] : undefined;
    for (const call of screen === undefined ? SHELL : [...SHELL, screen]) preload(call, outcome.access);
  });
}
