import * as routes from '@kantor/contract/plain/routes.ts';
import { act, screen, waitFor, within } from '@testing-library/react';
import { delay, HttpResponse } from 'msw';
import { beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { api } from '@/api/api';
import type { TraderDashboard } from '@/api/balance';
import { moscowDay } from '@/shared/lib/format-date';
import { serverNow } from '@/shared/lib/server-clock';
import { trader, traderDashboard } from '@/test/fixtures';
import { earnings } from '@/test/fixtures-trader';
import { openApp } from '@/test/render-app';
import { figureOf, isSeen } from '@/test/screen-reading';
import { asUser, problem, serve, server } from '@/test/server';

const headingOfEarnings = () => screen.getByRole('heading', { name: 'Баланс заработка' });

describe("the trader's balance", () => {
  let dashboard: TraderDashboard;
  let toggled: boolean[];
  let releases: ((answer?: Response) => void)[];

  /** Each toggle waits until the test answers it. */
  const holdToggles = () =>
    server.use(
      serve(routes.toggleTraffic, async ({ request }) => {
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
    server.use(serve(routes.getTraderDashboard, () => HttpResponse.json(dashboard)));
  });

  test('shows its cards', async () => {
    openApp('/balance');
    expect(await figureOf('Баланс USDT')).toBe('12 345,67USDT');
    expect(await figureOf('Удержано USDT')).toBe('865,42USDT');
    expect(await figureOf('Баланс заработка')).toContain('55,25');
    expect(screen.getByRole('heading', { level: 1 })).toHaveTextContent('Баланс');
  });

  test('says what came of the orders of today', async () => {
    const asked: string[] = [];
    server.use(
      asUser({ ...trader, rights: ['orders.list', 'balance.read'] }),
      serve(routes.getEarnings, earnings({ today: '1.500000', week: '2.000000', month: '3.000000' })),
      serve(routes.getOrderTotals, ({ request }) => {
        asked.push(new URL(request.url).search);
        // Since yesterday is today, too.
        const closed = asked.length === 1 ? 47 : 100;
        const statuses = [
          { status: 'CLOSED', count: closed, amount: '87400.00' },
          { status: 'EXPIRED', count: closed === 47 ? 5 : 10, amount: '9000.00' },
        ];
        return HttpResponse.json({ is_whole: true, statuses });
      }),
    );
    openApp('/balance');
    await waitFor(async () =>
      expect(await figureOf('Закрыто сегодня')).toMatch(
        /^47из 52.*87.400,00.₽ · заработано 1,50.USDTконверсия 90,4 %вчера 53 из 58 · 0,50.USDT$/,
      ),
    );
    expect(screen.getByRole('img', { name: /^Заработано за 24 часа: 1,50.USDT, по часам$/ })).toBeVisible();
    const day = (ms: number) => `?since=${moscowDay(new Date(serverNow() - ms).toISOString())}`;
    expect(asked).toEqual([day(0), day(24 * 3_600_000)]);
  });

  test('says how much of what is held is for payouts', async () => {
    dashboard = { ...traderDashboard, payouts_on_hold: '51.000000' };
    openApp('/balance');
    await isSeen('за выплаты 51,00');
    expect(await figureOf('Удержано USDT')).toContain('865,42USDT');
  });

  test('while loading shows no figures', async () => {
    server.use(serve(routes.getTraderDashboard, () => delay('infinite')));
    openApp('/balance');
    await screen.findByRole('heading', { name: 'Сейчас в работе' });
    expect(screen.queryByRole('region', { name: 'Баланс USDT' })).toBeNull();
    expect(screen.getAllByText('Загрузка…').length).toBeGreaterThan(0);
  });

  test('that cannot be had says so and can be tried again', async () => {
    server.use(serve(routes.getTraderDashboard, () => problem(500, 'Ошибка')));
    const { user } = openApp('/balance');
    expect(await screen.findByRole('alert')).toHaveTextContent('Ошибка загрузки баланса');
    server.use(serve(routes.getTraderDashboard, dashboard));
    await user.click(screen.getByRole('button', { name: 'Повторить' }));
    expect(await figureOf('Удержано USDT')).toBe('865,42USDT');
  });

  test('traffic answers at once', async () => {
    holdToggles();
    const { user } = openApp('/balance');
    await user.click(await screen.findByRole('button', { name: 'Трафик включён' }));
    expect(screen.getByRole('button', { name: 'Трафик выключен' })).toBeVisible();
    await release(0);
    await waitFor(() => expect(dashboard.is_active).toBe(false));
    await waitFor(() => expect(screen.getByRole('button', { name: 'Трафик выключен' })).toBeVisible());
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
    await waitFor(() => expect(screen.getByRole('button', { name: 'Трафик включён' })).toBeVisible());
    expect(toggled).toEqual([false, true]);
  });

  test.each([
    ['once', 'Трафик выключен'],
    ['twice', 'Трафик включён'],
  ])('traffic pressed %s shows no former state when an older answer comes late', async (times, last) => {
    holdToggles();
    const reads: ((read: TraderDashboard) => void)[] = [];
    const { user, store } = openApp('/balance');
    const button = await screen.findByRole('button', { name: 'Трафик включён' });
    server.use(
      serve(routes.getTraderDashboard, async () =>
        HttpResponse.json(await new Promise<TraderDashboard>((resolve) => reads.push(resolve))),
      ),
    );
    // An event asks for the balance anew; the answer tells what was before the last press.
    act(() => void store.dispatch(api.util.invalidateTags(['Dashboard'])));
    await waitFor(() => expect(reads).toHaveLength(1));
    await user.click(button);
    if (times === 'twice') await user.click(button);
    expect(button).toHaveTextContent(last);
    const former: string[] = [];
    const watch = new MutationObserver(() => button.textContent !== last && former.push(button.textContent));
    watch.observe(button, { subtree: true, characterData: true, childList: true });
    onTestFinished(() => watch.disconnect());

    await release(0);
    if (times === 'twice') await release(1);
    await waitFor(() => expect(dashboard.is_active).toBe(last === 'Трафик включён'));
    const states = () => Object.values(store.getState().api.mutations).map((mutation) => mutation?.status);
    await waitFor(() => expect(new Set(states())).toEqual(new Set(['fulfilled'])));
    reads[0]?.({ ...dashboard, is_active: !dashboard.is_active });
    // It is read once more, and what the change made stale after that.
    for (const nth of [1, 2]) {
      await waitFor(() => expect(reads.length).toBeGreaterThan(nth));
      reads[nth]?.({ ...dashboard, balance: `${nth}.00` });
    }
    await waitFor(async () => expect(await figureOf('Баланс USDT')).toBe('2,00USDT'));
    expect(button).toHaveTextContent(last);
    expect(former).toEqual([]);
  });

  test('traffic that cannot be switched falls back, with the reason', async () => {
    holdToggles();
    const { user } = openApp('/balance');
    await user.click(await screen.findByRole('button', { name: 'Трафик включён' }));
    await release(0, problem(409, 'Нет активных реквизитов'));
    await isSeen('Не удалось выполнить действие');
    await isSeen('Нет активных реквизитов');
    await waitFor(() => expect(screen.getByRole('button', { name: 'Трафик включён' })).toBeVisible());
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
      serve(routes.moveEarnings, async () => {
        moves += 1;
        await new Promise<void>((resolve) => (answer = resolve));
        dashboard = { ...dashboard, earned_balance: '0.000000', balance: '12400.920000', can_move_earnings: false };
        return HttpResponse.json(dashboard);
      }),
    );
    const { user } = openApp('/balance');
    const button = await screen.findByRole('button', { name: 'Перевести на основной' });
    await user.dblClick(button);
    expect(screen.getByRole('dialog')).toHaveAccessibleName(/^Перевести 55,25.USDT на основной баланс\?$/);
    expect(moves).toBe(0);
    await user.dblClick(within(screen.getByRole('dialog')).getByRole('button', { name: 'Перевести' }));
    expect(await figureOf('Баланс USDT')).toBe('12 345,67USDT');
    await waitFor(() => expect(moves).toBe(1));
    answer();
    await waitFor(async () => expect(await figureOf('Баланс USDT')).toBe('12 400,92USDT'));
    expect(button).toHaveAttribute('aria-disabled', 'true');
    // The button's, or its card's heading where the new balance was there before the question had gone.
    await waitFor(() => expect([button, headingOfEarnings()]).toContain(document.activeElement));
    expect(moves).toBe(1);
  });
});
