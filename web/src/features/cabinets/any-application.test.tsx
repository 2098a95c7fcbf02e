import { DEVICE_API_BASE } from '@kantor/contract/plain/device-routes.ts';
import * as cabinetRoutes from '@kantor/contract/plain/cabinet-routes.ts';
import { screen } from '@testing-library/react';
import { HttpResponse } from 'msw';
import { beforeEach, describe, expect, test } from 'vitest';
import { button, inDialog, openCabinet, serveCabinet } from '@/test/cabinet-page';
import { cabinet, cabinetId } from '@/test/fixtures-trader';
import { isSeen } from '@/test/screen-reading';
import { pathOf, serve, server, serveNoting } from '@/test/server';

let served: ReturnType<typeof serveCabinet>;
beforeEach(() => {
  served = serveCabinet();
});

describe('an application', () => {
  test('that signs nothing says so, where its messages come from, and when that has changed', async () => {
    served.stated = cabinet(1, {
      is_unsigned: true,
      post_address: '203.0.113.9',
      post_address_since: '2026-11-20T08:40:00.000Z',
      refused_at: '2026-11-20T08:40:00.000Z',
    });
    openCabinet();
    await isSeen(/слабее остальных. Сообщения идут с адреса 203.0.113.9 с 20.11.2026, 11:40/);
    expect(screen.getByText(/его поля не те/)).toBeVisible();
  });

  test('whose messages come from another address tells so', async () => {
    served.stated = cabinet(1, {
      is_unsigned: true,
      post_address: '203.0.113.9',
      post_address_since: '2026-11-20T08:40:00.000Z',
      former_post_address: '198.51.100.7',
    });
    openCabinet();
    await isSeen('Сообщения идут с другого адреса: 203.0.113.9 вместо 198.51.100.7, с 20.11.2026, 11:40.');
  });

  test('leads any application by steps, called weaker, and shows the first message as it was read', async () => {
    const address = `http://localhost${DEVICE_API_BASE}/any/1`;
    const key = 'a-key-shown-once';
    const qr = 'data:image/png;base64,iVBORw==';
    let heard: object = { connected_at: '2026-11-20T08:00:00Z', heard_at: null, refused_at: null, message: null };
    server.use(
      serveNoting(served.calls, cabinetRoutes.connectCabinet, () =>
        HttpResponse.json({ address, key, template: '', qr }, { status: 201 }),
      ),
      serve(cabinetRoutes.getLastHeard, () => HttpResponse.json(heard)),
    );
    const { user } = openCabinet();
    await user.click(await button('Подключить приложение'));
    const form = await inDialog();
    await user.selectOptions(form.getByLabelText('Приложение'), 'macrodroid');
    await user.click(form.getByRole('button', { name: 'Подключить' }));
    await isSeen(/Слабее: без подписи/);
    const dialog = await inDialog();
    expect(served.calls).toEqual([[pathOf(cabinetRoutes.connectCabinet, cabinetId(1)), { application: 'any_app' }]]);
    expect(dialog.getByText(/только в демо/)).toBeVisible();
    expect(dialog.getByText(/HTTP Request: POST/)).toBeVisible();
    expect(dialog.getByRole('img', { name: 'QR-код адреса с секретом' })).toHaveAttribute('src', qr);
    await user.click(dialog.getByRole('button', { name: 'Копировать Адрес с секретом, если заголовок задать нельзя' }));
    expect(await navigator.clipboard.readText()).toBe(`${address}/${key}`);
    expect(await dialog.findByText(/Ждём первое сообщение/)).toBeVisible();
    const message = {
      id: cabinetId(3),
      created_at: '2026-11-20T08:01:00Z',
      application: 'T-Bank',
      bank: 'Т-Банк',
      text: 'Пополнение',
      amount: '1500.00',
      outcome: 'no_order',
      reason: 'Нет активного заказа на 1 500,00 ₽',
    };
    heard = { ...heard, heard_at: '2026-11-20T08:01:00Z', message };
    expect(await dialog.findByText('Сообщение прочитано', {}, { timeout: 10_000 })).toBeVisible();
    expect(dialog.getByText('1 500,00 ₽')).toBeVisible();
    heard = { ...heard, message: { ...message, amount: null, bank: null } };
    expect(await dialog.findByText('Тестовое сообщение получено', {}, { timeout: 10_000 })).toBeVisible();
  }, 30_000);
});
