import * as routes from '@kantor/contract/plain/routes.ts';
import { HttpResponse } from 'msw';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { lendNavigator } from '@/test/navigator';
import { LOGIN, rememberSession } from '@/test/render-app';
import { problem, serve, server } from '@/test/server';
import { SESSION_KEY, parseSession } from './stored-session';

let refreshes: string[] = [];

/** A server that gives tokens by turns. */
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

const stored = () => parseSession(localStorage.getItem(SESSION_KEY));
const leave = (session: { refresh: string; login: string }) =>
  localStorage.setItem(SESSION_KEY, JSON.stringify(session));

beforeEach(() => {
  refreshes = [];
});

/** Each import is a tab of its own: the same storage and locks, separate memory. */
async function openTab() {
  vi.resetModules();
  return import('./refresh');
}

describe('two tabs', () => {
  function stubLocks(): void {
    let last: Promise<unknown> = Promise.resolve();
    lendNavigator('locks', {
      request: (_name: string, task: () => Promise<unknown>) => {
        const result = last.then(task);
        last = result.catch(() => undefined);
        return result;
      },
    });
  }

  test('take turns, and the second uses the token that the first has received', async () => {
    stubLocks();
    rotate();
    rememberSession();
    const [first, second] = [await openTab(), await openTab()];
    const outcomes = await Promise.all([first.refreshTokens(), second.refreshTokens()]);
    expect(outcomes.map(({ kind }) => kind)).toEqual(['renewed', 'renewed']);
    expect(refreshes).toEqual(['refresh-0', 'refresh-1']);
    expect(stored()?.refresh).toBe('refresh-2');
  });

  test('take turns also where one of them only starts', async () => {
    stubLocks();
    rotate();
    rememberSession();
    const [first, second] = [await openTab(), await openTab()];
    await Promise.all([first.refreshTokens(), second.renewInTurn()]);
    expect(refreshes).toEqual(['refresh-0', 'refresh-1']);
  });

  test('without locks: a refused token that has been replaced meanwhile is no refusal', async () => {
    rememberSession('refresh-old');
    rotate((count) => {
      if (count > 1) return undefined;
      leave({ refresh: 'refresh-other', login: LOGIN });
      return problem(401, 'Токен уже заменён');
    });
    const tab = await openTab();
    expect(await tab.refreshTokens()).toMatchObject({ kind: 'renewed' });
    expect(refreshes).toEqual(['refresh-old', 'refresh-other']);
  });

  test('a logout while the answer is on its way is not undone', async () => {
    rememberSession();
    rotate(() => {
      localStorage.removeItem(SESSION_KEY);
      return undefined;
    });
    const tab = await openTab();
    expect(await tab.refreshTokens()).toEqual({ kind: 'refused' });
    expect(stored()).toBeNull();
  });

  test('a login while the answer is on its way is what everyone waits for then', async () => {
    rememberSession();
    rotate((count) => {
      if (count === 1) leave({ refresh: 'refresh-new', login: 'another' });
      return undefined;
    });
    const tab = await openTab();
    expect(await tab.refreshTokens()).toEqual({ kind: 'renewed', access: 'access-2' });
    expect(refreshes).toEqual(['refresh-0', 'refresh-new']);
    expect(stored()).toEqual({ refresh: 'refresh-2', login: 'another' });
  });
});

test('the exchange that the page began before its code had come is taken up, not repeated; later ones are new', async () => {
  rotate();
  rememberSession();
  const tab = await openTab();
  const { preloads } = await import('./preload');
  preloads.outcome = tab.renewInTurn();
  expect(await tab.refreshTokens()).toEqual({ kind: 'renewed', access: 'access-1' });
  expect(refreshes).toEqual(['refresh-0']);
  expect(await tab.refreshTokens()).toEqual({ kind: 'renewed', access: 'access-2' });
});
