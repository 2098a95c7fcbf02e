import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import { orderRow } from '@/test/fixtures';
import { type Answer, loadedOrders, orderRows, ordersTable, requisitesShown, serveOrders } from '@/test/orders-list';
import { openApp } from '@/test/render-app';
import { problem } from '@/test/server';
import { isSeen } from '@/test/screen-reading';

// A list that changes while someone is at it.

let asked: string[];
let answer: Answer;
beforeEach(() => {
  ({ asked, answer } = serveOrders());
});

describe('while the pointer is over the rows', () => {
  test('new ones wait until they are asked for', async () => {
    answer(() => ({ count: 2, results: [orderRow(1), orderRow(2)] }));
    const { user } = openApp('/orders');
    await user.hover(await screen.findByText('Сбер •2'));
    answer(() => ({ count: 4, results: [orderRow(4), orderRow(3), orderRow(1), orderRow(2)] }));
    act(() => void window.dispatchEvent(new Event('focus')));
    const show = await screen.findByRole('button', { name: 'Новых: 2 — показать' });
    expect(await requisitesShown()).toEqual(['Сбер •1', 'Сбер •2']);
    await user.click(show);
    expect(await requisitesShown()).toEqual(['Сбер •4', 'Сбер •3', 'Сбер •1', 'Сбер •2']);
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
    expect(await requisitesShown()).toEqual(['Сбер •2', 'Сбер •1']);
  });

  test('new ones come also when it leaves the window', async () => {
    const { user } = openApp('/orders');
    await user.hover(await screen.findByText('Сбер •1'));
    answer(() => ({ count: 96, results: [orderRow(3), orderRow(1)] }));
    act(() => void window.dispatchEvent(new Event('focus')));
    await screen.findByRole('button', { name: 'Новых: 1 — показать' });
    fireEvent.pointerLeave((await ordersTable()).parentElement as HTMLElement);
    expect(await requisitesShown()).toEqual(['Сбер •3', 'Сбер •1']);
  });

  test('a failed refresh keeps the rows and says that they are old', async () => {
    openApp('/orders');
    await screen.findByText('Сбер •1');
    answer(() => problem(500, 'Ошибка'));
    act(() => void window.dispatchEvent(new Event('focus')));
    await isSeen('Не удалось обновить');
    expect(screen.getByText('Сбер •1')).toBeVisible();
  });

  test('another page comes at once', async () => {
    answer((query) => ({ count: 95, results: [orderRow(query.get('page') === '2' ? 31 : 1)] }));
    const { user, router } = openApp('/orders');
    await user.hover(await screen.findByText('Сбер •1'));
    await act(() => router.navigate('/orders?page=2'));
    await waitFor(async () => expect(await requisitesShown()).toEqual(['Сбер •31']));
    expect(screen.queryByRole('button', { name: /Новых/ })).toBeNull();
  });
});

describe('rows keep their places', () => {
  /** The list is asked for again, and two orders have come meanwhile. */
  const twoCome = () => {
    answer(() => ({ count: 97, results: [orderRow(4), orderRow(3), orderRow(1), orderRow(2)] }));
    act(() => void window.dispatchEvent(new Event('focus')));
    return screen.findByRole('button', { name: 'Новых: 2 — показать' });
  };
  const asBefore = ['Сбер •1', 'Сбер •2'];
  const withTheNew = ['Сбер •4', 'Сбер •3', 'Сбер •1', 'Сбер •2'];

  test('under the keyboard', async () => {
    const { user } = openApp('/orders');
    await loadedOrders();
    const row = screen.getByText('Сбер •2').closest('a');
    while (document.activeElement !== row) await user.tab();
    await twoCome();
    expect(await requisitesShown()).toEqual(asBefore);
    while ((await ordersTable()).contains(document.activeElement)) await user.tab();
    expect(await requisitesShown()).toEqual(withTheNew);
  });

  test('while one is scrolled down in them', async () => {
    openApp('/orders');
    const { parentElement: frame } = await loadedOrders();
    const scrollTo = (top: number) => {
      vi.spyOn(frame as HTMLElement, 'getBoundingClientRect').mockReturnValue(new DOMRect(0, top, 100, 100));
      act(() => void window.dispatchEvent(new Event('scroll')));
    };
    scrollTo(-1);
    await twoCome();
    expect(await requisitesShown()).toEqual(asBefore);
    scrollTo(0);
    expect(await requisitesShown()).toEqual(withTheNew);
  });

  test('on a page further down, which says that the list has changed', async () => {
    const { user } = openApp('/orders?page=2');
    await loadedOrders();
    answer(() => ({ count: 96, results: [orderRow(3), orderRow(1)] }));
    act(() => void window.dispatchEvent(new Event('focus')));
    const show = await screen.findByRole('button', { name: 'Список изменился — обновить' });
    expect(await requisitesShown()).toEqual(asBefore);
    await user.click(show);
    expect(await requisitesShown()).toEqual(['Сбер •3', 'Сбер •1']);
  });

  test('but one that left the list says so, and one that was only pushed on does not', async () => {
    const { user } = openApp('/orders');
    await user.hover(await screen.findByText('Сбер •1'));
    answer(() => ({ count: 95, results: [orderRow(3), orderRow(2)] }));
    act(() => void window.dispatchEvent(new Event('focus')));
    await screen.findByRole('button', { name: 'Новых: 1 — показать' });
    const [first, second] = await orderRows();
    expect(first).toHaveAttribute('title', 'Уже не в этом списке');
    expect(second).not.toHaveAttribute('title');
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
    await loadedOrders();
    expect(asked).toHaveLength(1);
    await act(() => vi.advanceTimersByTimeAsync(14_000));
    expect(asked).toHaveLength(1);
    await act(() => vi.advanceTimersByTimeAsync(2000));
    await act(() => vi.advanceTimersByTimeAsync(15_000));
    await waitFor(() => expect(asked).toHaveLength(times));
  });
});
