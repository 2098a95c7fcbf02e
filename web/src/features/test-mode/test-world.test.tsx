import * as routes from '@kantor/contract/plain/test-routes.ts';
import { listOrders } from '@kantor/contract/plain/routes.ts';
import { screen, within } from '@testing-library/react';
import { HttpResponse } from 'msw';
import { beforeEach, expect, test } from 'vitest';
import { openApp } from '@/test/render-app';
import { isSeen } from '@/test/screen-reading';
import { asMerchant, serve, server } from '@/test/server';
import { switchTestMode } from '@/shared/lib/test-mode';

const ID = '01939c2f-7e57-7000-8000-000000000001';
const order = {
  id: ID,
  external_id: 'test-1',
  status: 'ACTIVE',
  human_status: 'Активен',
  amount: '1500.00',
  created_at: '2026-01-01T21:30:00.000Z',
  expires_at: '2026-01-01T21:45:00.000Z',
  paid_at: null,
  payment_url: 'http://localhost/pay/token',
};

let happened: unknown[];

beforeEach(() => {
  happened = [];
  switchTestMode(false);
  server.use(
    asMerchant(),
    serve(listOrders, { count: 0, results: [] }),
    serve(routes.listTestOrders, { count: 1, results: [order] }),
    serve(routes.getTestOrder, order),
    serve(routes.happenToTestOrder, async ({ request }) => {
      happened.push(await request.json());
      return new HttpResponse(null, { status: 204 });
    }),
  );
});

const toggle = () => screen.findByRole('switch', { name: 'Тестовый режим' });

test('the switch shows the test world in place of the live orders, and says so, until it is off', async () => {
  const { user } = openApp('/orders');
  await screen.findByRole('heading', { name: 'Заказы' });
  expect(screen.queryByText('test-1')).toBeNull();
  await user.click(await toggle());
  await isSeen('test-1');
  await isSeen(/Тестовый режим: здесь заказы/);
  await user.click(screen.getByRole('button', { name: 'Выключить' }));
  expect(screen.queryByText('test-1')).toBeNull();
  expect(await toggle()).not.toBeChecked();
});

test('a test order has its page, with what may happen to it and the payer’s page', async () => {
  switchTestMode(true);
  const { user } = openApp(`/orders/${ID}`);
  await screen.findByText('Страница плательщика');
  const page = within(screen.getByRole('main'));
  expect(page.getAllByRole('link', { name: 'Открыть' })[0]).toHaveAttribute('href', order.payment_url);
  await user.click(page.getByRole('button', { name: 'Меньше: test-1' }));
  expect(happened).toEqual([{ event: 'short' }]);
});

test('a section that the test world has none of says that it is live', async () => {
  switchTestMode(true);
  openApp('/withdrawals');
  await isSeen(/этот раздел рабочий/);
});
