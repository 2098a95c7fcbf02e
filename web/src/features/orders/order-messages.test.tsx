import * as routes from '@kantor/contract/plain/routes.ts';
import { screen, within, waitFor } from '@testing-library/react';
import { describe, expect, test } from 'vitest';
import { merchant, orderDetail, orderId } from '@/test/fixtures';
import { notificationId } from '@/test/fixtures-trader';
import { openApp } from '@/test/render-app';
import { asUser, serve, server } from '@/test/server';
import { isSeen } from '@/test/screen-reading';

const said = (number: number, reason: string) => ({
  id: notificationId(number),
  created_at: '2026-01-01T21:50:00.000Z',
  text: 'СЧЁТ4321 Перевод +1500р от Анна К.',
  outcome: 'expired' as const,
  reason,
});
const show = (changes: Parameters<typeof orderDetail>[1]) => {
  server.use(serve(routes.getOrder, orderDetail(1, changes)));
  openApp(`/orders/${orderId(1)}`);
};
const events = async () =>
  within(await screen.findByRole('table', { name: 'История статусов' }))
    .getAllByRole('row')
    .slice(1);

describe('beside an order', () => {
  test('its trader sees what banks said of it, with the way to each message', async () => {
    show({ notifications: [said(2, 'Заказ истёк за 3 мин до сообщения'), said(1, 'Сумма совпала с двумя заказами')] });
    const shown = (await events()).filter((each) => within(each).queryByRole('link') !== null);
    expect(shown.map((each) => each.textContent)).toEqual([
      'Сообщение банкаЗаказ истёк за 3 мин до сообщенияСЧЁТ4321 Перевод +1500р от Анна К.02.01.2026, 00:50+20:00',
      'Сообщение банкаСумма совпала с двумя заказамиСЧЁТ4321 Перевод +1500р от Анна К.02.01.2026, 00:50+20:00',
    ]);
    expect(shown.map((each) => within(each).getByRole('link').getAttribute('href'))).toEqual([
      `/notifications/${notificationId(2)}`,
      `/notifications/${notificationId(1)}`,
    ]);
  });

  test('of which no bank spoke, it says so', async () => {
    show({ notifications: [] });
    await isSeen('Сообщений банка нет');
  });

  test('a merchant sees nothing of messages', async () => {
    server.use(asUser(merchant));
    show({ notifications: [] });
    await waitFor(() => expect(screen.getByRole('heading', { name: 'История статусов' })).toBeVisible());
    expect(screen.queryByText(/Сообщени/)).toBeNull();
  });
});
