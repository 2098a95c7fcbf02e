import * as routes from '@kantor/contract/plain/routes.ts';
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { HttpResponse } from 'msw';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import type { OrderRow } from '@/api/orders';
import type { Actor } from '@kantor/contract/plain/statuses.ts';
import { serverNow } from '@/shared/lib/server-clock';
import { orderDetail, orderId, orderRow } from '@/test/fixtures';
import { answerByKeyboard, answerQuestion, focusIsOn } from '@/test/question';
import { openApp } from '@/test/render-app';
import { figureOf, isSeen, rowsOf } from '@/test/screen-reading';
import { problem, serve, server } from '@/test/server';

describe('in work now', () => {
  const soon = (seconds: number) => new Date(serverNow() + seconds * 1000).toISOString();

  test('shows active orders with the time they have left', async () => {
    server.use(
      serve(routes.listOrders, ({ request }) => {
        expect(new URL(request.url).searchParams.get('status')).toBe('ACTIVE');
        return HttpResponse.json({
          count: 3,
          results: [soon(862), soon(138), soon(57)].map((expires_at, n) => orderRow(n, { expires_at })),
        });
      }),
    );
    openApp('/balance');
    const table = await screen.findByRole('table', { name: 'Сейчас в работе' });
    expect(await within(table).findByText(/^14:(2|1)\d$/)).toBeVisible();
    expect(within(table).getByText(/^02:1\d$/)).toHaveAttribute('data-tone', 'warning');
    expect(within(table).getByText(/^00:[45]\d$/)).toHaveAttribute('data-tone', 'danger');
  });

  test('puts first what ends first', async () => {
    const results = [
      orderRow(3, { expires_at: soon(900) }),
      orderRow(2, { expires_at: soon(46) }),
      orderRow(1, { expires_at: soon(300) }),
    ];
    server.use(serve(routes.listOrders, { count: 3, results }));
    openApp('/balance');
    await screen.findByText('Сбер •2');
    const rows = rowsOf(screen.getByRole('table', { name: 'Сейчас в работе' }));
    expect(rows.map(([requisite]) => requisite)).toEqual(['Сбер •2', 'Сбер •1', 'Сбер •3']);
  });

  test("puts an order whose payer says they paid before all, with the payer's word", async () => {
    const results = [
      orderRow(3, { expires_at: soon(46) }),
      orderRow(2, { expires_at: soon(900), claim: { made_at: '2026-01-01T21:31:00.000Z', sender_name: 'Иван К.' } }),
      orderRow(1, { expires_at: soon(300), claim: { made_at: '2026-01-01T21:32:00.000Z', sender_name: '' } }),
    ];
    server.use(serve(routes.listOrders, { count: 3, results }));
    openApp('/balance');
    await isSeen('Плательщик сообщил: 00:31, Иван К.');
    await isSeen('Плательщик сообщил: 00:32');
    const rows = rowsOf(screen.getByRole('table', { name: 'Сейчас в работе' }));
    expect(rows.map(([requisite]) => requisite)).toEqual(['Сбер •1', 'Сбер •2', 'Сбер •3']);
  });

  test('without orders says so', async () => {
    server.use(serve(routes.listOrders, { count: 0, results: [] }));
    openApp('/balance');
    await isSeen('Активных заказов нет');
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
    const [first] = await screen.findAllByRole('button', { name: /^Подтвердить 1.234.567,50.₽$/ });
    await user.click(first as HTMLElement);
    const question = await screen.findByRole('dialog');
    expect(question).toHaveAccessibleName(/^Подтвердить заказ 00000001 на 1.234.567,50.₽\?$/);
    expect(confirmed).toEqual([]);
    await answerQuestion(user, 'Подтвердить');
    await isSeen('Заказ подтвержден!');
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

  describe('by keyboard', () => {
    const name = (n: number) => new RegExp(`^Подтвердить ${n}.000,00.₽$`);
    const row = (n: number) => screen.getByRole('button', { name: name(n) });
    let left: OrderRow[] = [];
    beforeEach(() => {
      left = [1, 2, 3].map((n) => orderRow(n, { amount: `${n}000.00`, expires_at: soon(n * 100) }));
      server.use(
        serve(routes.listOrders, () => HttpResponse.json({ count: left.length, results: left })),
        serve(routes.confirmOrder, ({ params }) => {
          left = left.filter((order) => order.id !== params['id']);
          return HttpResponse.json({});
        }),
      );
    });
    const open = async () => {
      const { user } = openApp('/balance');
      await screen.findByRole('button', { name: name(1) });
      return user;
    };

    test('goes on from row to row, and to the heading after the last', async () => {
      const user = await open();
      await answerByKeyboard(user, row(1), /^Подтвердить заказ 00000001 на 1.000,00.₽\?$/);
      await focusIsOn(() => row(2));
      await answerByKeyboard(user, row(2), /^Подтвердить заказ 00000002 /);
      await focusIsOn(() => row(3));
      await answerByKeyboard(user, row(3), /^Подтвердить заказ 00000003 /);
      await focusIsOn(() => screen.getByRole('heading', { name: 'Сейчас в работе' }));
      await isSeen('Активных заказов нет');
    });

    test('comes back to the row when the call fails', async () => {
      server.use(serve(routes.confirmOrder, () => problem(503, 'Сервис временно недоступен')));
      const user = await open();
      await answerByKeyboard(user, row(2), /^Подтвердить заказ 00000002 /);
      await isSeen('Ошибка подтверждения');
      await focusIsOn(() => row(2));
    });

    test('goes on when the row is taken away with the focus on it', async () => {
      const user = await open();
      act(() => row(2).focus());
      left = left.filter(({ id }) => id !== orderId(2));
      window.dispatchEvent(new Event('focus'));
      await user.hover(screen.getByRole('heading', { level: 1 }));
      await waitFor(() => expect(document.activeElement).not.toBe(document.body));
    });

    test('an Enter that is held down does not answer', async () => {
      const user = await open();
      row(1).focus();
      await user.keyboard('{Enter}');
      const yes = within(screen.getByRole('dialog')).getByRole('button', { name: 'Подтвердить' });
      await focusIsOn(() => yes);
      // The browser clicks on a key that repeats unless it is told not to.
      expect(fireEvent.keyDown(yes, { key: 'Enter', repeat: true })).toBe(false);
      expect(fireEvent.keyDown(yes, { key: 'Enter' })).toBe(true);
    });
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
      await focusIsOn(() => leave);
      await user.click(leave);
      await user.hover(screen.getByRole('heading', { level: 1 }));
      await isSeen('Активных заказов нет');
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
