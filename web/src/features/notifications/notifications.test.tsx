import { screen, waitFor, within } from '@testing-library/react';
import { delay, http, HttpResponse } from 'msw';
import { beforeEach, describe, expect, test } from 'vitest';
import { orderId } from '@/test/fixtures';
import { notification, notificationId } from '@/test/fixtures-trader';
import { openApp } from '@/test/render-app';
import { factsShown, headsOf, loadedTable, rowsOf } from '@/test/screen-reading';
import { get, problem, server, url } from '@/test/server';

const one = 'devicenotifications/:id/';
const all = 'devicenotifications/';

beforeEach(() =>
  server.use(
    get(all, { count: 2, results: [notification(1), notification(2, { order: null, phone: '' })] }),
    get(one, notification(1)),
  ),
);

describe('the list of notifications', () => {
  test('shows its columns as specified', async () => {
    openApp('/notifications');
    const table = await waitFor(() => loadedTable('Уведомления'));
    expect(headsOf(table)).toEqual(['Телефон', 'Приложение', 'Текст', 'Создано', 'ID заказа']);
    expect(rowsOf(table)).toEqual([
      [
        '+79990001122',
        'ru.sberbankmobile',
        'СЧЁТ4321 Перевод +1500р от Анна К.',
        '02.01.2026, 00:30',
        '01939c2f-7…0000001',
      ],
      ['—', 'ru.sberbankmobile', 'СЧЁТ4321 Перевод +1500р от Анна К.', '02.01.2026, 00:30', '—'],
    ]);
    expect(within(table).getAllByRole('link')[0]).toHaveAttribute('href', `/notifications/${notificationId(1)}`);
  });

  test('empty says so', async () => {
    server.use(get(all, { count: 0, results: [] }));
    openApp('/notifications');
    expect(await screen.findByText('Уведомления не найдены')).toBeVisible();
  });

  test('while loading holds the place of its rows', async () => {
    server.use(http.get(url(all), () => delay('infinite')));
    openApp('/notifications');
    expect(await screen.findByRole('table', { name: 'Уведомления' })).toHaveAttribute('aria-busy', 'true');
  });

  test('failed says so', async () => {
    server.use(http.get(url(all), () => problem(500, 'Ошибка')));
    openApp('/notifications');
    expect(await screen.findByRole('alert')).toHaveTextContent('Уведомления не найдены');
  });
});

describe('the page of a notification', () => {
  test('shows its facts, its order and what the phone sent', async () => {
    openApp(`/notifications/${notificationId(1)}`);
    const raw = await screen.findByRole('region', { name: 'Исходный запрос' });
    expect(raw.textContent).toBe('{\n  "from": "900",\n  "text": "Перевод"\n}');
    expect(factsShown()).toEqual({
      Кабинет: 'Samsung A51',
      Заказ: '01939c2f-7…0000001',
      Текст: 'СЧЁТ4321 Перевод +1500р от Анна К.',
      Телефон: '+79990001122',
      Приложение: 'ru.sberbankmobile',
      Создано: '02.01.2026, 00:30',
    });
    expect(screen.getByTitle(orderId(1))).toHaveAttribute('href', `/orders/${orderId(1)}`);
  });

  test('without an order says so, and shows a request that is not JSON as it is', async () => {
    server.use(get(one, notification(1, { order: null, plain_request: 'from=900&text=+1500р' })));
    openApp(`/notifications/${notificationId(1)}`);
    expect(await screen.findByText('Отсутствует')).toBeVisible();
    expect(screen.getByRole('region', { name: 'Исходный запрос' }).textContent).toBe('from=900&text=+1500р');
  });

  test('that cannot be had says so and can be tried again', async () => {
    server.use(http.get(url(one), () => problem(404, 'Не найдено')));
    const { user } = openApp(`/notifications/${notificationId(1)}`);
    expect(await screen.findByRole('alert')).toHaveTextContent('Информация по уведомлению не найдена');
    server.use(http.get(url(one), () => HttpResponse.json(notification(1))));
    await user.click(screen.getByRole('button', { name: 'Повторить' }));
    expect(await screen.findByText('ru.sberbankmobile')).toBeVisible();
  });
});
