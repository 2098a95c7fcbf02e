import { MERCHANT_API_BASE } from '@kantor/contract/plain/merchant-routes.ts';
import * as endpointRoutes from '@kantor/contract/plain/webhook-routes.ts';
import * as routes from '@kantor/contract/plain/routes.ts';
import { screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { endpoint, NO_LIMITS, webhookDetail, webhookId } from '@/test/fixtures-webhooks';
import { i18n } from '@/shared/i18n/i18n';
import { isSeen } from '@/test/screen-reading';
import { openApp } from '@/test/render-app';
import { asMerchant, serve, server } from '@/test/server';

const serveAll = () =>
  server.use(
    asMerchant(),
    serve(routes.getMerchantLimits, NO_LIMITS),
    serve(endpointRoutes.listWebhookEndpoints, [endpoint()]),
    serve(endpointRoutes.listWebhooks, { count: 0, results: [] }),
    serve(endpointRoutes.getWebhook, webhookDetail(1), webhookId(1)),
  );

test.each([
  ['/webhooks', '/developer'],
  ['/webhooks?page=2', '/developer/journal?page=2'],
  [`/webhooks/${webhookId(1)}`, `/developer/journal/${webhookId(1)}`],
])('the old address %s leads to %s', async (old, now) => {
  serveAll();
  const { address } = openApp(old);
  await waitFor(() => expect(address()).toBe(now));
});

test('the screen leads to the description of the API, and speaks English when that is chosen', async () => {
  await i18n.changeLanguage('en');
  serveAll();
  const { user } = openApp('/developer');
  await waitFor(() => expect(screen.getByRole('heading', { name: 'For developers' })).toBeVisible());
  expect(screen.getByRole('link', { name: 'API reference' })).toHaveAttribute(
    'href',
    `http://kantor.test${MERCHANT_API_BASE}/docs/`,
  );
  await user.click(screen.getByRole('link', { name: 'Journal' }));
  await isSeen('No webhooks found');
});
