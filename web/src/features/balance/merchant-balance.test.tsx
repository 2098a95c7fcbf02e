import * as routes from '@kantor/contract/plain/routes.ts';
import { act, screen, waitFor, within } from '@testing-library/react';
import { HttpResponse } from 'msw';
import { beforeEach, describe, expect, test } from 'vitest';
import { api } from '@/api/api';
import { merchantDashboard, orderRow } from '@/test/fixtures';
import { openApp } from '@/test/render-app';
import { figureOf, isSeen } from '@/test/screen-reading';
import { asMerchant, problem, serve, server } from '@/test/server';

describe("the merchant's balance", () => {
  beforeEach(() => server.use(asMerchant()));

  test('shows the summary', async () => {
    openApp('/balance');
    expect(await figureOf('Баланс USDT')).toBe('1 012 345,67USDT');
    expect(await figureOf('Успешных сделок')).toBe('12 408');
    expect(await figureOf('Отмененных сделок')).toBe('311');
    expect(await figureOf('Сделок за сегодня')).toBe('86');
    expect(await figureOf('Активных аккаунтов')).toBe('14');
    expect(screen.queryByText('Сейчас в работе')).toBeNull();
  });

  test('says what is owed, and nothing while nothing is', async () => {
    let debt = '0.000000';
    server.use(
      serve(routes.getMerchantDashboard, () => HttpResponse.json({ ...merchantDashboard, balance: '0.000000', debt })),
    );
    const { store } = openApp('/balance');
    await figureOf('Баланс USDT');
    expect(screen.queryByText(/^Долг/)).toBeNull();
    debt = '9.250001';
    act(() => void store.dispatch(api.util.invalidateTags(['Dashboard'])));
    await isSeen('Долг: 9,250001 USDT, гасится из следующих заказов');
  });

  test('that cannot be had says so', async () => {
    server.use(serve(routes.getMerchantDashboard, () => problem(500, 'Ошибка')));
    openApp('/balance');
    await isSeen('Ошибка загрузки баланса');
  });

  test('is what every other role has too', async () => {
    server.use(serve(routes.getMe, { username: 'op', role: 'operator', wallet: '', payout_enable: false }));
    openApp('/balance');
    expect(await figureOf('Успешных сделок')).toBe('12 408');
  });

  test('lists new orders, fifty a page', async () => {
    let asked = '';
    server.use(
      serve(routes.listOrders, ({ request }) => {
        asked = new URL(request.url).search;
        return HttpResponse.json({
          count: 120,
          results: [orderRow(1, { external_id: 'shop-1' }), orderRow(2, { payment_datetime: '2026-01-01T21:32:00Z' })],
        });
      }),
    );
    const { user, address } = openApp('/balance');
    const table = await screen.findByRole('table', { name: 'Новые заказы' });
    expect(
      within(table)
        .getAllByRole('columnheader')
        .map((head) => head.textContent),
    ).toEqual(['Сумма, ₽', 'Сумма, USDT', 'ID заказа', 'Номер магазина', 'Время создания', 'Время оплаты', 'Статус']);
    expect(await within(table).findByText('Не оплачен')).toBeVisible();
    expect(within(table).getByText('02.01.2026, 00:32')).toBeVisible();
    expect(within(table).getAllByRole('button', { name: 'Копировать ID заказа' })).toHaveLength(2);
    expect(asked).toBe('?page=1&page_size=50');
    await user.click(screen.getByRole('link', { name: 'Страница 3' }));
    await waitFor(() => expect(asked).toBe('?page=3&page_size=50'));
    expect(address()).toBe('/balance?page=3');
  });
});
