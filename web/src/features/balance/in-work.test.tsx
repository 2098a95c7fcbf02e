import * as routes from '@kantor/contract/plain/routes.ts';
import { screen, waitFor, within } from '@testing-library/react';
import { HttpResponse } from 'msw';
import { describe, expect, test, vi } from 'vitest';
import type { Actor } from '@kantor/contract/plain/statuses.ts';
import { serverNow } from '@/shared/lib/server-clock';
import { orderDetail, orderId, orderRow } from '@/test/fixtures';
import { openApp } from '@/test/render-app';
import { figureOf } from '@/test/screen-reading';
import { problem, serve, server } from '@/test/server';

describe('in work now', () => {
  const soon = (seconds: number) => new Date(serverNow() + seconds * 1000).toISOString();

  test('shows active orders with the time they have left', async () => {
    server.use(
      serve(routes.listOrders, ({ request }) => {
        expect(new URL(request.url).searchParams.get('status')).toBe('ACTIVE');
        return HttpResponse.json({
          count: 2,
          results: [orderRow(1, { expires_at: soon(862) }), orderRow(2, { expires_at: soon(138) })],
        });
      }),
    );
    openApp('/balance');
    const table = await screen.findByRole('table', { name: 'Сейчас в работе' });
    expect(await within(table).findByText(/^14:(2|1)\d$/)).toBeVisible();
    expect(within(table).getByText(/^02:1\d$/)).toHaveAttribute('data-tone', 'warning');
  });

  test('without orders says so', async () => {
    server.use(serve(routes.listOrders, { count: 0, results: [] }));
    openApp('/balance');
    expect(await screen.findByText('Активных заказов нет')).toBeVisible();
  });

  test('that cannot be had says so, and leaves the balance alone', async () => {
    server.use(serve(routes.listOrders, () => problem(500, 'Ошибка')));
    openApp('/balance');
    expect(await screen.findByRole('alert')).toHaveTextContent('Заказы не найдены');
    expect(await figureOf('Баланс USDT')).toBe('12 345,67USDT');
  });

  test('confirms in the row, after a look at the amount', async () => {
    let confirmed: string[] = [];
    let left = [orderRow(1), orderRow(2)];
    server.use(
      serve(routes.listOrders, () => HttpResponse.json({ count: left.length, results: left })),
      serve(routes.confirmOrder, ({ params }) => {
        confirmed = [...confirmed, String(params['id'])];
        left = left.filter((order) => order.id !== params['id']);
        return HttpResponse.json({});
      }),
    );
    const { user } = openApp('/balance');
    const [first] = await screen.findAllByRole('button', { name: /^Подтвердить 1.234.567,50 ₽$/ });
    await user.click(first as HTMLElement);
    const question = await screen.findByRole('dialog');
    expect(question).toHaveTextContent('Подтвердить получение 1 234 567,50 ₽?');
    expect(confirmed).toEqual([]);
    await user.click(within(question).getByRole('button', { name: 'Подтвердить' }));
    expect(await screen.findByText('Заказ подтвержден!')).toBeVisible();
    expect(confirmed).toEqual([orderId(1)]);
  });

  test('a slip of the hand moves no money', async () => {
    const confirm = vi.fn<() => void>();
    server.use(
      serve(routes.confirmOrder, () => {
        confirm();
        return HttpResponse.json({});
      }),
    );
    const { user } = openApp('/balance');
    const [first] = await screen.findAllByRole('button', { name: /^Подтвердить 1/ });
    await user.click(first as HTMLElement);
    const question = await screen.findByRole('dialog');
    await user.click(within(question).getByRole('button', { name: 'Отмена' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(first).toHaveFocus();
    expect(confirm).not.toHaveBeenCalled();
  });

  describe('an order that is closed while it is asked about', () => {
    const ask = async () => {
      server.use(serve(routes.listOrders, { count: 1, results: [orderRow(1)] }));
      const { user } = openApp('/balance');
      const button = await screen.findByRole('button', { name: /^Подтвердить 1/ });
      await user.click(button);
      const question = await screen.findByRole('dialog');
      return { user, question };
    };
    const close = (actor: Actor) => {
      const step = { created_at: '2026-01-01T21:31:00.000Z', status: 'CLOSED', human_status: 'Закрыт', actor } as const;
      const order = orderDetail(1, { status: 'CLOSED', human_status: 'Закрыт', status_history: [step] });
      server.use(serve(routes.listOrders, { count: 0, results: [] }), serve(routes.getOrder, order, orderId(1)));
      window.dispatchEvent(new Event('focus'));
    };

    test.each([
      ['device', 'Пришло сообщение банка: заказ уже закрыт'],
      ['trader', 'Пока вы решали, заказ перешёл в статус «Закрыт»'],
    ] as const)('by the %s: the question says so', async (actor, sentence) => {
      const { user, question } = await ask();
      close(actor);
      expect(await within(question).findByText(sentence)).toBeVisible();
      expect(within(question).queryByRole('button', { name: 'Подтвердить' })).toBeNull();
      const leave = within(question).getByRole('button', { name: 'Закрыть' });
      expect(leave).toHaveFocus();
      await user.click(leave);
      await user.hover(screen.getByRole('heading', { level: 1 }));
      expect(await screen.findByText('Активных заказов нет')).toBeVisible();
    });
  });

  test('an order that has gone while the pointer holds its row can no longer be confirmed', async () => {
    const { user } = openApp('/balance');
    await user.hover(await screen.findByText('Сбер •2'));
    server.use(serve(routes.listOrders, { count: 1, results: [orderRow(1)] }));
    window.dispatchEvent(new Event('focus'));
    expect(await screen.findByRole('button', { name: 'Уже не в работе' })).toBeDisabled();
    expect(screen.getByText('Сбер •2')).toBeVisible();
  });
});
