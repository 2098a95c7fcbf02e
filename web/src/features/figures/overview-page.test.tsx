import * as routes from '@kantor/contract/plain/platform-routes.ts';
import { act, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, test } from 'vitest';
import { api } from '@/api/api';
import type { Overview } from '@/api/platform-figures';
import { openApp } from '@/test/render-app';
import { isSeen, rowsOf } from '@/test/screen-reading';
import { asUser, problem, serve, server } from '@/test/server';

const operator = { username: 'anna', role: 'operator', wallet: '', payout_enable: false } as const;
const ago = (minutes: number) => new Date(Date.now() - minutes * 60_000).toISOString();
const day = (factor: number): Overview['today'] => ({
  asked: 12 * factor,
  issued: 10 * factor,
  came_closed: 7 * factor,
  came_lost: 1 * factor,
  closed: 8 * factor,
  turnover: `${12_345 * factor}.50`,
  revenue: `${3 * factor}.250000`,
});
const overview: Overview = {
  at: '2026-11-23T09:03:00.000Z',
  waiting: [
    { what: 'withdrawals', count: 3, sum: '1250.500000', since: ago(185) },
    { what: 'appeals', count: 1, sum: null, since: ago(61.5) },
    { what: 'unread_applications', count: 1, sum: null, since: null, names: ['ru.bank.with.a.very.long.name'] },
  ],
  rate: { rate: '92.5000', confirmed_at: ago(5), stale_at: ago(-5), source: 'rates.example' },
  today: day(1),
  yesterday: { ...day(2), came_closed: 0, came_lost: 0 },
  compared_until: '2026-11-22T09:00:00.000Z',
  since: '2026-01-01T00:00:00.000Z',
  refusals: [
    { reason: 'device_silent', today: 4, yesterday: 0 },
    { reason: 'limit_unpaid_hour', today: 1, yesterday: 2 },
    { reason: 'of_tomorrow', today: 1, yesterday: 0 },
  ],
  free: { traders: 4, usdt: '10500.000000' },
};

describe('the overview', () => {
  beforeEach(() => server.use(asUser(operator), serve(routes.getOverview, overview)));

  test("is the first page of the platform's people", async () => {
    const { address } = openApp('/');
    await waitFor(() => expect(address()).toBe('/platform/overview'));
    await waitFor(() => expect(screen.getByRole('heading', { name: 'Сводка' })).toBeVisible());
  });

  test('leads from each thing that waits to where it is taken in hand, with its sum and its oldest', async () => {
    openApp('/platform/overview');
    const inbox = await screen.findByRole('region', { name: 'Ждёт рук' });
    const links = within(inbox)
      .getAllByRole('link')
      .map((link) => [link.textContent?.replaceAll('\u00a0', ' '), link.getAttribute('href')]);
    expect(links).toEqual([
      ['3Выводы к отправке1 250,50 USDT · дольше всех 3 ч', '/platform/withdrawals?status=OPEN'],
      ['1Открытые апелляциидольше всех 61 мин', '/platform/appeals?status=OPERATOR'],
      [
        '1Приложения банков, чьи сообщения читаются не как обычноru.bank.with.a.very.long.name',
        '/platform/notifications?status=unread_application',
      ],
    ]);
  });

  test('leads from a figure to what it counts: orders issued today, traders with traffic on, the rate', async () => {
    openApp('/platform/overview');
    const leads = async (name: string) => (await screen.findByRole('link', { name })).getAttribute('href');
    expect(await leads('10')).toBe('/platform/orders?from=2026-11-23');
    expect(await leads('92,50\u00a0₽')).toBe('/platform/rate');
    expect(screen.getByRole('link', { name: 'трейдеров: 4' })).toHaveAttribute(
      'href',
      '/platform/accounts?status=TRAFFIC',
    );
  });

  test('compares today with yesterday at this hour, and says how it counts', async () => {
    openApp('/platform/overview');
    const days = await screen.findByRole('table', { name: 'Сегодня и вчера к этому часу' });
    expect(within(days).getByRole('columnheader', { name: 'Вчера к 12:00' })).toBeVisible();
    expect(rowsOf(days)).toEqual([
      ['Запрошено заказов', '12', '24'],
      ['Выдано', '10', '20'],
      ['Закрыто', '8', '16'],
      ['Конверсия', '87,5 %', '—'],
      ['Оборот, ₽', '12 345,50', '24 690,50'],
      ['Доход, USDT', '3,25', '6,25'],
    ]);
    expect(rowsOf(screen.getByRole('table', { name: 'Отказы по причинам' }))).toEqual([
      ['телефон молчит', '4', '0'],
      ['лимит магазина: неоплаченные за час', '1', '2'],
      ['of_tomorrow', '1', '0'],
    ]);
    await isSeen(/Конверсия: закрытые из завершённых/);
    expect(screen.queryByText(/Показатели дней полны с/)).toBeNull();
  });

  test('asks again when the platform’s figures have changed', async () => {
    let answer = overview;
    server.use(serve(routes.getOverview, () => Response.json(answer)));
    const { store } = openApp('/platform/overview');
    await screen.findByRole('link', { name: /Выводы к отправке/ });
    answer = { ...overview, waiting: [], refusals: [], since: overview.at, rate: null };
    act(() => void store.dispatch(api.util.invalidateTags(['Platform'])));
    await isSeen('Ничего не ждёт');
    await isSeen('Отказов не было');
    await isSeen(/Показатели дней полны с 23.11.2026, 12:03/);
    await isSeen('не задан');
  });

  test('that cannot be loaded says so', async () => {
    server.use(serve(routes.getOverview, () => problem(500, 'Ошибка')));
    openApp('/platform/overview');
    await isSeen('Не удалось загрузить сводку');
  });
});
