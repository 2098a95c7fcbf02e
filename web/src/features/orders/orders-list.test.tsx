import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { delay, http, HttpResponse } from 'msw';
import userEvent from '@testing-library/user-event';
import { beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import type { OrderRow } from '@/api/orders';
import { orderDetail, orderId, orderRow } from '@/test/fixtures';
import { openApp } from '@/test/render-app';
import { problem, server, url } from '@/test/server';

let asked: string[] = [];

/** Answers `orders/` and remembers what was asked. */
const answer = (respond: (query: URLSearchParams) => { count: number; results: OrderRow[] } | Response) =>
  server.use(
    http.get(url('orders/'), ({ request }) => {
      const { search, searchParams } = new URL(request.url);
      asked.push(search);
      const result = respond(searchParams);
      return result instanceof Response ? result : HttpResponse.json(result);
    }),
  );

const table = () => screen.findByRole('table', { name: 'Заказы' });
const rows = async () =>
  within(await table())
    .getAllByRole('row')
    .slice(1);
const loaded = async () => {
  await waitFor(async () => expect(await table()).toHaveAttribute('aria-busy', 'false'));
  return table();
};
const firstCells = async () => (await rows()).map((row) => within(row).getAllByRole('cell')[0]?.textContent);

beforeEach(() => {
  asked = [];
  answer(() => ({ count: 95, results: [orderRow(1), orderRow(2)] }));
});

describe('the list of orders', () => {
  test('while loading holds the place of its rows', async () => {
    server.use(http.get(url('orders/'), () => delay('infinite')));
    openApp('/orders');
    expect(await table()).toHaveAttribute('aria-busy', 'true');
    expect(screen.getByRole('heading', { level: 1, name: 'Заказы' })).toBeVisible();
    expect(await rows()).toHaveLength(10);
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
        orderRow(1, { human_status: 'Новый статус' }),
      ],
    }));
    openApp('/orders');
    expect(
      within(await loaded())
        .getAllByRole('columnheader')
        .map((cell) => cell.textContent),
    ).toEqual(['Реквизит', 'Банк', 'Сумма, ₽', 'Сумма, USDT', 'Метод', 'Создан', 'Оплачен', 'Статус']);
    const [closed, unknown] = await rows();
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

  test('empty says so, without filters to reset', async () => {
    answer(() => ({ count: 0, results: [] }));
    openApp('/orders');
    expect(await screen.findByText('Заказы не найдены')).toBeVisible();
    expect(screen.queryByRole('button', { name: 'Сбросить фильтры' })).toBeNull();
    expect(screen.queryByRole('button', { name: 'Повторить' })).toBeNull();
  });

  test('with nothing that matches offers to reset the filters', async () => {
    answer((query) => (query.has('id') ? { count: 0, results: [] } : { count: 1, results: [orderRow(1)] }));
    const { user, address } = openApp('/orders?status=ACTIVE&id=zzz');
    await user.click(await screen.findByRole('button', { name: 'Сбросить фильтры' }));
    expect(await firstCells()).toEqual(['Сбер •1']);
    expect(address()).toBe('/orders');
    expect(screen.getByRole('searchbox')).toHaveValue('');
  });

  test('failed says so and can be tried again', async () => {
    answer(() => problem(500, 'Ошибка'));
    const { user } = openApp('/orders');
    expect(await screen.findByRole('alert')).toHaveTextContent('Заказы не найдены');
    answer(() => ({ count: 1, results: [orderRow(7)] }));
    await user.click(screen.getByRole('button', { name: 'Повторить' }));
    expect(await firstCells()).toEqual(['Сбер •7']);
  });

  test('a page that fails does not show the rows of another', async () => {
    answer((query) => (query.get('page') === '2' ? problem(500, 'Ошибка') : { count: 95, results: [orderRow(1)] }));
    const { user } = openApp('/orders');
    await user.click(await screen.findByRole('link', { name: 'Страница 2' }));
    expect(await screen.findByRole('alert')).toHaveTextContent('Заказы не найдены');
    expect(screen.queryByText('Сбер •1')).toBeNull();
  });

  test('the next page keeps the rows, dimmed, until it comes', async () => {
    let release = () => {};
    server.use(
      http.get(url('orders/'), async ({ request }) => {
        const second = new URL(request.url).searchParams.get('page') === '2';
        if (second) await new Promise<void>((resolve) => (release = resolve));
        return HttpResponse.json({ count: 95, results: [orderRow(second ? 31 : 1)] });
      }),
    );
    const { user } = openApp('/orders');
    await user.click(await screen.findByRole('link', { name: 'Следующая страница' }));
    expect(await table()).toHaveAttribute('aria-busy', 'true');
    expect(await firstCells()).toEqual(['Сбер •1']);
    release();
    await waitFor(async () => expect(await firstCells()).toEqual(['Сбер •31']));
    expect(await table()).toHaveAttribute('aria-busy', 'false');
  });

  test('a page past the end gives way to the last one, without a step in the history', async () => {
    answer((query) => ({ count: 95, results: query.get('page') === '4' ? [orderRow(91)] : [] }));
    const { address, router } = openApp('/orders?page=9');
    await waitFor(async () => expect(await firstCells()).toEqual(['Сбер •91']));
    expect(address()).toBe('/orders?page=4');
    expect(router.state.historyAction).toBe('REPLACE');
  });
});

describe('filters and pages', () => {
  test('the status is in the address and in the call, and returns to page 1', async () => {
    const { user, address } = openApp('/orders?page=2&page_size=10');
    await loaded();
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
    await loaded();
    await user.click(screen.getByRole('button', { name: 'Закрытые' }));
    await act(() => router.navigate(-1));
    expect(address()).toBe('/orders?page=2');
    expect(screen.getByRole('button', { name: 'Все' })).toHaveAttribute('aria-pressed', 'true');
  });

  test('page sizes are 10, 30, 50 and 100', async () => {
    const { user, address } = openApp('/orders');
    await loaded();
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
    await loaded();
    await user.type(screen.getByRole('searchbox', { name: 'Поиск по реквизиту' }), '4321{Enter}');
    await waitFor(() => expect(asked.at(-1)).toBe('?page=1&page_size=30&id=4321'));
    expect(address()).toBe('/orders?id=4321');
  });
});

describe('rows', () => {
  test('are real links in every cell, with one tab stop', async () => {
    openApp('/orders');
    await loaded();
    const [row] = await rows();
    const links = within(row as HTMLElement).getAllByRole('link');
    expect(links).toHaveLength(8);
    expect(new Set(links.map((link) => link.getAttribute('href')))).toEqual(new Set([`/orders/${orderId(1)}`]));
    expect(links.filter((link) => link.tabIndex === 0)).toHaveLength(1);
  });

  test('open the order on a click, and the way back leads to the same list', async () => {
    const { user, address } = openApp('/orders?page=2&status=CLOSED');
    await user.click(await screen.findByText('Сбер •2'));
    await screen.findByRole('heading', { level: 1, name: 'Заказ 01939c2f-7…' });
    expect(address()).toBe(`/orders/${orderId(2)}`);
    const back = within(screen.getByRole('main')).getByRole('link', { name: 'Заказы' });
    expect(back).toHaveAttribute('href', '/orders?page=2&status=CLOSED');
    await user.click(back);
    await loaded();
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
      http.get(url('orders/:id/'), ({ params }) => {
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

describe('while the pointer is over the rows', () => {
  test('new ones wait until they are asked for', async () => {
    answer(() => ({ count: 2, results: [orderRow(1), orderRow(2)] }));
    const { user } = openApp('/orders');
    await user.hover(await screen.findByText('Сбер •2'));
    answer(() => ({ count: 4, results: [orderRow(4), orderRow(3), orderRow(1), orderRow(2)] }));
    act(() => void window.dispatchEvent(new Event('focus')));
    const show = await screen.findByRole('button', { name: 'Новых: 2 — показать' });
    expect(await firstCells()).toEqual(['Сбер •1', 'Сбер •2']);
    await user.click(show);
    expect(await firstCells()).toEqual(['Сбер •4', 'Сбер •3', 'Сбер •1', 'Сбер •2']);
    expect(screen.queryByRole('button', { name: /Новых/ })).toBeNull();
  });

  test('new ones come as soon as it leaves', async () => {
    answer(() => ({ count: 1, results: [orderRow(1)] }));
    const { user } = openApp('/orders');
    await user.hover(await screen.findByText('Сбер •1'));
    answer(() => ({ count: 2, results: [orderRow(2), orderRow(1)] }));
    act(() => void window.dispatchEvent(new Event('focus')));
    await screen.findByRole('button', { name: 'Новых: 1 — показать' });
    await user.hover(screen.getByRole('heading', { level: 1 }));
    expect(await firstCells()).toEqual(['Сбер •2', 'Сбер •1']);
  });

  test('a failed refresh keeps the rows and says that they are old', async () => {
    openApp('/orders');
    await screen.findByText('Сбер •1');
    answer(() => problem(500, 'Ошибка'));
    act(() => void window.dispatchEvent(new Event('focus')));
    expect(await screen.findByText('Не удалось обновить')).toBeVisible();
    expect(screen.getByText('Сбер •1')).toBeVisible();
  });

  test('another page comes at once', async () => {
    answer((query) => ({ count: 95, results: [orderRow(query.get('page') === '2' ? 31 : 1)] }));
    const { user, router } = openApp('/orders');
    await user.hover(await screen.findByText('Сбер •1'));
    await act(() => router.navigate('/orders?page=2'));
    await waitFor(async () => expect(await firstCells()).toEqual(['Сбер •31']));
    expect(screen.queryByRole('button', { name: /Новых/ })).toBeNull();
  });
});

describe('without live events', () => {
  test.each([
    ['the first page is asked for again every 15 seconds', '/orders', 3],
    ['other pages are not', '/orders?page=2', 1],
  ])('%s', async (_name, address, times) => {
    vi.useFakeTimers({ shouldAdvanceTime: true });
    onTestFinished(() => void vi.useRealTimers());
    openApp(address, { user: userEvent.setup({ advanceTimers: vi.advanceTimersByTime }) });
    await loaded();
    expect(asked).toHaveLength(1);
    await act(() => vi.advanceTimersByTimeAsync(14_000));
    expect(asked).toHaveLength(1);
    await act(() => vi.advanceTimersByTimeAsync(2000));
    await act(() => vi.advanceTimersByTimeAsync(15_000));
    await waitFor(() => expect(asked).toHaveLength(times));
  });
});
