import * as routes from '@kantor/contract/plain/routes.ts';
import * as endpointRoutes from '@kantor/contract/plain/webhook-routes.ts';
import { screen, waitFor } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import type { MerchantLimits } from '@/api/api-keys';
import { endpoint } from '@/test/fixtures-webhooks';
import { openApp } from '@/test/render-app';
import { factsShown } from '@/test/screen-reading';
import { asMerchant, problem, serve, server } from '@/test/server';

const LIMITS: MerchantLimits = {
  active_orders: { limit: 50, used: 46 },
  active_sum: { limit: '3000000.00', used: '125000.50' },
  unpaid_hour: { limit: null, used: null },
  requests_second: 20,
  payout_min: '100.00',
  appeal_days: 14,
  appeal_multiple: 3,
  other_sum: { rule: 'ask', missing_percent: null },
};

beforeEach(() => {
  server.use(
    asMerchant(),
    serve(endpointRoutes.listWebhookEndpoints, [endpoint()]),
    serve(endpointRoutes.listWebhooks, { count: 0, results: [] }),
    serve(routes.listApiKeys, { count: 0, results: [] }),
    serve(routes.getMerchantLimits, LIMITS),
  );
});

test('the limits of the merchant say how much of them is taken', async () => {
  openApp('/developer');
  await screen.findByText('46 из 50');
  expect(factsShown()).toMatchObject({
    'Активные заказы': '46 из 50',
    'Сумма активных': '125 000,50 из 3 000 000,00 ₽',
    'Не оплачены за час': 'Не ограничено',
    'Запросов в секунду': '20',
    'Наименьшая выплата': '100,00 ₽',
  });
});

test('limits that could not be loaded are asked for again', async () => {
  let isBroken = true;
  server.use(serve(routes.getMerchantLimits, () => (isBroken ? problem(500, 'Ошибка') : Response.json(LIMITS))));
  const { user } = openApp('/developer');
  await screen.findByText('Не удалось загрузить ограничения');
  isBroken = false;
  await user.click(screen.getByRole('button', { name: 'Повторить' }));
  await waitFor(() => expect(screen.getByText('46 из 50')).toBeVisible());
});
