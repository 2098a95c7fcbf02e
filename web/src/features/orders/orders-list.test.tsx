import * as routes from '@kantor/contract/plain/routes.ts';
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { HttpResponse } from 'msw';
import { beforeEach, describe, expect, test } from 'vitest';
import { orderDetail, orderId, orderRow } from '@/test/fixtures';
import { type Answer, loadedOrders, orderRows, ordersTable, requisitesShown, serveOrders } from '@/test/orders-list';
import { openApp } from '@/test/render-app';
import { problem, serve, server } from '@/test/server';

let asked: string[];
let answer: Answer;
beforeEach(() => {
  ({ asked, answer } = serveOrders());
});

describe('the list of orders', () => {
  test('marks those of which something was taken back', async () => {
    const closed = { status: 'CLOSED', human_status: 'Закрыт' } as const;
    answer(() => ({ count: 2, results: [orderRow(2, { ...closed, reversed_amount: '1.00' }), orderRow(1, closed)] }));
    openApp('/orders');
    await loadedOrders();
    const statuses = (await orderRows()).map((row) => within(row).getAllByRole('cell').at(-1)?.textContent);
    expect(statuses).toEqual(['Закрыт Возврат', 'Закрыт']);
  });

  test('filled shows its columns as specified', async () => {
    answer(() => ({
      count: 12408,
      results: [
        orderRow(4321, {
          payment_datetime: '2026-01-01T21:32:00Z',
          human_status: 'Закрыт',
          status: 'CLOSED',
          is_sbp: false,
        }),
        orderRow(1, { status: 'UNKNOWN', human_status: 'Новый статус' }),
      ],
    }));
    openApp('/orders');
    expect(
      within(await loadedOrders())
        .getAllByRole('columnheader')
        .map((cell) => cell.textContent),
    ).toEqual(['Реквизит', 'Банк', 'Сумма, ₽', 'Сумма, USDT', 'Метод', 'Создан', 'Оплачен', 'Статус']);
    const [closed, unknown] = await orderRows();
    const texts = (row: HTMLElement | undefined) =>
      row &&
      within(row)
        .getAllByRole('cell')
        .map((cell) => cell.textContent?.replaceAll('\u00a0', ' '));
    expect(texts(closed)).toEqual([
      'Сбер •4321',
      'Сбербанк',
      '1 234 567,50',
      '13 368,35',
      'C2C',
      '02.01.2026, 00:30',
      '02.01.2026, 00:32',
      'Закрыт',
    ]);
    expect(texts(unknown)?.slice(4)).toEqual(['СБП', '02.01.2026, 00:30', '—', 'Новый статус']);
    expect(screen.getByText('Новый статус')).toHaveAttribute('data-tone', 'neutral');
    expect(screen.getByText('Закрыт')).toHaveAttribute('data-tone', 'success');
    expect(screen.getByText('Заказов: 12 408')).toBeVisible();
    expect(asked).toEqual(['?page=1&page_size=30']);
  });

  test('with nothing that matches offers to reset the filters', async () => {
    answer((query) => (query.has('id') ? { count: 0, results: [] } : { count: 1, results: [orderRow(1)] }));
    const { user, address } = openApp('/orders?status=ACTIVE&id=zzz');
    await user.click(await screen.findByRole('button', { name: 'Сбросить фильтры' }));
    await loadedOrders();
    expect(await requisitesShown()).toEqual(['Сбер •1']);
    expect(address()).toBe('/orders');
    expect(screen.getByRole('searchbox')).toHaveValue('');
  });

  test('a page that fails does not show the rows of another', async () => {
    answer((query) => (query.get('page') === '2' ? problem(500, 'Ошибка') : { count: 95, results: [orderRow(1)] }));
    const { user } = openApp('/orders');
    await user.click(await screen.findByRole('link', { name: 'Страница 2' }));
    expect(await screen.findByRole('alert')).toHaveTextContent('Заказы не найдены');
    expect(screen.queryByText('Сбер •1')).toBeNull();
  });

  test('the next page keeps the rows, dimmed, until it comes', async () => {
    const released = Promise.withResolvers<void>();
    server.use(
      serve(routes.listOrders, async ({ request }) => {
        const second = new URL(request.url).searchParams.get('page') === '2';
        if (second) await released.promise;
        return HttpResponse.json({ count: 95, results: [orderRow(second ? 31 : 1)] });
      }),
    );
    const { user } = openApp('/orders');
    await user.click(await screen.findByRole('link', { name: 'Следующая страница' }));
    await waitFor(async () => expect(await ordersTable()).toHaveAttribute('aria-busy', 'true'));
    expect(await requisitesShown()).toEqual(['Сбер •1']);
    const isDimmed = async () => (await ordersTable()).querySelector('[data-stale]') !== null;
    await waitFor(async () => expect(await isDimmed()).toBe(true));
    released.resolve();
    await waitFor(async () => expect(await requisitesShown()).toEqual(['Сбер •31']));
    expect(await ordersTable()).toHaveAttribute('aria-busy', 'false');
    expect(await isDimmed()).toBe(false);
  });
});

describe('filters and pages', () => {
  test('the status is in the address and in the call, and returns to page 1', async () => {
    const { user, address } = openApp('/orders?page=2&page_size=10');
    await loadedOrders();
    for (const [name, status] of [
      ['Активные', 'ACTIVE'],
      ['Апелляция', 'APPEAL'],
      ['Истёкшие', 'EXPIRED'],
      ['Отмененные', 'DECLINED'],
      ['Закрытые', 'CLOSED'],
    ]) {
      await user.click(screen.getByRole('button', { name: name ?? '' }));
      expect(address()).toBe(`/orders?page_size=10&status=${status}`);
      await waitFor(() => expect(asked.at(-1)).toBe(`?page=1&page_size=10&status=${status}`));
    }
    await user.click(screen.getByRole('button', { name: 'Все' }));
    expect(address()).toBe('/orders?page_size=10');
    expect(screen.getByRole('button', { name: 'Все' })).toHaveAttribute('aria-pressed', 'true');
  });

  test('Back restores filter and page', async () => {
    const { user, router, address } = openApp('/orders?page=2');
    await loadedOrders();
    await user.click(screen.getByRole('button', { name: 'Закрытые' }));
    await act(() => router.navigate(-1));
    expect(address()).toBe('/orders?page=2');
    expect(screen.getByRole('button', { name: 'Все' })).toHaveAttribute('aria-pressed', 'true');
  });

  test('page sizes are 10, 30, 50 and 100', async () => {
    const { user, address } = openApp('/orders');
    await loadedOrders();
    const size = screen.getByRole('combobox', { name: 'на странице' });
    expect(
      within(size)
        .getAllByRole('option')
        .map((option) => option.textContent),
    ).toEqual(['10', '30', '50', '100']);
    expect(size).toHaveValue('30');
    await user.selectOptions(size, '100');
    expect(address()).toBe('/orders?page_size=100');
  });

  test('the search goes to the call and to the address', async () => {
    const { user, address } = openApp('/orders?page=2');
    await loadedOrders();
    await user.type(screen.getByRole('searchbox', { name: 'Поиск по реквизиту' }), '4321{Enter}');
    await waitFor(() => expect(asked.at(-1)).toBe('?page=1&page_size=30&id=4321'));
    expect(address()).toBe('/orders?id=4321');
  });
});

describe('rows', () => {
  test('open the order on a click, and the way back leads to the same list', async () => {
    const { user, address } = openApp('/orders?page=2&status=CLOSED');
    await user.click(await screen.findByText('Сбер •2'));
    await screen.findByRole('heading', { level: 1, name: 'Заказ 01939c2f-7…' });
    expect(address()).toBe(`/orders/${orderId(2)}`);
    const back = within(screen.getByRole('main')).getByRole('link', { name: 'Заказы' });
    expect(back).toHaveAttribute('href', '/orders?page=2&status=CLOSED');
    await user.click(back);
    await loadedOrders();
    expect(address()).toBe('/orders?page=2&status=CLOSED');
  });

  test('leave a click with Ctrl to the browser', async () => {
    const { address } = openApp('/orders');
    const link = await screen.findByText('Сбер •1');
    const left = fireEvent.click(link, { ctrlKey: true });
    expect(left).toBe(true);
    expect(address()).toBe('/orders');
  });

  test('are fetched ahead when the pointer rests on them or the focus is in them', async () => {
    const details: string[] = [];
    server.use(
      serve(routes.getOrder, ({ params }) => {
        details.push(String(params['id']));
        return HttpResponse.json(orderDetail(1));
      }),
    );
    const { user } = openApp('/orders');
    await user.hover(await screen.findByText('Сбер •2'));
    await waitFor(() => expect(details).toEqual([orderId(2)]));
    act(() => screen.getByText('Сбер •1').closest('a')?.focus());
    await waitFor(() => expect(details).toEqual([orderId(2), orderId(1)]));
  });
});

test('columns of the address stand in their order; what is no column of the list says nothing', async () => {
  openApp('/orders?columns=status,usdt,nothing,usdt');
  const table = await loadedOrders();
  expect(
    within(table)
      .getAllByRole('columnheader')
      .map(({ textContent }) => textContent),
  ).toEqual(['Статус', 'Сумма, USDT']);
});
