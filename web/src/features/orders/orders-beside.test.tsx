import * as routes from '@kantor/contract/plain/routes.ts';
import { act, screen, waitFor, within } from '@testing-library/react';
import { HttpResponse } from 'msw';
import { beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { orderDetail, orderId, orderRow, trader } from '@/test/fixtures';
import { type Answer, loadedOrders, orderRows, ordersTable, serveOrders } from '@/test/orders-list';
import { openApp } from '@/test/render-app';
import { headsOf } from '@/test/screen-reading';
import { asUser, serve, server } from '@/test/server';
import { setWidth } from '@/test/width';

let asked: string[];
let answer: Answer;
beforeEach(() => {
  ({ asked, answer } = serveOrders());
  server.use(
    serve(routes.getOrder, ({ params }) => HttpResponse.json(orderDetail(params['id'] === orderId(1) ? 1 : 2))),
  );
});

describe('an order beside its list', () => {
  const wide = (width: number) => {
    setWidth(width);
    onTestFinished(() => setWidth(1440));
  };
  const panel = () => screen.findByRole('complementary', { name: 'Просмотр' });
  const isAlone = () => waitFor(() => expect(screen.queryByRole('complementary', { name: 'Просмотр' })).toBeNull());

  test('keeps the list as it is; the next takes its place; Escape and Back lead to the list', async () => {
    wide(1600);
    const { user, router, address } = openApp('/orders?page=2&status=CLOSED');
    await loadedOrders();
    const list = screen.getByRole('main').querySelector('table');
    await user.click(screen.getByText('Сбер •2'));
    expect(await within(await panel()).findByRole('heading', { level: 2, name: /^Заказ/ })).toBeVisible();
    expect(address()).toBe(`/orders/${orderId(2)}`);
    expect(await ordersTable()).toBe(list);
    expect(headsOf(await ordersTable())).toEqual(['Реквизит', 'Сумма, ₽', 'Создан', 'Статус']);
    const current = async () => (await orderRows()).map((row) => row.getAttribute('aria-current'));
    await waitFor(async () => expect(await current()).toEqual([null, 'true']));
    expect(screen.getByRole('link', { name: 'Страница 2' })).toHaveAttribute('aria-current', 'page');
    expect(screen.getByRole('link', { name: 'Страница 3' })).toHaveAttribute('href', '/orders?page=3&status=CLOSED');
    await waitFor(() => expect(document.title).toMatch(/^Заказ/));

    await user.click(within(await ordersTable()).getByText('Сбер •1'));
    await waitFor(() => expect(address()).toBe(`/orders/${orderId(1)}`));
    await waitFor(async () => expect(await current()).toEqual(['true', null]));
    await user.keyboard('{Escape}');
    await isAlone();
    expect(address()).toBe('/orders?page=2&status=CLOSED');
    expect(await ordersTable()).toBe(list);
    await waitFor(() => expect(document.title).toMatch(/^Заказы/));

    await user.click(screen.getByText('Сбер •2'));
    await panel();
    await act(() => router.navigate(-1));
    await isAlone();
    expect(address()).toBe('/orders?page=2&status=CLOSED');
    expect(asked).toEqual(['?page=2&page_size=30&status=CLOSED']);
  });

  test('has a page of its own; filters of the list close it', async () => {
    wide(1600);
    const { user, address } = openApp('/orders');
    await user.click(await screen.findByText('Сбер •2'));
    await user.click(within(await panel()).getByRole('link', { name: 'Открыть страницу' }));
    await isAlone();
    expect(await screen.findByRole('heading', { level: 1, name: /^Заказ / })).toBeVisible();
    expect(address()).toBe(`/orders/${orderId(2)}`);
    await user.click(within(screen.getByRole('main')).getByRole('link', { name: 'Заказы' }));
    await user.click(await screen.findByText('Сбер •2'));
    await panel();
    await user.click(screen.getByRole('button', { name: 'Закрытые' }));
    await isAlone();
    expect(address()).toBe('/orders?status=CLOSED');
  });

  test('is a page where there is no room for both', async () => {
    wide(1440);
    const { user } = openApp('/orders');
    await user.click(await screen.findByText('Сбер •2'));
    expect(await screen.findByRole('heading', { level: 1, name: /^Заказ / })).toBeVisible();
    expect(screen.queryByRole('table', { name: 'Заказы' })).toBeNull();
  });
});

describe('the line under the orders', () => {
  const statuses = [
    { status: 'CLOSED', count: 1200, amount: '1204330.00' },
    { status: 'ACTIVE', count: 2, amount: '3000.50' },
  ];
  const footer = async (term: string) => (await screen.findByText(term)).nextElementSibling?.textContent;

  test('has the sum of the page and of the filter, which the buttons count; a search has its own', async () => {
    const searched: string[] = [];
    server.use(
      asUser({ ...trader, rights: ['orders.list', 'orders.read'] }),
      serve(routes.getOrderTotals, ({ request }) => {
        const { search, searchParams } = new URL(request.url);
        searched.push(search);
        return HttpResponse.json({ is_whole: searchParams.get('id') !== 'много', statuses });
      }),
    );
    answer(() => ({ count: 95, results: [orderRow(1, { amount: '10.10' }), orderRow(2, { amount: '20.20' })] }));
    const { user } = openApp('/orders');
    expect(await footer('Всего, 1 202')).toMatch(/^1.207.330,50.₽$/);
    expect(await footer('На странице')).toMatch(/^30,30.₽$/);
    await user.click(screen.getByRole('button', { name: 'Закрытые' }));
    expect(screen.getByRole('button', { name: 'Закрытые' })).toHaveTextContent(/^Закрытые1.200$/);
    expect(await footer('По фильтру, 1 200')).toMatch(/^1.204.330,00.₽$/);
    await user.type(screen.getByRole('searchbox'), 'много{Enter}');
    await waitFor(() => expect(searched.at(-1)).toBe(`?id=${encodeURIComponent('много')}`));
    expect(await screen.findByText(/^По фильтру среди последних 1.000, /)).toBeVisible();
    expect(await footer('На странице')).toMatch(/^30,30.₽$/);
  });
});
