import * as cabinetRoutes from '@kantor/contract/plain/cabinet-routes.ts';
import { screen, waitFor, within } from '@testing-library/react';
import { HttpResponse, type JsonBodyType } from 'msw';
import { describe, expect, test } from 'vitest';
import { accessGranted } from '@/api/auth-slice';
import { i18n } from '@/shared/i18n/i18n';
import ru from '@/shared/i18n/ru.json';
import screens from '@/shared/i18n/screens.ru.json';
import { trader } from '@/test/fixtures';
import { cabinet } from '@/test/fixtures-trader';
import { LISTS, WHOLE } from '@/test/list-screens';
import type { List } from '@/test/screen-rows';
import { openApp } from '@/test/render-app';
import { broken, byPath, loadScreen, screenFiles, userOf } from '@/test/screen-modules';
import { isSeen, loadedTable, rowsOf } from '@/test/screen-reading';
import { asUser, serve, server } from '@/test/server';
import { createTestStore } from '@/test/store';

test('a screen that comes later brings its texts', async () => {
  i18n.removeResourceBundle('ru', 'translation');
  i18n.addResourceBundle('ru', 'translation', ru);
  server.use(asUser(trader), serve(cabinetRoutes.listCabinets, { count: 1, results: [cabinet(1)] }));
  openApp('/cabinets');
  const table = await waitFor(() => loadedTable('Кабинеты'));
  expect(within(table).getByRole('columnheader', { name: screens.cabinets.name })).toBeVisible();
});

/** Answers the list's call, and notes the queries that it was called with. */
function serveList(
  { role, rights, call, others = [] }: List,
  respond: (query: URLSearchParams) => Response | Promise<Response>,
) {
  const asked: string[] = [];
  server.use(
    asUser({ ...userOf[role], ...(rights && { rights }) }),
    ...others,
    serve(call, ({ request }) => {
      const { search, searchParams } = new URL(request.url);
      asked.push(search);
      return respond(searchParams);
    }),
  );
  return asked;
}

const rows = (count: number, ...results: JsonBodyType[]) => HttpResponse.json({ count, results });

test('every list is among these', () => {
  expect([...LISTS, WHOLE].flatMap(({ file }) => file ?? []).toSorted()).toEqual(screenFiles('list').toSorted());
});

describe.each([...LISTS, WHOLE].map(byPath))('the list at %s', (_path, list) => {
  const { path, title, counted, empty, failed = empty, row, href, pageSize = 10 } = list;
  const isWhole = list === WHOLE;

  test('holds the place of its rows, then shows the first page of its size; a row is a link with one tab stop, or none', async () => {
    const answer = Promise.withResolvers<Response>();
    const asked = serveList(list, () => answer.promise);
    openApp(path);
    const loading = await screen.findByRole('table', { name: title });
    expect(loading).toHaveAttribute('aria-busy', 'true');
    expect(within(loading).getAllByRole('row')).toHaveLength(1 + 10);
    expect(screen.getByRole('heading', { name: title })).toBeVisible();

    answer.resolve(rows(isWhole ? 1 : 1978, row));
    const table = await waitFor(() => loadedTable(title));
    expect(rowsOf(table)).toHaveLength(1);
    const count = `${counted}${isWhole ? '1' : '1 978'}`;
    await waitFor(() => expect(screen.getByText(count, { selector: '[aria-live]' })).toBeVisible());
    expect(asked).toEqual([isWhole ? '' : `?page=1&page_size=${pageSize}`]);
    if (!isWhole) expect(screen.getByRole('combobox', { name: 'на странице' })).toHaveValue(String(pageSize));
    const links = [...table.querySelectorAll<HTMLAnchorElement>('a[data-row-link]')];
    expect(new Set(links.map((link) => link.getAttribute('href')))).toEqual(new Set(href === undefined ? [] : [href]));
    expect(links.filter(({ tabIndex }) => tabIndex === 0)).toHaveLength(href === undefined ? 0 : 1);
  });

  test('empty says so, and offers nothing', async () => {
    serveList(list, () => rows(0));
    openApp(path);
    await isSeen(empty);
    expect(screen.queryByRole('alert')).toBeNull();
    expect(screen.queryByRole('button', { name: 'Сбросить фильтры' })).toBeNull();
    expect(screen.queryByRole('button', { name: 'Повторить' })).toBeNull();
  });

  test('failed says so and can be tried again; that cannot be had anew keeps its rows and says that they are old', async () => {
    serveList(list, broken);
    const { user } = openApp(path);
    expect(await screen.findByRole('alert')).toHaveTextContent(failed);
    serveList(list, () => rows(1, row));
    await user.click(screen.getByRole('button', { name: 'Повторить' }));
    expect(rowsOf(await waitFor(() => loadedTable(title)))).toHaveLength(1);
    expect(screen.queryByRole('alert')).toBeNull();

    serveList(list, broken);
    window.dispatchEvent(new Event('focus'));
    await user.click(await screen.findByText('Не удалось обновить'));
    expect(rowsOf(await loadedTable(title))).toHaveLength(1);
  });
});

test.each(LISTS.map(byPath))(
  'a page past the end of the list at %s gives way to the last one, without a step in the history',
  async (_path, list) => {
    const { path, title, pageSize = 10, row } = list;
    serveList(list, (query) => (query.get('page') === '2' ? rows(pageSize + 1, row) : rows(pageSize + 1)));
    const { address: shown, router } = openApp(`${path}?page=9`);
    expect(rowsOf(await waitFor(() => loadedTable(title)))).toHaveLength(1);
    expect(shown()).toBe(`${path}?page=2`);
    expect(router.state.historyAction).toBe('REPLACE');
  },
);

test.each([...LISTS, WHOLE].flatMap((list) => (list.file === undefined ? [] : [[list.file, list] as const])))(
  '%s is asked for before it is drawn, as its address says',
  async (file, list) => {
    const asked = serveList(list, () => rows(1, list.row));
    const store = createTestStore();
    store.dispatch(accessGranted('access-1'));
    const preload = (await loadScreen(file))?.preload;
    if (preload) await store.dispatch(preload({ search: new URLSearchParams('page=2&page_size=50'), params: {} }));
    expect(asked).toEqual([list === WHOLE ? '' : '?page=2&page_size=50']);
  },
);
