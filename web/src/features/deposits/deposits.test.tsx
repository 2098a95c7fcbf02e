import * as fundsRoutes from '@kantor/contract/plain/funds-routes.ts';
import { act, screen, waitFor, within } from '@testing-library/react';
import { HttpResponse } from 'msw';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { deposit, depositId, pendingDeposit } from '@/test/fixtures-trader';
import { openApp } from '@/test/render-app';
import { factsShown, headsOf, isSeen, loadedTable, rowsOf } from '@/test/screen-reading';
import { problem, serve, server } from '@/test/server';

const NONE = { count: 0, results: [] };

beforeEach(() =>
  server.use(
    serve(fundsRoutes.getDeposit, deposit(1)),
    serve(fundsRoutes.listDeposits, { count: 1, results: [deposit(1)] }),
    serve(fundsRoutes.listPendingDeposits, NONE),
  ),
);
afterEach(() => vi.useRealTimers());

describe('the list of deposits', () => {
  test('shows hash, amount and block', async () => {
    openApp('/transactions');
    const table = await waitFor(() => loadedTable('Транзакции'));
    expect(headsOf(table)).toEqual(['Хеш', 'Сумма, USDT', 'Номер блока']);
    expect(rowsOf(table)[0]?.slice(1)).toEqual(['1 234 567,89', '88121459']);
    expect(within(table).getByText('3fd059a5af…6a0c4d8')).toBeVisible();
    expect(within(table).getByRole('button', { name: 'Копировать Хеш' })).toBeVisible();
    expect(within(table).getAllByRole('link')[0]).toHaveAttribute('href', `/transactions/${depositId(1)}`);
  });
});

/** The network's answer: a confirmation more each time. */
function tellOfGrowing(from: number) {
  let confirmations = from;
  server.use(
    serve(fundsRoutes.listPendingDeposits, () => {
      confirmations += 1;
      return HttpResponse.json({ count: 1, results: [pendingDeposit(2, confirmations)] });
    }),
  );
}

describe('deposits that are not credited yet', () => {
  test('stand over the list with their confirmations, and lead to their pages', async () => {
    tellOfGrowing(6);
    openApp('/transactions');
    const table = await waitFor(() => loadedTable('Ожидают зачисления'));
    expect(headsOf(table)).toEqual(['Хеш', 'Сумма, USDT', 'Подтверждения']);
    expect(rowsOf(table)[0]?.slice(1)).toEqual(['150,00', '7 из 19']);
    expect(within(table).getAllByRole('link')[0]).toHaveAttribute('href', `/transactions/${depositId(2)}`);
    await isSeen('Транзакций: 1');
  });

  test('stand in the columns of the list under them', async () => {
    tellOfGrowing(6);
    openApp('/transactions');
    await waitFor(() => loadedTable('Ожидают зачисления'));
    const widths = (name: string) =>
      within(screen.getByRole('table', { name }))
        .getAllByRole('columnheader')
        .map((head) => head.style.width);
    expect(widths('Ожидают зачисления')).toEqual(['40%', '30%', '30%']);
    expect(widths('Ожидают зачисления')).toEqual(widths('Транзакции'));
  });

  test('are counted with every block, and vanish once they are credited', async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true });
    tellOfGrowing(6);
    openApp('/transactions');
    await isSeen('7 из 19');
    await act(() => vi.advanceTimersByTimeAsync(3000));
    await isSeen('8 из 19');
    server.use(serve(fundsRoutes.listPendingDeposits, NONE));
    await act(() => vi.advanceTimersByTimeAsync(3000));
    await waitFor(() => expect(screen.queryByText('Ожидают зачисления')).not.toBeInTheDocument());
  });

  test.each([
    ['there are none', 'visible' as const, NONE],
    ['nobody looks', 'hidden' as const, { count: 1, results: [pendingDeposit(2, 7)] }],
  ])('are not asked for with every block when %s', async (_when, visibility, found) => {
    vi.useFakeTimers({ shouldAdvanceTime: true });
    vi.spyOn(document, 'visibilityState', 'get').mockReturnValue(visibility);
    let asked = 0;
    server.use(
      serve(fundsRoutes.listPendingDeposits, () => {
        asked += 1;
        return HttpResponse.json(found);
      }),
    );
    openApp('/transactions');
    await waitFor(() => loadedTable('Транзакции'));
    await waitFor(() => expect(asked).toBe(1));
    await act(() => vi.advanceTimersByTimeAsync(10_000));
    expect(asked).toBe(1);
  });

  test.each([
    ['there are none', () => serve(fundsRoutes.listPendingDeposits, NONE)],
    [
      'the server does not tell of them',
      () => serve(fundsRoutes.listPendingDeposits, () => problem(404, 'Не найдено')),
    ],
  ])('take no place when %s', async (_when, answer) => {
    server.use(answer());
    openApp('/transactions');
    await waitFor(() => loadedTable('Транзакции'));
    expect(screen.queryByText('Ожидают зачисления')).not.toBeInTheDocument();
  });

  test('say on their page how far they are, until they are credited', async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true });
    server.use(serve(fundsRoutes.getDeposit, deposit(1, { confirmations: 18 })));
    openApp(`/transactions/${depositId(1)}`);
    await waitFor(() => expect(factsShown()).toMatchObject({ Подтверждения: '18 из 19, ещё не зачислено' }));
    server.use(serve(fundsRoutes.getDeposit, deposit(1)));
    await act(() => vi.advanceTimersByTimeAsync(3000));
    await waitFor(() => expect(factsShown()).not.toHaveProperty('Подтверждения'));
  });
});

describe('the page of a deposit', () => {
  test('shows its facts, and its data in lines with every digit', async () => {
    openApp(`/transactions/${depositId(1)}`);
    const raw = await screen.findByRole('region', { name: 'Исходные данные' });
    expect(raw.textContent).toBe('{\n  "value": 12345678901234567890,\n  "ret": []\n}');
    expect(raw).toHaveAttribute('tabindex', '0');
    expect(factsShown()).toMatchObject({
      Сумма: '1 234 567,89 USDT',
      'Номер блока': '88121459',
      Время: '02.01.2026, 00:30',
    });
    expect(screen.getByTitle('3fd059a5afab491a6afa1eb08d1bae690dc94f4c114d21ecac465d1806a0c4d8')).toHaveTextContent(
      '3fd059a5af…6a0c4d8',
    );
  });
});
