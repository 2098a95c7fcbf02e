import { screen, waitFor, within } from '@testing-library/react';
import { delay, http } from 'msw';
import { describe, expect, test } from 'vitest';
import { ping } from '@/test/fixtures-trader';
import { openApp } from '@/test/render-app';
import { headsOf, loadedTable, rowsOf } from '@/test/screen-reading';
import { get, problem, server, url } from '@/test/server';

const all = 'devicenotificationpings/';

describe('the list of pings', () => {
  test('shows cabinet, text and time, and leads nowhere', async () => {
    server.use(get(all, { count: 1, results: [ping(46)] }));
    openApp('/pings');
    const table = await waitFor(() => loadedTable('Пинги'));
    expect(headsOf(table)).toEqual(['Кабинет', 'Текст', 'Создан']);
    expect(rowsOf(table)).toEqual([['Samsung A51', 'На связи. Заряд 46%', '02.01.2026, 00:30']]);
    expect(within(table).queryByRole('link')).toBeNull();
    expect(screen.getByText('Пингов: 1')).toBeVisible();
  });

  test('empty says so', async () => {
    server.use(get(all, { count: 0, results: [] }));
    openApp('/pings');
    expect(await screen.findByText('Пинги не найдены')).toBeVisible();
  });

  test('while loading holds the place of its rows', async () => {
    server.use(http.get(url(all), () => delay('infinite')));
    openApp('/pings');
    expect(await screen.findByRole('table', { name: 'Пинги' })).toHaveAttribute('aria-busy', 'true');
  });

  test('failed says so', async () => {
    server.use(http.get(url(all), () => problem(500, 'Ошибка')));
    openApp('/pings');
    expect(await screen.findByRole('alert')).toHaveTextContent('Пинги не найдены');
  });
});
