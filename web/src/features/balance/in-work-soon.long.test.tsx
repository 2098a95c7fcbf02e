import * as cabinetRoutes from '@kantor/contract/plain/cabinet-routes.ts';
import * as routes from '@kantor/contract/plain/routes.ts';
import { act, screen, waitFor } from '@testing-library/react';
import { HttpResponse } from 'msw';
import { beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import type { OrderRow } from '@/api/orders';
import { serverNow } from '@/shared/lib/server-clock';
import { orderId, orderRow, unusedMessage } from '@/test/fixtures';
import { focusIsOn } from '@/test/question';
import { openApp } from '@/test/render-app';
import { isSeen } from '@/test/screen-reading';
import { type Call, pathOf, problem, serve, server } from '@/test/server';

describe('in work, by a message that fits', () => {
  const soon = (seconds: number) => new Date(serverNow() + seconds * 1000).toISOString();
  const COUNT = 50;
  const amountOf = (n: number) => `${1000 + n}.00`;
  const name = (n: number) => new RegExp(`^Подтвердить 1.${String(n).padStart(3, '0')},00.₽$`);
  const row = (n: number) => screen.getByRole('button', { name: name(n) });
  const undoOf = (n: number) =>
    screen.getByRole('button', { name: new RegExp(`^Отменить подтверждение 1.${String(n).padStart(3, '0')},00.₽$`) });
  /** Nothing is sent before the page is left, however slow the machine is. */
  const holdTime = () => {
    const { setTimeout: later } = globalThis;
    const hold = (run: () => void, milliseconds?: number) =>
      later(milliseconds === 5000 ? () => undefined : run, milliseconds);
    vi.stubGlobal('setTimeout', Object.assign(hold, later));
    onTestFinished(() => void vi.stubGlobal('setTimeout', later));
  };
  const leavePage = () => act(() => void window.dispatchEvent(new Event('pagehide')));
  let left: OrderRow[] = [];
  let confirmed: Call[] = [];
  const paid = (n: number): Call => [pathOf(routes.confirmOrder, orderId(n)), { notification_id: unusedMessage(n).id }];

  beforeEach(() => {
    holdTime();
    confirmed = [];
    left = Array.from({ length: COUNT }, (_, index) => index + 1).map((n) =>
      orderRow(n, { amount: amountOf(n), expires_at: soon(n * 10 + 300), fitting_message: unusedMessage(n).id }),
    );
    server.use(
      serve(routes.listOrders, () => HttpResponse.json({ count: left.length, results: left })),
      serve(routes.confirmOrder, async ({ request, params }) => {
        confirmed.push([new URL(request.url).pathname, await request.json()]);
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

  test('fifty orders are confirmed in fewer than a hundred keys', async () => {
    const user = await open();
    let keys = 0;
    const press = async (key: string) => {
      keys += 1;
      await user.keyboard(key);
    };
    // By its name, for a look at all roles of fifty rows takes long.
    const focused = () => document.activeElement?.getAttribute('aria-label');
    const first = row(1);
    while (document.activeElement !== first) await press('{Tab}');
    for (let n = 1; n <= COUNT; n += 1) {
      await press('{Enter}');
      if (n < COUNT) expect(focused()).toMatch(name(n + 1));
    }
    expect(keys).toBeLessThan(100);
    expect(confirmed).toEqual([]);
    leavePage();
    await waitFor(() => expect(confirmed).toHaveLength(COUNT));
    expect(new Map(confirmed)).toEqual(new Map(Array.from({ length: COUNT }, (_, index) => paid(index + 1))));
    await isSeen('Активных заказов нет');
    await focusIsOn(() => screen.getByRole('heading', { name: 'Сейчас в работе' }));
  });

  test('what is undone is never sent, in its row or by the bar of another screen', async () => {
    left = left.slice(0, 3);
    const { user, router } = openApp('/balance');
    await screen.findByRole('button', { name: name(1) });
    const first = row(1);
    expect(first).toHaveAttribute('data-variant', 'filled');
    const now = vi.spyOn(performance, 'now').mockReturnValue(performance.now());
    await user.dblClick(first);
    expect(undoOf(1)).toHaveAttribute('data-variant', 'default');
    await user.click(row(2));
    await user.click(row(3));
    expect(await screen.findByText(/^Подтверждаем: 1.001,00.₽ · 1.002,00.₽ · 1.003,00.₽$/)).toBeVisible();
    now.mockReturnValue(performance.now() + 1000);
    await user.click(undoOf(2));
    now.mockRestore();
    expect(row(2)).toBeEnabled();
    server.use(serve(cabinetRoutes.listPings, { count: 0, results: [] }));
    await act(() => router.navigate('/pings'));
    await user.click(screen.getByRole('button', { name: /^Отменить последнее/ }));
    expect(await screen.findByText(/^Подтверждаем: 1.001,00.₽$/)).toBeVisible();
    leavePage();
    await waitFor(() => expect(confirmed).toEqual([paid(1)]));
    await waitFor(() => expect(screen.queryByText(/^Подтверждаем/)).toBeNull());
  });

  test('a refused one comes back with the sentence of the server, and may be pressed again', async () => {
    left = left.slice(0, 2);
    const sentence = 'По этому сообщению уже подтверждён заказ. Выберите другое';
    server.use(serve(routes.confirmOrder, () => problem(409, sentence, 'message_used')));
    const user = await open();
    await user.click(row(1));
    leavePage();
    await isSeen(sentence);
    await isSeen(/^1.001,00.₽: По этому сообщению/);
    await waitFor(() => expect(row(1)).toBeEnabled());
  });

  test('only what a message fits is marked and filled; without one, a press asks', async () => {
    left = [left[0], orderRow(2, { amount: amountOf(2), expires_at: soon(400) })].flatMap((each) => each ?? []);
    const user = await open();
    expect(screen.getAllByText('Пришло сообщение')).toHaveLength(1);
    expect(row(1)).toHaveAttribute('data-variant', 'filled');
    expect(row(2)).toHaveAttribute('data-variant', 'default');
    await user.click(row(2));
    // The message that comes meanwhile leaves the question where it is.
    await screen.findByRole('dialog');
    left = left.map((order) => ({ ...order, fitting_message: unusedMessage(1).id }));
    window.dispatchEvent(new Event('focus'));
    await waitFor(() => expect(screen.getAllByText('Пришло сообщение')).toHaveLength(2));
    expect(screen.getByRole('dialog')).toBeVisible();
  });
});
