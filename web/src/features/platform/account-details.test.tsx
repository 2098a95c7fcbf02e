import * as platform from '@kantor/contract/plain/platform-routes.ts';
import { screen, waitFor, within } from '@testing-library/react';
import { HttpResponse } from 'msw';
import { beforeEach, describe, expect, test } from 'vitest';
import { besideAccount, entry, openAccount } from '@/test/account-page';
import { operator } from '@/test/fixtures';
import { fullPage, later, merchantPage } from '@/test/fixtures-platform';
import { factsShown, loadedTable, rowsOf } from '@/test/screen-reading';
import { asUser, serve, server } from '@/test/server';

const trader = fullPage;
const merchant = merchantPage(7);

beforeEach(() => server.use(asUser(operator), ...besideAccount()));

describe('the page of an account', () => {
  test('says who a trader is, what they have and what they earn', async () => {
    openAccount(trader);
    await screen.findByText('второй фактор есть · вход 02.01.2026, 00:30');
    await waitFor(() =>
      expect(factsShown()).toMatchObject({
        Роль: 'Трейдер',
        Трафик: 'включён',
        'Реквизиты готовы': '1 из 2',
        Конверсия: '75 %, закрыто 3 из 4',
        Доступно: '1 000,00 USDT',
        Удержано: '20,00 USDT',
        Заработано: '3,00 USDT',
        'Вознаграждение с заказа': '2 %',
      }),
    );
    expect(screen.getByText(/трейдер получает их комиссию \(1\): cheap\.shop/)).toBeVisible();
    expect(screen.queryByRole('heading', { name: 'Пределы' })).toBeNull();
  });

  test('says what a merchant pays, owes and may hold', async () => {
    openAccount({ ...merchant, debt: '7.500000' });
    await screen.findByRole('heading', { name: 'Пределы' });
    await waitFor(() =>
      expect(factsShown()).toMatchObject({
        Роль: 'Мерчант',
        Долг: '7,50 USDT',
        'Комиссия с заказа': '2 %',
        'Активных заказов': '46 из 50',
        'Сумма активных': '125 000,50 из 3 000 000,00 ₽',
        'Неоплаченных за час': 'без предела',
        'Запросов в секунду': '20',
      }),
    );
    expect(screen.queryByRole('heading', { name: 'Разрешённые чужие счета' })).toBeNull();
  });

  test('has its entries, which lead to what they are for, and its last deeds', async () => {
    openAccount(trader);
    expect(rowsOf(await loadedTable('Движение денег'))).toEqual([
      ['03.01.2026, 00:30', 'Закрытие заказа', '01939c2f-7…', '−16,304348', '983,695652'],
    ]);
    expect(screen.getByRole('link', { name: '01939c2f-7…' })).toHaveAttribute(
      'href',
      `/platform/orders/${entry.object_id}`,
    );
    expect(rowsOf(await loadedTable('Журнал'))[0]?.slice(0, 2)).toEqual(['Изменение реквизита', 'anna']);
    expect(screen.getByRole('link', { name: 'Весь журнал' })).toHaveAttribute(
      'href',
      `/platform/journal?account=${trader.id}`,
    );
  });

  test('asks for the entries of the part that is chosen', async () => {
    const asked: (string | null)[] = [];
    server.use(
      serve(platform.listAccountEntries, ({ request }) => {
        asked.push(new URL(request.url).searchParams.get('part'));
        return HttpResponse.json({ count: 0, results: [] });
      }),
    );
    const { user } = openAccount(trader);
    await screen.findByText('Движений не было');
    await user.click(screen.getByRole('button', { name: 'заработано' }));
    await waitFor(() => expect(asked).toEqual(['available', 'earned']));
  });

  test.for([
    [
      trader,
      ['orders', 'payouts', 'withdrawals', 'appeals', 'requisites', 'cabinets', 'notifications', 'deposits', 'journal'],
    ],
    [merchant, ['orders', 'payouts', 'withdrawals', 'appeals', 'webhooks', 'journal']],
  ] as const)('leads to the lists of what is its own', async ([account, lists]) => {
    openAccount(account);
    const card = (await screen.findByRole('heading', { name: 'Всё этого счёта' })).closest('section');
    const links = within(card as HTMLElement).getAllByRole('link');
    expect(links.map((link) => link.getAttribute('href'))).toEqual(
      lists.map((list) => `/platform/${list}?account=${account.id}`),
    );
  });

  test('of a blocked account without anything says so', async () => {
    openAccount(
      merchantPage(7, { blocked_at: later, members: [], signed_in_at: null, capped: { count: 0, names: [] } }),
    );
    expect(await screen.findByRole('button', { name: 'Разблокировать' })).toBeVisible();
    await waitFor(() =>
      expect(factsShown()).toMatchObject({ Заблокирован: '03.01.2026, 00:30', 'Последний вход': '—' }),
    );
    expect(screen.queryByRole('button', { name: 'Пригласить' })).toBeNull();
    expect(screen.getByText('Кошельков нет')).toBeVisible();
  });
});

test('traffic that the platform has stopped is told with who and why, and may be allowed again', async () => {
  server.use(...besideAccount(), asUser(operator));
  const stopped = { at: later, by: 'boris', reason: 'Подтверждает без сообщений' };
  openAccount({ ...fullPage, traffic: false, traffic_stopped: stopped });
  expect(await screen.findByText('Подтверждает без сообщений')).toBeVisible();
  expect(screen.getByText('boris')).toBeVisible();
  expect(screen.getByRole('button', { name: /^Разрешить трафик/ })).toBeVisible();
  expect(screen.queryByRole('button', { name: /^Выключить трафик/ })).toBeNull();
});
