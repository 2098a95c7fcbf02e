import { render, screen, waitFor, within } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { createMemoryRouter, type RouteObject } from 'react-router';
import { describe, expect, test } from 'vitest';
import { merchant, trader } from '@/test/fixtures';
import { openApp } from '@/test/render-app';
import { asUser, problem, server, url } from '@/test/server';
import { App } from './app';
import { createStore } from './store';

const users = { trader, merchant };

describe('every list', () => {
  test.each([
    ['trader', '/orders', 'orders/', 30, 'Заказов'],
    ['trader', '/appeals', 'appeals/', 10, 'Апелляций'],
    ['trader', '/payments', 'withdraworders/', 10, 'Выплат'],
    ['merchant', '/withdrawals', 'merchantwithdraworders/', 10, 'Выводов'],
    ['merchant', '/history', 'merchantbalancehistories/', 10, 'Операций'],
    ['trader', '/cabinets', 'cabinets/', 10, 'Кабинетов'],
    ['trader', '/requisites', 'bank_details/', 10, 'Реквизитов'],
    ['trader', '/transactions', 'accountwallettransactions/', 10, 'Транзакций'],
    ['trader', '/notifications', 'devicenotifications/', 10, 'Уведомлений'],
    ['trader', '/pings', 'devicenotificationpings/', 10, 'Пингов'],
  ] as const)('a %s at %s: %s is asked for its first page of %i, and counted', async (role, path, call, size, what) => {
    const asked: string[] = [];
    server.use(
      asUser(users[role]),
      http.get(url(call), ({ request }) => {
        asked.push(new URL(request.url).search);
        return HttpResponse.json({ count: 1978, results: [] });
      }),
    );
    openApp(path);
    expect(await screen.findByText(`${what}: 1 978`)).toBeVisible();
    expect(asked).toEqual([`?page=1&page_size=${size}`]);
    expect(screen.getByRole('combobox', { name: 'на странице' })).toHaveValue(String(size));
  });
});

describe('every page of one thing', () => {
  test.each([
    ['trader', '/orders', 'orders', 'Заказы'],
    ['trader', '/appeals', 'appeals', 'Апелляции'],
    ['trader', '/payments', 'withdraworders', 'Выплаты'],
    ['merchant', '/withdrawals', 'merchantwithdraworders', 'Вывод'],
    ['trader', '/cabinets', 'cabinets', 'Кабинеты'],
    ['trader', '/requisites', 'bank_details', 'Реквизиты'],
    ['trader', '/transactions', 'accountwallettransactions', 'Транзакции'],
    ['trader', '/notifications', 'devicenotifications', 'Уведомления'],
    ['merchant', '/webhooks', 'webhooks', 'Вебхуки'],
  ] as const)('of a %s under %s says that it loads, that it cannot be had, and leads back', async (...one) => {
    const [role, list, call, name] = one;
    const answer = Promise.withResolvers<Response>();
    let isAsked = false;
    server.use(
      asUser(users[role]),
      http.get(url(`${call}/7/`), () => {
        isAsked = true;
        return answer.promise;
      }),
    );
    openApp(`${list}/7`);
    await waitFor(() => expect(isAsked).toBe(true));
    expect(screen.getByText('Загрузка…')).toBeInTheDocument();
    const way = within(screen.getByRole('main')).getByRole('navigation', { name });
    expect(within(way).getByRole('link', { name })).toHaveAttribute('href', list);
    answer.resolve(problem(404, 'Не найдено'));
    expect(await screen.findByRole('alert')).toHaveTextContent(/^Информация по /);
    expect(screen.queryByText('Загрузка…')).toBeNull();
  });

  test.each<[string, NonNullable<RouteObject['lazy']>]>([
    ['an order', () => import('@/features/orders/order-details')],
    ['an appeal', () => import('@/features/appeals/appeal-details')],
    ['a payout', () => import('@/features/payouts/payout-details')],
    ['a withdrawal', () => import('@/features/withdrawals/withdrawal-details')],
    ['a cabinet', () => import('@/features/cabinets/cabinet-details')],
    ['a requisite', () => import('@/features/requisites/requisite-details')],
    ['a transaction', () => import('@/features/transactions/transaction-details')],
    ['a notification', () => import('@/features/notifications/notification-details')],
    ['a webhook', () => import('@/features/webhooks/webhook-details')],
  ])('of %s without an id in its address says so', async (_what, lazy) => {
    const router = createMemoryRouter([{ path: '/', lazy, HydrateFallback: () => null }]);
    render(<App store={createStore().store} router={router} />);
    expect(await screen.findByRole('alert')).toHaveTextContent('Страница не найдена');
    expect(screen.queryByRole('button', { name: 'Повторить' })).toBeNull();
  });
});
