import { render, screen, waitFor, within } from '@testing-library/react';
import { HttpResponse } from 'msw';
import { createMemoryRouter } from 'react-router';
import { describe, expect, test } from 'vitest';
import { accessGranted } from '@/api/auth-slice';
import { DETAILS } from '@/test/detail-screens';
import { openApp } from '@/test/render-app';
import { broken, byPath, loadScreen, screenFiles, userOf } from '@/test/screen-modules';
import { asUser, pathOf, problem, serve, server } from '@/test/server';
import { createTestStore } from '@/test/store';
import { App } from './app';
import { isSeen } from '@/test/screen-reading';

test('every page of one thing is among these', () => {
  expect(DETAILS.map(({ file }) => file).toSorted()).toEqual(screenFiles('details').toSorted());
});

describe.each(DETAILS.map(byPath))('the page of one thing under %s', (_path, detail) => {
  const { file, role, path, call, section, failed, item, title, others = [] } = detail;
  const answer = (respond: () => Response | Promise<Response>) => {
    const asked: string[] = [];
    server.use(
      asUser(userOf[role]),
      ...others,
      serve(call, ({ request }) => {
        asked.push(new URL(request.url).pathname);
        return respond();
      }),
    );
    return asked;
  };

  test('says that it loads, that it cannot be had, leads back, and can be tried again', async () => {
    const refusal = Promise.withResolvers<Response>();
    const asked = answer(() => refusal.promise);
    const { user } = openApp(`${path}/7`);
    await waitFor(() => expect(asked).toHaveLength(1));
    expect(screen.getByText('Загрузка…')).toBeInTheDocument();
    const way = within(screen.getByRole('main')).getByRole('navigation', { name: section });
    expect(within(way).getByRole('link', { name: section })).toHaveAttribute('href', path);
    refusal.resolve(problem(404, 'Не найдено'));
    expect(await screen.findByRole('alert')).toHaveTextContent(failed);
    expect(screen.queryByText('Загрузка…')).toBeNull();
    answer(() => HttpResponse.json(item));
    await user.click(screen.getByRole('button', { name: 'Повторить' }));
    await waitFor(() => expect(screen.getByRole('heading', { level: 1, name: title })).toBeVisible());
    await waitFor(() => expect(screen.queryByRole('alert')).toBeNull());
  });

  test('that cannot be had anew stays and says that it is old', async () => {
    answer(() => HttpResponse.json(item));
    openApp(`${path}/7`);
    await screen.findByRole('heading', { level: 1, name: title });
    await waitFor(() => expect(screen.queryByText('Загрузка…')).toBeNull());
    answer(broken);
    window.dispatchEvent(new Event('focus'));
    await isSeen('Не удалось обновить');
    expect(screen.queryByRole('alert')).toBeNull();
  });

  test('without an id in its address says so', async () => {
    const lazy = async () => ({ Component: (await loadScreen(file))?.Component as () => null });
    const router = createMemoryRouter([{ path: '/', lazy, HydrateFallback: () => null }]);
    render(<App store={createTestStore()} router={router} />);
    expect(await screen.findByRole('alert')).toHaveTextContent('Страница не найдена');
    expect(screen.queryByRole('button', { name: 'Повторить' })).toBeNull();
  });

  test('is asked for before it is drawn', async () => {
    const asked = answer(() => HttpResponse.json(item));
    const store = createTestStore();
    store.dispatch(accessGranted('access-1'));
    const preload = (await loadScreen(file))?.preload;
    if (preload) await store.dispatch(preload({ search: new URLSearchParams(), params: { id: '7' } }));
    expect(asked).toEqual([pathOf(call, '7')]);
  });
});
