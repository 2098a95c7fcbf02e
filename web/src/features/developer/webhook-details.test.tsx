import * as webhookRoutes from '@kantor/contract/plain/webhook-routes.ts';
import { screen, waitFor, within } from '@testing-library/react';
import { HttpResponse } from 'msw';
import { beforeEach, describe, expect, test } from 'vitest';
import { waiting, webhookDetail, webhookId, webhookRow } from '@/test/fixtures-webhooks';
import { openApp } from '@/test/render-app';
import { factsShown, headsOf, isSeen, rowsOf } from '@/test/screen-reading';
import { asMerchant, problem, serve, server } from '@/test/server';

const LONG = `https://shop.example/${'hook/'.repeat(100)}`;

beforeEach(() => server.use(asMerchant(), serve(webhookRoutes.getWebhook, webhookDetail(1, { url: LONG }))));

const open = async () => {
  const opened = openApp(`/developer/journal/${webhookId(1)}`);
  await screen.findByText('Информация');
  return opened;
};

describe('the page of a webhook', () => {
  test('shows its facts', async () => {
    await open();
    expect(screen.getByRole('heading', { level: 1, name: 'Вебхук 01939c2f-d…' })).toBeVisible();
    const facts = factsShown();
    expect(facts).toMatchObject({
      Событие: 'Заказ закрытorder.closed',
      Объект: '01939c2f-7…0000001',
      Статус: 'Доставлен',
      Попыток: '1',
      Создан: '02.01.2026, 00:30',
      'Следующая попытка': '—',
      Доставлен: '02.01.2026, 00:31',
    });
    expect(facts['Адрес']).toContain(LONG);
    expect(facts['ID']).toContain('01939c2f-d…0000001');
    const object = within(screen.getByRole('main')).getByRole('link', { name: '01939c2f-7…0000001' });
    expect(object).toHaveAttribute('href', `/orders/${webhookRow(1).object_id}`);
  });

  test('shows the body in lines, and copies it as it was sent', async () => {
    await open();
    const body = screen.getByRole('region', { name: 'Тело запроса' });
    expect(body.textContent).toBe('{\n  "type": "order.closed",\n  "data": {\n    "amount": "1500.00"\n  }\n}');
    expect(screen.getByRole('button', { name: 'Копировать Тело запроса' })).toBeVisible();
  });

  test('shows every attempt with what came back', async () => {
    const at = '2026-01-01T21:30:00.000Z';
    const page = '<html>500</html>';
    const attempt_history = [
      {
        started_at: '2026-01-01T21:35:00.000Z',
        duration: 10_000,
        response_status: null,
        response_body: '',
        error: 'Сервер не ответил',
      },
      { started_at: at, duration: 45, response_status: 500, response_body: page, error: 'Сервер ответил 500' },
    ];
    server.use(serve(webhookRoutes.getWebhook, webhookDetail(1, { ...waiting, attempt_history })));
    await open();
    const table = screen.getByRole('table', { name: 'Попытки' });
    expect(headsOf(table)).toEqual(['Время', 'Длительность', 'Код HTTP', 'Ошибка', 'Ответ']);
    expect(rowsOf(table)).toEqual([
      ['02.01.2026, 00:35', '10 000 мс', 'Нет ответа', 'Сервер не ответил', ''],
      ['02.01.2026, 00:30', '45 мс', '500', 'Сервер ответил 500', page],
    ]);
    // Scrolled inside: also without a mouse.
    expect(within(table).getByRole('region', { name: 'Ответ' })).toHaveAttribute('tabindex', '0');
    expect(within(table).getByRole('region').innerHTML).toBe('&lt;html&gt;500&lt;/html&gt;');
  });

  test('that was not tried yet says so', async () => {
    server.use(serve(webhookRoutes.getWebhook, webhookDetail(1, { ...waiting, attempts: 0, attempt_history: [] })));
    await open();
    expect(screen.queryByRole('table')).toBeNull();
    expect(screen.getByText('Отсутствуют')).toBeVisible();
  });
});

describe('sending it again', () => {
  test('is done once, and shown', async () => {
    let asked = 0;
    server.use(
      serve(webhookRoutes.resendWebhook, () => {
        asked += 1;
        server.use(serve(webhookRoutes.getWebhook, webhookDetail(1, waiting)));
        return HttpResponse.json(webhookRow(1, waiting));
      }),
    );
    const { user } = await open();
    await user.dblClick(screen.getByRole('button', { name: 'Отправить ещё раз' }));
    await isSeen('Вебхук отправляется ещё раз!');
    await waitFor(() => expect(factsShown()).toMatchObject({ Статус: 'Ожидает', Попыток: '2' }));
    expect(asked).toBe(1);
  });

  test('that fails says so', async () => {
    server.use(serve(webhookRoutes.resendWebhook, () => problem(409, 'Сейчас он отправляется')));
    const { user } = await open();
    await user.click(screen.getByRole('button', { name: 'Отправить ещё раз' }));
    await isSeen('Не удалось отправить вебхук');
    expect(screen.getByText('Сейчас он отправляется')).toBeVisible();
  });
});
