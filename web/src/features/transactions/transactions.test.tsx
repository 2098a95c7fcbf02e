import { screen, waitFor, within } from '@testing-library/react';
import { delay, http, HttpResponse } from 'msw';
import { beforeEach, describe, expect, test } from 'vitest';
import { transaction, transactionId } from '@/test/fixtures-trader';
import { openApp } from '@/test/render-app';
import { factsShown, headsOf, loadedTable, rowsOf } from '@/test/screen-reading';
import { get, problem, server, url } from '@/test/server';

const one = 'accountwallettransactions/:id/';
const all = 'accountwallettransactions/';

beforeEach(() => server.use(get(all, { count: 1, results: [transaction(1)] }), get(one, transaction(1))));

describe('the list of transactions', () => {
  test('shows hash, amount and block', async () => {
    openApp('/transactions');
    const table = await waitFor(() => loadedTable('Транзакции'));
    expect(headsOf(table)).toEqual(['Хеш', 'Сумма, USDT', 'Номер блока']);
    expect(rowsOf(table)[0]?.slice(1)).toEqual(['1 234 567,89', '88121459']);
    expect(within(table).getByText('3fd059a5af…6a0c4d8')).toBeVisible();
    expect(within(table).getByRole('button', { name: 'Копировать Хеш' })).toBeVisible();
    expect(within(table).getAllByRole('link')[0]).toHaveAttribute('href', `/transactions/${transactionId(1)}`);
  });

  test('empty says so', async () => {
    server.use(get(all, { count: 0, results: [] }));
    openApp('/transactions');
    expect(await screen.findByText('Транзакции не найдены')).toBeVisible();
  });

  test('while loading holds the place of its rows', async () => {
    server.use(http.get(url(all), () => delay('infinite')));
    openApp('/transactions');
    expect(await screen.findByRole('table', { name: 'Транзакции' })).toHaveAttribute('aria-busy', 'true');
  });

  test('failed says so', async () => {
    server.use(http.get(url(all), () => problem(500, 'Ошибка')));
    openApp('/transactions');
    expect(await screen.findByRole('alert')).toHaveTextContent('Транзакции не найдены');
  });
});

describe('the page of a transaction', () => {
  test('shows its facts, and its data in lines with every digit', async () => {
    openApp(`/transactions/${transactionId(1)}`);
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

  test('that cannot be had says so and can be tried again', async () => {
    server.use(http.get(url(one), () => problem(404, 'Не найдено')));
    const { user } = openApp(`/transactions/${transactionId(1)}`);
    expect(await screen.findByRole('alert')).toHaveTextContent('Информация по транзакции не найдена');
    server.use(http.get(url(one), () => HttpResponse.json(transaction(1))));
    await user.click(screen.getByRole('button', { name: 'Повторить' }));
    expect(await screen.findByRole('region', { name: 'Исходные данные' })).toBeVisible();
  });
});
