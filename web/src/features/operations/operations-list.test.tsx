import * as routes from '@kantor/contract/plain/routes.ts';
import { screen, waitFor } from '@testing-library/react';
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
      serve(routes.listOperations, ({ request }) => {
        asked = new URL(request.url).search;
        return HttpResponse.json({ count: 1978, results });
      }),
    );
    openApp('/history');
    expect(headsOf(await table())).toEqual(['Сумма, USDT', 'Тип', 'Время создания']);
    expect(rowsOf(await table())).toEqual([
      ['1 200,50', 'Пополнение', '02.01.2026, 00:30'],
      ['10,00', 'Списание', '02.01.2026, 00:30'],
      ['5,00', 'Списание', '02.01.2026, 00:30'],
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
    server.use(serve(routes.listOperations, { count: 3, results }));
    openApp('/history');
    await waitFor(async () => expect(headsOf(await table())).toEqual(['Сумма, USDT', 'Тип', 'Основание']));
    expect(rowsOf(await table())).toEqual([
      ['9,00', 'Списание', 'Погашение долга'],
      ['9,00', 'Пополнение', 'Заказ закрыт'],
      ['1,00', 'Пополнение', ''],
    ]);
  });

  test('without times and numbers has two columns', async () => {
    const results = [
      { amount: 1, type: 'ADD' },
      { amount: 1, type: 'ADD' },
    ];
    server.use(serve(routes.listOperations, { count: 2, results }));
    openApp('/history');
    await waitFor(async () => expect(headsOf(await table())).toEqual(['Сумма, USDT', 'Тип']));
    expect(rowsOf(await table())).toHaveLength(2);
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
