import * as fundsRoutes from '@kantor/contract/plain/funds-routes.ts';
import { screen, waitFor, within } from '@testing-library/react';
import { HttpResponse } from 'msw';
import { beforeEach, describe, expect, test } from 'vitest';
import { trader } from '@/test/fixtures';
import { openApp } from '@/test/render-app';
import { headsOf, loadedTable, rowsOf } from '@/test/screen-reading';
import { asMerchant, asUser, serve, server } from '@/test/server';

const table = () => loadedTable('История операций');

beforeEach(() => server.use(asMerchant()));

describe('the history of operations', () => {
  test('tells what came from what went, and when', async () => {
    const created_at = '2026-01-01T21:30:00Z';
    const results = [
      { id: '3', amount: '1200.500000', type: 'ADD', created_at },
      { id: '2', amount: '10.000000', type: 'SUBTRACT', created_at },
      { id: '1', amount: 5, type: 'NEW_KIND', created_at },
    ];
    let asked = '';
    server.use(
      serve(fundsRoutes.listOperations, ({ request }) => {
        asked = new URL(request.url).search;
        return HttpResponse.json({ count: 1978, results });
      }),
    );
    openApp('/history');
    expect(headsOf(await table())).toEqual(['Время создания', 'Тип', 'Сумма, USDT']);
    expect(rowsOf(await table())).toEqual([
      ['02.01.2026, 00:30', 'Пополнение', '+1 200,500000'],
      ['02.01.2026, 00:30', 'Списание', '−10,000000'],
      ['02.01.2026, 00:30', 'Списание', '−5,000000'],
    ]);
    expect(asked).toBe('?page=1&page_size=10');
    expect(screen.getByText('Операций: 1 978')).toBeVisible();
  });

  test('tells why in words, where it knows them', async () => {
    const results = [
      { id: '3', amount: '9', type: 'SUBTRACT', reason: 'debt_payment' },
      { id: '2', amount: '9', type: 'ADD', reason: 'order_close' },
      { id: '1', amount: '1', type: 'ADD', reason: 'of_a_newer_version' },
    ];
    server.use(serve(fundsRoutes.listOperations, { count: 3, results }));
    openApp('/history');
    await waitFor(async () => expect(headsOf(await table())).toEqual(['Тип', 'Основание', 'Сумма, USDT']));
    expect(rowsOf(await table())).toEqual([
      ['Списание', 'Погашение долга ', '−9,000000'],
      ['Пополнение', 'Заказ закрыт ', '+9,000000'],
      ['Пополнение', '', '+1,000000'],
    ]);
  });

  test('without times and numbers has two columns', async () => {
    const results = [
      { amount: 1, type: 'ADD' },
      { amount: 1, type: 'ADD' },
    ];
    server.use(serve(fundsRoutes.listOperations, { count: 2, results }));
    openApp('/history');
    await waitFor(async () => expect(headsOf(await table())).toEqual(['Тип', 'Сумма, USDT']));
    expect(rowsOf(await table())).toHaveLength(2);
  });

  test('has a head over each day, with what all of it came to, the balance after each entry, and the way to its object', async () => {
    const entry = (id: string, day: string, changes: object) => ({
      id,
      day,
      amount: '1.000000',
      type: 'ADD',
      reason: 'order_close',
      object_id: '01939c2f-7b1e-7000-8000-000000000001',
      created_at: `${day}T09:00:00Z`,
      balance_after: '12.000000',
      ...changes,
    });
    const results = [
      entry('3', '2026-01-02', { day_amount: '-4.500000', type: 'SUBTRACT', reason: 'withdrawal_hold' }),
      entry('2', '2026-01-02', { day_amount: '-4.500000', reason: 'adjustment' }),
      entry('1', '2026-01-01', { day_amount: '20.250000' }),
    ];
    server.use(serve(fundsRoutes.listOperations, { count: 3, results }));
    openApp('/history');
    await waitFor(async () =>
      expect(headsOf(await table())).toEqual(['Время создания', 'Тип', 'Основание', 'Сумма, USDT', 'Остаток, USDT']),
    );
    expect(rowsOf(await table())).toEqual([
      ['02.01.2026за день −4,500000 USDT'],
      ['02.01.2026, 12:00', 'Списание', 'Вывод создан 01939c2f-7…', '−1,000000', '12,000000'],
      ['02.01.2026, 12:00', 'Пополнение', 'Исправление оператором ', '+1,000000', '12,000000'],
      ['01.01.2026за день +20,250000 USDT'],
      ['01.01.2026, 12:00', 'Пополнение', 'Заказ закрыт 01939c2f-7…', '+1,000000', '12,000000'],
    ]);
    const links = within(await table()).getAllByRole('link');
    expect(links.map((link) => link.getAttribute('href'))).toEqual([
      '/withdrawals/01939c2f-7b1e-7000-8000-000000000001',
      '/orders/01939c2f-7b1e-7000-8000-000000000001',
    ]);
  });
});

test.each(['/history', '/wallets', '/withdrawals', '/withdrawals/new', '/withdrawals/1'])(
  'a trader who goes to %s sees an empty page',
  async (path) => {
    server.use(asUser(trader));
    openApp(path);
    await screen.findByRole('link', { name: 'Кабинеты' });
    expect(screen.getByRole('main')).toBeEmptyDOMElement();
  },
);
