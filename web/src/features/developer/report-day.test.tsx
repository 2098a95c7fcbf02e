import * as routes from '@kantor/contract/plain/routes.ts';
import * as endpointRoutes from '@kantor/contract/plain/webhook-routes.ts';
import { screen, waitFor, within } from '@testing-library/react';
import { HttpResponse } from 'msw';
import { beforeEach, expect, test } from 'vitest';
import type { WebhookEndpoint } from '@/api/webhooks';
import { endpoint, webhookRow } from '@/test/fixtures-webhooks';
import { openApp } from '@/test/render-app';
import { loadedTable } from '@/test/screen-reading';
import { asMerchant, serve, server } from '@/test/server';

beforeEach(() =>
  server.use(
    asMerchant(),
    serve(routes.listApiKeys, { count: 0, results: [] }),
    serve(endpointRoutes.listWebhookEndpoints, []),
  ),
);

test('a day’s report is told in words in the journal, and leads to the page of figures', async () => {
  server.use(serve(endpointRoutes.listWebhooks, { count: 1, results: [webhookRow(1, { type: 'report.day' })] }));
  openApp('/developer/journal');
  const row = within(await loadedTable('Журнал'));
  expect(row.getByText('Отчёт за день')).toBeVisible();
  expect(row.getByRole('link', { name: /^01939c2f-7/ })).toHaveAttribute('href', '/analytics');
});

test('an address may choose it, but one of the test mode, where no day ends', async () => {
  const sent: unknown[] = [];
  server.use(
    serve(endpointRoutes.listWebhooks, { count: 0, results: [] }),
    serve(endpointRoutes.addWebhookEndpoint, async ({ request }) => {
      const body = (await request.json()) as Partial<WebhookEndpoint>;
      sent.push(body);
      return HttpResponse.json(endpoint(body), { status: 201 });
    }),
  );
  const { user } = openApp('/developer');
  await user.click(await screen.findByRole('button', { name: 'Добавить адрес' }));
  const dialog = within(screen.getByRole('dialog'));
  await user.type(dialog.getByRole('textbox', { name: 'Адрес' }), 'https://shop.example');
  await user.click(dialog.getByRole('checkbox', { name: 'Все события, в том числе новые' }));
  await user.click(dialog.getByRole('checkbox', { name: 'Отчёт за день' }));
  const save = dialog.getByRole('button', { name: 'Сохранить' });
  expect(save).toBeEnabled();
  const tests = dialog.getByRole('checkbox', { name: /тестов/i });
  await user.click(tests);
  expect(dialog.queryByRole('checkbox', { name: 'Отчёт за день' })).toBeNull();
  expect(save).toBeDisabled();
  await user.click(tests);
  await user.click(save);
  await waitFor(() => expect(sent).toEqual([{ url: 'https://shop.example', types: ['report.day'], is_test: false }]));
});
