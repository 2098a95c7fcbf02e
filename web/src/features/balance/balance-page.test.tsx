import { screen, waitFor, within } from '@testing-library/react';
import { delay, http, HttpResponse } from 'msw';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import type { Actor } from '@kantor/contract/statuses.ts';
import type { TraderDashboard } from '@/api/balance';
import { serverNow } from '@/shared/lib/server-clock';
import { orderDetail, orderId, orderRow, traderDashboard } from '@/test/fixtures';
import { openApp } from '@/test/render-app';
import { asMerchant, get, problem, server, url } from '@/test/server';

const card = async (name: string) =>
  (await screen.findByRole('region', { name })).textContent?.replaceAll('\u00a0', ' ').replace(name, '');

describe("the trader's balance", () => {
  let dashboard: TraderDashboard;
  let toggled: boolean[];
  let releases: ((answer?: Response) => void)[];

  /** Each toggle waits until the test answers it. */
  const holdToggles = () =>
    server.use(
      http.post(url('accounts/toggle/'), async ({ request }) => {
        const { is_active: isActive } = (await request.json()) as { is_active: boolean };
        toggled.push(isActive);
        const answer = await new Promise<Response | undefined>((resolve) => releases.push(resolve));
        if (answer) return answer;
        dashboard = { ...dashboard, is_active: isActive };
        return HttpResponse.json(dashboard);
      }),
    );
  const release = async (index: number, answer?: Response) => {
    await waitFor(() => expect(releases.length).toBeGreaterThan(index));
    releases[index]?.(answer);
  };

  beforeEach(() => {
    dashboard = traderDashboard;
    toggled = [];
    releases = [];
    server.use(http.get(url('trader/dashboard/'), () => HttpResponse.json(dashboard)));
  });

  test('shows its cards', async () => {
    openApp('/balance');
    expect(await card('Баланс USDT')).toBe('12 345,67USDT');
    expect(await card('Удержано USDT')).toBe('865,42USDT');
    expect(await card('Баланс заработка')).toContain('55,25');
    expect(screen.getByRole('heading', { level: 1 })).toHaveTextContent('Баланс');
  });

  test('while loading shows no figures', async () => {
    server.use(http.get(url('trader/dashboard/'), () => delay('infinite')));
    openApp('/balance');
    await screen.findByRole('heading', { name: 'Сейчас в работе' });
    expect(screen.queryByRole('region', { name: 'Баланс USDT' })).toBeNull();
    expect(screen.getAllByText('Загрузка…').length).toBeGreaterThan(0);
  });

  test('that cannot be had says so and can be tried again', async () => {
    server.use(http.get(url('trader/dashboard/'), () => problem(500, 'Ошибка')));
    const { user } = openApp('/balance');
    expect(await screen.findByRole('alert')).toHaveTextContent('Ошибка загрузки баланса');
    server.use(get('trader/dashboard/', dashboard));
    await user.click(screen.getByRole('button', { name: 'Повторить' }));
    expect(await card('Удержано USDT')).toBe('865,42USDT');
  });

  test('traffic answers at once', async () => {
    holdToggles();
    const { user } = openApp('/balance');
    await user.click(await screen.findByRole('button', { name: 'Трафик включён' }));
    expect(screen.getByRole('button', { name: 'Трафик выключен' })).toBeVisible();
    await release(0);
    await waitFor(() => expect(dashboard.is_active).toBe(false));
    expect(await screen.findByRole('button', { name: 'Трафик выключен' })).toBeVisible();
    expect(toggled).toEqual([false]);
  });

  test('of many presses of traffic the last one is saved', async () => {
    holdToggles();
    const { user } = openApp('/balance');
    const press = async () => user.click(await screen.findByRole('button', { name: /Трафик/ }));
    await press();
    await press();
    await press();
    await press();
    await press();
    expect(screen.getByRole('button', { name: 'Трафик выключен' })).toBeVisible();
    await release(0);
    await waitFor(() => expect(dashboard.is_active).toBe(false));
    expect(toggled).toEqual([false]);
  });

  test('traffic pressed back while the first press is saved ends as it began', async () => {
    holdToggles();
    const { user } = openApp('/balance');
    await user.click(await screen.findByRole('button', { name: 'Трафик включён' }));
    await user.click(screen.getByRole('button', { name: 'Трафик выключен' }));
    await release(0);
    await release(1);
    await waitFor(() => expect(dashboard.is_active).toBe(true));
    expect(await screen.findByRole('button', { name: 'Трафик включён' })).toBeVisible();
    expect(toggled).toEqual([false, true]);
  });

  test('traffic that cannot be switched falls back, with the reason', async () => {
    holdToggles();
    const { user } = openApp('/balance');
    await user.click(await screen.findByRole('button', { name: 'Трафик включён' }));
    await release(0, problem(409, 'Нет активных реквизитов'));
    expect(await screen.findByText('Не удалось выполнить действие')).toBeVisible();
    expect(screen.getByText('Нет активных реквизитов')).toBeVisible();
    expect(screen.getByRole('button', { name: 'Трафик включён' })).toBeVisible();
  });

  test('traffic that may not be switched on is disabled and says why', async () => {
    dashboard = {
      ...traderDashboard,
      is_active: false,
      account_enable_info: { can_be_enable: false, reason: 'Баланс пуст' },
    };
    openApp('/balance');
    expect(await screen.findByRole('button', { name: 'Трафик выключен' })).toBeDisabled();
    expect(screen.getByText('Баланс пуст')).toBeVisible();
  });

  test("the reason 'ok' is not shown", async () => {
    openApp('/balance');
    await screen.findByRole('button', { name: 'Трафик включён' });
    expect(screen.queryByText('ok')).toBeNull();
  });

  test('earnings are moved by the server, not by the screen', async () => {
    let answer = () => {};
    let moves = 0;
    server.use(
      http.post(url('accounts/transfer/'), async () => {
        moves += 1;
        await new Promise<void>((resolve) => (answer = resolve));
        dashboard = { ...dashboard, earned_balance: '0.000000', balance: '12400.920000', can_move_earnings: false };
        return HttpResponse.json(dashboard);
      }),
    );
    const { user } = openApp('/balance');
    await user.dblClick(await screen.findByRole('button', { name: 'Перевести на основной' }));
    expect(await card('Баланс USDT')).toBe('12 345,67USDT');
    await waitFor(() => expect(moves).toBe(1));
    answer();
    await waitFor(async () => expect(await card('Баланс USDT')).toBe('12 400,92USDT'));
    expect(screen.getByRole('button', { name: 'Перевести на основной' })).toBeDisabled();
    expect(moves).toBe(1);
  });
});

describe('in work now', () => {
  const soon = (seconds: number) => new Date(serverNow() + seconds * 1000).toISOString();

  test('shows active orders with the time they have left', async () => {
    server.use(
      http.get(url('orders/'), ({ request }) => {
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
    server.use(get('orders/', { count: 0, results: [] }));
    openApp('/balance');
    expect(await screen.findByText('Активных заказов нет')).toBeVisible();
  });

  test('that cannot be had says so, and leaves the balance alone', async () => {
    server.use(http.get(url('orders/'), () => problem(500, 'Ошибка')));
    openApp('/balance');
    expect(await screen.findByRole('alert')).toHaveTextContent('Заказы не найдены');
    expect(await card('Баланс USDT')).toBe('12 345,67USDT');
  });

  test('confirms in the row, after a look at the amount', async () => {
    let confirmed: string[] = [];
    let left = [orderRow(1), orderRow(2)];
    server.use(
      http.get(url('orders/'), () => HttpResponse.json({ count: left.length, results: left })),
      http.post(url('orders/:id/confirm/'), ({ params }) => {
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
      http.post(url('orders/:id/confirm/'), () => {
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
      server.use(get('orders/', { count: 1, results: [orderRow(1)] }));
      const { user } = openApp('/balance');
      const button = await screen.findByRole('button', { name: /^Подтвердить 1/ });
      await user.click(button);
      const question = await screen.findByRole('dialog');
      return { user, question };
    };
    const close = (actor: Actor) => {
      const step = { created_at: '2026-01-01T21:31:00.000Z', status: 'CLOSED', human_status: 'Закрыт', actor } as const;
      const order = orderDetail(1, { status: 'CLOSED', human_status: 'Закрыт', status_history: [step] });
      server.use(get('orders/', { count: 0, results: [] }), get(`orders/${orderId(1)}/`, order));
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
    server.use(get('orders/', { count: 1, results: [orderRow(1)] }));
    window.dispatchEvent(new Event('focus'));
    expect(await screen.findByRole('button', { name: 'Уже не в работе' })).toBeDisabled();
    expect(screen.getByText('Сбер •2')).toBeVisible();
  });
});

describe("the merchant's balance", () => {
  beforeEach(() => server.use(asMerchant()));

  test('shows the summary', async () => {
    openApp('/balance');
    expect(await card('Баланс USDT')).toBe('1 012 345,67USDT');
    expect(await card('Успешных сделок')).toBe('12 408');
    expect(await card('Отмененных сделок')).toBe('311');
    expect(await card('Сделок за сегодня')).toBe('86');
    expect(await card('Активных аккаунтов')).toBe('14');
    expect(screen.queryByText('Сейчас в работе')).toBeNull();
  });

  test('that cannot be had says so', async () => {
    server.use(http.get(url('merchant/dashboard/'), () => problem(500, 'Ошибка')));
    openApp('/balance');
    expect(await screen.findByText('Ошибка загрузки баланса')).toBeVisible();
  });

  test('is what every other role has too', async () => {
    server.use(get('users/me/', { username: 'op', role: 'operator', wallet: '', payout_enable: false }));
    openApp('/balance');
    expect(await card('Успешных сделок')).toBe('12 408');
  });

  test('lists new orders, fifty a page', async () => {
    let asked = '';
    server.use(
      http.get(url('orders/'), ({ request }) => {
        asked = new URL(request.url).search;
        return HttpResponse.json({
          count: 120,
          results: [orderRow(1), orderRow(2, { payment_datetime: '2026-01-01T21:32:00Z' })],
        });
      }),
    );
    const { user, address } = openApp('/balance');
    const table = await screen.findByRole('table', { name: 'Новые заказы' });
    expect(
      within(table)
        .getAllByRole('columnheader')
        .map((head) => head.textContent),
    ).toEqual(['Сумма, ₽', 'Сумма, USDT', 'ID заказа', 'Время создания', 'Время оплаты']);
    expect(await within(table).findByText('Не оплачен')).toBeVisible();
    expect(within(table).getByText('02.01.2026, 00:32')).toBeVisible();
    expect(within(table).getAllByRole('button', { name: 'Копировать ID заказа' })).toHaveLength(2);
    expect(asked).toBe('?page=1&page_size=50');
    await user.click(screen.getByRole('link', { name: 'Страница 3' }));
    await waitFor(() => expect(asked).toBe('?page=3&page_size=50'));
    expect(address()).toBe('/balance?page=3');
  });

  test('without new orders says so', async () => {
    server.use(get('orders/', { count: 0, results: [] }));
    openApp('/balance');
    expect(await screen.findByText('Новые заказы не найдены')).toBeVisible();
    expect(screen.queryByRole('button', { name: 'Повторить' })).toBeNull();
  });

  test('whose new orders cannot be had says so, and can try again', async () => {
    server.use(http.get(url('orders/'), () => problem(500, 'Ошибка')));
    openApp('/balance');
    expect(await screen.findByRole('alert')).toHaveTextContent('Новые заказы не найдены');
    expect(screen.getByRole('button', { name: 'Повторить' })).toBeVisible();
  });
});
