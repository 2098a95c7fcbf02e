import * as cabinetRoutes from '@kantor/contract/plain/cabinet-routes.ts';
import * as routes from '@kantor/contract/plain/routes.ts';
import { screen, waitFor, within } from '@testing-library/react';
import { HttpResponse } from 'msw';
import { beforeEach, describe, expect, test } from 'vitest';
import type { NotificationDetail } from '@/api/notifications';
import type { OrderRow } from '@/api/orders';
import { startLanguage } from '@/shared/i18n/i18n';
import { orderId, orderRow } from '@/test/fixtures';
import { notification, notificationId } from '@/test/fixtures-trader';
import { answerByKeyboard } from '@/test/question';
import { openApp } from '@/test/render-app';
import { factsShown, headsOf, isSeen, loadedTable, rowsOf } from '@/test/screen-reading';
import { type Call, pathOf, serve, server, serveNoting } from '@/test/server';

const pick = ({ id, short_name, amount, bank_detail, created_at, expires_at, human_status }: OrderRow) => ({
  id,
  short_name,
  amount,
  bank_detail,
  created_at,
  expires_at,
  human_status,
});

beforeEach(() =>
  server.use(
    serve(cabinetRoutes.listNotifications, {
      count: 2,
      results: [
        notification(1),
        notification(2, {
          order: null,
          phone: '',
          outcome: 'no_order',
          reason: 'Нет активного заказа на 1\u00A0500,00\u00A0₽',
        }),
      ],
    }),
    serve(cabinetRoutes.getNotification, notification(1)),
  ),
);

describe('the list of notifications', () => {
  test('shows its columns as specified', async () => {
    openApp('/notifications');
    const table = await waitFor(() => loadedTable('Уведомления'));
    expect(headsOf(table)).toEqual(['Телефон', 'Приложение', 'Текст', 'Создано', 'ID заказа', 'Результат']);
    expect(rowsOf(table)).toEqual([
      [
        '+79990001122',
        'ru.sberbankmobile',
        'СЧЁТ4321 Перевод +1500р от Анна К.',
        '02.01.2026, 00:30',
        '01939c2f-7…0000001',
        'Оплатило заказ',
      ],
      [
        '—',
        'ru.sberbankmobile',
        'СЧЁТ4321 Перевод +1500р от Анна К.',
        '02.01.2026, 00:30',
        '—',
        'Нет активного заказа на 1 500,00 ₽',
      ],
    ]);
    expect(within(table).getAllByRole('link')[0]).toHaveAttribute('href', `/notifications/${notificationId(1)}`);
    expect(within(table).getByTitle(orderId(1))).toHaveAttribute('href', `/orders/${orderId(1)}`);
  });
});

describe('the page of a notification', () => {
  test('shows its facts, its order and what the phone sent', async () => {
    openApp(`/notifications/${notificationId(1)}`);
    const raw = await screen.findByRole('region', { name: 'Исходный запрос' });
    expect(raw.textContent).toBe('{\n  "from": "900",\n  "text": "Перевод"\n}');
    expect(factsShown()).toEqual({
      Результат: 'Оплатило заказ',
      Кабинет: 'Samsung A51',
      Заказ: '01939c2f-7…0000001',
      Текст: 'СЧЁТ4321 Перевод +1500р от Анна К.',
      Сумма: '1 500,00 ₽',
      Отправитель: 'Анна К.',
      'Карта или счёт': '4321',
      Остаток: '20 000,00 ₽',
      Телефон: '+79990001122',
      Приложение: 'ru.sberbankmobile',
      Создано: '02.01.2026, 00:30',
    });
    expect(screen.getByTitle(orderId(1))).toHaveAttribute('href', `/orders/${orderId(1)}`);
  });

  test('that came late says when its phone heard it', async () => {
    server.use(serve(cabinetRoutes.getNotification, notification(1, { heard_at: '2026-01-01T21:18:00.000Z' })));
    openApp(`/notifications/${notificationId(1)}`);
    await isSeen('На телефоне');
    expect(factsShown()).toMatchObject({ 'На телефоне': '02.01.2026, 00:18', Создано: '02.01.2026, 00:30' });
  });

  test('without an order says so, and shows a request that is not JSON as it is', async () => {
    server.use(
      serve(cabinetRoutes.getNotification, notification(1, { order: null, plain_request: 'from=900&text=+1500р' })),
    );
    openApp(`/notifications/${notificationId(1)}`);
    await isSeen('Отсутствует');
    expect(screen.getByRole('region', { name: 'Исходный запрос' }).textContent).toBe('from=900&text=+1500р');
  });

  describe('that fits two orders', () => {
    const reason = 'Сумма совпала с двумя заказами: подтвердите нужный сами';
    const unread = { tail: null, sender: null, balance: null };
    const candidate = (n: number, changes: Partial<NotificationDetail['candidate_orders'][number]> = {}) => ({
      ...pick(orderRow(n, { amount: '1500.00' })),
      status: 'ACTIVE' as const,
      ...changes,
    });
    let stated: NotificationDetail;
    const calls: Call[] = [];
    beforeEach(() => {
      calls.length = 0;
      stated = notification(1, {
        ...unread,
        order: null,
        outcome: 'ambiguous',
        reason,
        candidates: [orderId(2), orderId(1)],
        candidate_orders: [candidate(2), candidate(1)],
      });
      server.use(
        serve(cabinetRoutes.getNotification, () => HttpResponse.json(stated)),
        serveNoting(calls, routes.confirmOrder, () => {
          stated = {
            ...stated,
            order: orderId(2),
            outcome: 'paid_by_hand',
            reason: 'Оплатило заказ: вы подтвердили его по этому сообщению',
            candidate_orders: [candidate(2, { status: 'CLOSED', human_status: 'Закрыт' }), candidate(1)],
          };
          return HttpResponse.json({});
        }),
      );
    });

    test('shows them with sum, requisite and state, and leaves out what was not read', async () => {
      openApp(`/notifications/${notificationId(1)}`);
      await isSeen(reason);
      const list = within(screen.getByRole('list', { name: 'Возможные заказы' }));
      expect(list.getAllByRole('listitem').map(({ textContent }) => textContent?.replaceAll('\u00a0', ' '))).toEqual([
        '000000021 500,00 ₽Сбер •202.01.2026, 00:30АктивенЭто он',
        '000000011 500,00 ₽Сбер •102.01.2026, 00:30АктивенЭто он',
      ]);
      expect(list.getByRole('link', { name: '00000002' })).toHaveAttribute('href', `/orders/${orderId(2)}`);
      expect(Object.keys(factsShown())).not.toContain('Отправитель');
    });

    test('confirms one by keyboard, by this message, and the focus stays on the page', async () => {
      const { user } = openApp(`/notifications/${notificationId(1)}`);
      const thisOne = await screen.findByRole('button', { name: 'Это он: заказ 00000002' });
      await answerByKeyboard(user, thisOne, /^Подтвердить заказ 00000002 на 1.500,00.₽\?$/);
      expect(calls).toEqual([[pathOf(routes.confirmOrder, orderId(2)), { notification_id: notificationId(1) }]]);
      await isSeen('Заказ подтвержден!');
      await isSeen('Оплатило заказ: вы подтвердили его по этому сообщению');
      await waitFor(() => expect(screen.queryByRole('button', { name: /^Это он/ })).toBeNull());
      expect(document.activeElement).not.toBe(document.body);
    });

    test('does not offer one that was closed without it, and says that the sum differs', async () => {
      stated = {
        ...stated,
        amount: '1490.00',
        candidate_orders: [candidate(2, { status: 'CLOSED', human_status: 'Закрыт' }), candidate(1)],
      };
      const { user } = openApp(`/notifications/${notificationId(1)}`);
      expect(await screen.findByRole('button', { name: 'Это он: заказ 00000002' })).toBeDisabled();
      await user.click(screen.getByRole('button', { name: 'Это он: заказ 00000001' }));
      expect(await screen.findByRole('dialog')).toHaveTextContent(/В сообщении 1.490,00.₽, у заказа другая сумма/);
    });
  });

  test('in English says what the code says; a code that is new to this build in the server’s words', async () => {
    localStorage.setItem('kantor.language', 'en');
    await startLanguage();
    server.use(
      serve(cabinetRoutes.listNotifications, {
        count: 2,
        results: [notification(1), notification(2, { outcome: 'eaten' as 'paid', reason: 'Съедено' })],
      }),
    );
    openApp('/notifications');
    await isSeen('Paid the order');
    await isSeen('Съедено');
  });

  test('shows a hostile text without the signs that nobody sees, and spells them out in the request', async () => {
    const text = '+1\u202E005\u202C р\u0007\u200B';
    server.use(serve(cabinetRoutes.getNotification, notification(1, { text, plain_request: `from=900&text=${text}` })));
    openApp(`/notifications/${notificationId(1)}`);
    const raw = await screen.findByRole('region', { name: 'Исходный запрос' });
    expect(factsShown()['Текст']).toBe('+1005 р');
    expect(raw.textContent).toBe(String.raw`from=900&text=+1\u202E005\u202C р\u0007\u200B`);
  });
});
