import * as endpointRoutes from '@kantor/contract/plain/webhook-routes.ts';
import * as routes from '@kantor/contract/plain/routes.ts';
import { screen, within } from '@testing-library/react';
import { HttpResponse } from 'msw';
import { beforeEach, describe, expect, test } from 'vitest';
import type { WebhookEndpoint } from '@/api/webhooks';
import { endpoint, NO_LIMITS, webhookId } from '@/test/fixtures-webhooks';
import { openApp } from '@/test/render-app';
import { factsShown, isSeen } from '@/test/screen-reading';
import { asMerchant, serve, server } from '@/test/server';

const ID = endpoint().id;
let sent: unknown[] = [];
let stated: WebhookEndpoint;

beforeEach(() => {
  sent = [];
  stated = endpoint();
  server.use(
    asMerchant(),
    serve(routes.getMerchantLimits, NO_LIMITS),
    serve(endpointRoutes.listWebhookEndpoints, () => HttpResponse.json([stated])),
  );
});

describe('how an address does', () => {
  test('is said first: what arrives, how fast, what failed last, and what comes next', async () => {
    stated = endpoint({
      health: {
        attempts: 400,
        delivered: 399,
        p95: 240,
        last_failed_at: '2026-01-01T21:30:00.000Z',
        last_status: 503,
        last_error: 'Сервер ответил 503',
        failing_since: '2026-01-01T21:30:00.000Z',
        next_attempt_at: '2026-01-01T22:00:00.000Z',
      },
    });
    openApp('/developer');
    await isSeen('Не доставляется');
    expect(factsShown()).toMatchObject({
      'Успешных попыток за 24 часа': '99 % · 399 из 400',
      '95 % ответов не дольше': expect.stringContaining('240'),
      'Последняя ошибка': '02.01.2026, 00:30 · Сервер ответил 503',
      'Следующая попытка': '02.01.2026, 01:00',
    });
  });

  test('is tried by an example, whose answer is shown', async () => {
    server.use(
      serve(
        endpointRoutes.testWebhookEndpoint,
        async ({ request }) => {
          sent.push(await request.json());
          return HttpResponse.json({
            webhook_id: webhookId(9),
            status: 500,
            duration: 12,
            answer: 'boom',
            error: 'Сервер ответил 500',
          });
        },
        ID,
      ),
    );
    const { user } = openApp('/developer');
    await user.click(await screen.findByRole('button', { name: 'Отправить тестовое событие' }));
    const dialog = within(screen.getByRole('dialog', { name: 'Тестовое событие' }));
    await user.selectOptions(dialog.getByRole('combobox', { name: 'Событие' }), 'payout.done');
    await user.click(dialog.getByRole('button', { name: 'Отправить' }));
    expect(await dialog.findByText('Сервер ответил 500')).toBeVisible();
    expect(dialog.getByText('boom')).toBeVisible();
    expect(dialog.getByRole('link', { name: 'Открыть в журнале' })).toHaveAttribute(
      'href',
      `/developer/journal/${webhookId(9)}`,
    );
    expect(sent).toEqual([{ type: 'payout.done' }]);
  });
});
