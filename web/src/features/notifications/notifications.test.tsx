import * as routes from '@kantor/contract/plain/routes.ts';
import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, test } from 'vitest';
import { startLanguage } from '@/shared/i18n/i18n';
import { orderId } from '@/test/fixtures';
import { notification, notificationId } from '@/test/fixtures-trader';
import { openApp } from '@/test/render-app';
import { factsShown, headsOf, loadedTable, rowsOf } from '@/test/screen-reading';
import { serve, server } from '@/test/server';

beforeEach(() =>
  server.use(
    serve(routes.listNotifications, {
      count: 2,
      results: [
        notification(1),
        notification(2, {
          order: null,
          phone: '',
          outcome: 'no_order',
          reason: 'Нет активного заказа на 1\u00A0500,00\u00A0₽',
        }),
      ],
    }),
    serve(routes.getNotification, notification(1)),
  ),
);

describe('the list of notifications', () => {
  test('shows its columns as specified', async () => {
    openApp('/notifications');
    const table = await waitFor(() => loadedTable('Уведомления'));
    expect(headsOf(table)).toEqual(['Телефон', 'Приложение', 'Текст', 'Создано', 'ID заказа', 'Результат']);
    expect(rowsOf(table)).toEqual([
      [
        '+79990001122',
        'ru.sberbankmobile',
        'СЧЁТ4321 Перевод +1500р от Анна К.',
        '02.01.2026, 00:30',
        '01939c2f-7…0000001',
        'Оплатило заказ',
      ],
      [
        '—',
        'ru.sberbankmobile',
        'СЧЁТ4321 Перевод +1500р от Анна К.',
        '02.01.2026, 00:30',
        '—',
        'Нет активного заказа на 1 500,00 ₽',
      ],
    ]);
    expect(within(table).getAllByRole('link')[0]).toHaveAttribute('href', `/notifications/${notificationId(1)}`);
    expect(within(table).getByTitle(orderId(1))).toHaveAttribute('href', `/orders/${orderId(1)}`);
  });
});

describe('the page of a notification', () => {
  test('shows its facts, its order and what the phone sent', async () => {
    openApp(`/notifications/${notificationId(1)}`);
    const raw = await screen.findByRole('region', { name: 'Исходный запрос' });
    expect(raw.textContent).toBe('{\n  "from": "900",\n  "text": "Перевод"\n}');
    expect(factsShown()).toEqual({
      Результат: 'Оплатило заказ',
      Кабинет: 'Samsung A51',
      Заказ: '01939c2f-7…0000001',
      Текст: 'СЧЁТ4321 Перевод +1500р от Анна К.',
      Сумма: '1 500,00 ₽',
      Отправитель: 'Анна К.',
      'Карта или счёт': '4321',
      Остаток: '20 000,00 ₽',
      Телефон: '+79990001122',
      Приложение: 'ru.sberbankmobile',
      Создано: '02.01.2026, 00:30',
    });
    expect(screen.getByTitle(orderId(1))).toHaveAttribute('href', `/orders/${orderId(1)}`);
  });

  test('without an order says so, and shows a request that is not JSON as it is', async () => {
    server.use(serve(routes.getNotification, notification(1, { order: null, plain_request: 'from=900&text=+1500р' })));
    openApp(`/notifications/${notificationId(1)}`);
    expect(await screen.findByText('Отсутствует')).toBeVisible();
    expect(screen.getByRole('region', { name: 'Исходный запрос' }).textContent).toBe('from=900&text=+1500р');
  });

  test('leads to every order that it may be about, and leaves out what was not read', async () => {
    const unread = { amount: null, tail: null, sender: null, balance: null };
    const reason = 'Сумма совпала с двумя заказами: подтвердите нужный сами';
    const candidates = [orderId(2), orderId(1)];
    server.use(
      serve(
        routes.getNotification,
        notification(1, { ...unread, order: null, outcome: 'ambiguous', reason, candidates }),
      ),
    );
    openApp(`/notifications/${notificationId(1)}`);
    expect(await screen.findByText(reason)).toBeVisible();
    for (const id of candidates) expect(screen.getByTitle(id)).toHaveAttribute('href', `/orders/${id}`);
    expect(Object.keys(factsShown())).toEqual([
      'Результат',
      'Кабинет',
      'Заказ',
      'Возможные заказы',
      'Текст',
      'Телефон',
      'Приложение',
      'Создано',
    ]);
  });

  test('in English says what the code says; a code that is new to this build in the server’s words', async () => {
    localStorage.setItem('kantor.language', 'en');
    await startLanguage();
    server.use(
      serve(routes.listNotifications, {
        count: 2,
        results: [notification(1), notification(2, { outcome: 'eaten' as 'paid', reason: 'Съедено' })],
      }),
    );
    openApp('/notifications');
    expect(await screen.findByText('Paid the order')).toBeVisible();
    expect(await screen.findByText('Съедено')).toBeVisible();
  });

  test('shows a hostile text without the signs that nobody sees, and spells them out in the request', async () => {
    const text = '+1\u202E005\u202C р\u0007\u200B';
    server.use(serve(routes.getNotification, notification(1, { text, plain_request: `from=900&text=${text}` })));
    openApp(`/notifications/${notificationId(1)}`);
    const raw = await screen.findByRole('region', { name: 'Исходный запрос' });
    expect(factsShown()['Текст']).toBe('+1005 р');
    expect(raw.textContent).toBe(String.raw`from=900&text=+1\u202E005\u202C р\u0007\u200B`);
  });
});
