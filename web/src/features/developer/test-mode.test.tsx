import * as routes from '@kantor/contract/plain/test-routes.ts';
import { screen, within } from '@testing-library/react';
import { HttpResponse } from 'msw';
import { beforeEach, expect, test } from 'vitest';
import type { TestOrder } from '@/api/test-mode';
import { openApp } from '@/test/render-app';
import { isSeen, loadedTable, rowsOf } from '@/test/screen-reading';
import { asMerchant, problem, serve, server } from '@/test/server';

const order = (number: string, status: TestOrder['status'], human: string) => ({
  id: `01939c2f-7e57-7000-8000-00000000000${number}`,
  external_id: `order-${number}`,
  status,
  human_status: human,
  amount: '1500.00',
  created_at: '2026-01-01T21:30:00.000Z',
});

let happened: [string, unknown][];

beforeEach(() => {
  happened = [];
  server.use(
    asMerchant(),
    serve(routes.listTestOrders, {
      count: 2,
      results: [order('2', 'ACTIVE', 'Активен'), order('1', 'CLOSED', 'Закрыт')],
    }),
    serve(routes.listTestPayouts, { count: 0, results: [] }),
    serve(routes.happenToTestOrder, async ({ request, params }) => {
      happened.push([String(params['id']), await request.json()]);
      return new HttpResponse(null, { status: 204 });
    }),
  );
});

test('the test world has its orders, and a button for each thing that may happen to them', async () => {
  const { user } = openApp('/developer/test');
  const table = await loadedTable('Тестовые заказы');
  expect(rowsOf(table)).toEqual([
    ['order-2', '1 500,00', '02.01.2026, 00:30', 'Активен', 'ОплатитьПоздноМеньшеАпелляция'],
    ['order-1', '1 500,00', '02.01.2026, 00:30', 'Закрыт', ''],
  ]);
  await user.click(within(table).getByRole('button', { name: 'Поздно: order-2' }));
  expect(happened).toEqual([[order('2', 'ACTIVE', '').id, { event: 'late' }]]);
});

test('what is refused says why', async () => {
  server.use(serve(routes.happenToTestOrder, () => problem(409, 'Сейчас заказ в статусе «Закрыт»')));
  const { user } = openApp('/developer/test');
  await user.click(within(await loadedTable('Тестовые заказы')).getByRole('button', { name: 'Оплатить: order-2' }));
  await isSeen('Сейчас заказ в статусе «Закрыт»');
});

test('payouts and appeals are one press away', async () => {
  const { user } = openApp('/developer/test');
  await loadedTable('Тестовые заказы');
  await user.click(screen.getByRole('button', { name: 'Выплаты' }));
  await isSeen('Тестовых выплат ещё нет');
});
