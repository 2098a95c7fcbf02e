import * as routes from '@kantor/contract/plain/analytics-routes.ts';
import { listPlatformOrders } from '@kantor/contract/plain/platform-routes.ts';
import { getInbox } from '@kantor/contract/plain/routes.ts';
import { rightsOf } from '@kantor/contract/plain/rights.ts';
import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, test } from 'vitest';
import type { Analytics, BreakdownAnswer, Figures, Refusals } from '@/api/analytics';
import { merchant, operator, trader } from '@/test/fixtures';
import { openApp } from '@/test/render-app';
import { headsOf, isSeen, loadedTable, rowsOf } from '@/test/screen-reading';
import { asUser, problem, serve, server } from '@/test/server';

const figures = (changes: Partial<Figures> = {}): Figures => ({
  asked: null,
  issued: 100,
  issued_sum: '150000.00',
  closed: 60,
  late: 4,
  expired: 15,
  cancelled: 9,
  conversion_bp: 7143,
  sum: '90000.50',
  reversed: 0,
  reversed_sum: '0.00',
  lost_sum: '36000.00',
  median_seconds: 410,
  p90_seconds: 7500,
  earned: null,
  fee: null,
  revenue: null,
  appeals: 3,
  appeals_won: 1,
  ...changes,
});
const bar = (start: string, sum: string): Analytics['days'][number] => ({
  start,
  asked: null,
  issued: 3,
  closed: 2,
  expired: 1,
  cancelled: 0,
  sum,
  earned: null,
  fee: null,
  revenue: null,
});
const told = (changes: Partial<Figures> = {}): Analytics => ({
  at: '2026-11-25T11:30:00.000Z',
  read_at: null,
  since: null,
  period: { from: '2026-11-19', to: '2026-11-25' },
  figures: figures(changes),
  compared: {
    from: '2026-11-12',
    to: '2026-11-18',
    until: '2026-11-25T11:00:00.000Z',
    now: figures({ ...changes, closed: 55 }),
    before: figures({ ...changes, closed: 50, conversion_bp: null, median_seconds: null }),
  },
  hours: [bar('2026-11-25T08:00:00.000Z', '500.00')],
  days: [bar('2026-11-23T21:00:00.000Z', '1500.00'), bar('2026-11-24T21:00:00.000Z', '0.00')],
});
const row = (key: string, name: string | null, changes: Partial<Figures> = {}): BreakdownAnswer['rows'][number] => ({
  ...figures({ median_seconds: null, p90_seconds: null, ...changes }),
  key,
  name,
  note: null,
  min: null,
  below: null,
});
const breakdown = (rows: BreakdownAnswer['rows']): BreakdownAnswer => ({
  period: { from: '2026-11-19', to: '2026-11-25' },
  total: figures({ median_seconds: null, p90_seconds: null, earned: '12.345678' }),
  rows,
  rest: null,
});
const BANKS = breakdown([
  row('4', 'Т-Банк', { sum: '60000.50', closed: 20, conversion_bp: 5000 }),
  row('1', 'Сбербанк', { sum: '30000.00', closed: 40, conversion_bp: 9000 }),
]);
const REFUSALS: Refusals = {
  period: { from: '2026-11-19', to: '2026-11-25' },
  count: 312,
  sum: '402000.00',
  sums_since: null,
  reasons: [
    {
      reason: 'no_requisite',
      count: 312,
      sum: '402000.00',
      bands: [
        { band: 0, min: '0.00', below: '1000.00', count: 180 },
        { band: 6, min: '100000.00', below: null, count: 132 },
      ],
    },
  ],
};

const asked: string[] = [];
const answers = (analytics: Analytics, rows = BANKS) =>
  server.use(
    serve(getInbox, { items: [], changes_at: null }),
    serve(routes.getAnalytics, ({ request }) => {
      asked.push(new URL(request.url).search);
      return Response.json(analytics);
    }),
    serve(routes.getBreakdown, rows),
    serve(routes.getRefusals, REFUSALS),
  );
const tile = async (name: string) => {
  const region = await screen.findByRole('region', { name: 'Показатели заказов, созданных в этом периоде' });
  return within(region).getByRole('button', { name: new RegExp(`^${name}`) });
};

beforeEach(() => {
  asked.length = 0;
});

describe('a trader’s analytics', () => {
  beforeEach(() => {
    server.use(asUser({ ...trader, rights: rightsOf({ role: 'trader', memberRole: 'owner' }) }));
    answers(told({ earned: '12.345678' }));
  });

  test('say of when they are where they were read from a copy of the database', async () => {
    answers({ ...told({ earned: '1' }), read_at: '2026-11-25T11:29:52.000Z' });
    openApp('/analytics');
    await isSeen('Показатели на 25.11.2026, 14:29: прочитаны из копии базы.');
  });

  test('tell the period beside the one before, and how a figure is counted when it is pressed', async () => {
    const { user } = openApp('/analytics');
    expect(await tile('Конверсия')).toHaveTextContent('71,4 % было —');
    expect(await tile('Закрыто')).toHaveTextContent('60 было 50 +10 % к 14:00');
    expect(await tile('Медиана до оплаты')).toHaveTextContent('6 мин 50 с было —');
    expect(await tile('90 % оплачены за')).toHaveTextContent('2 ч 5 мин');
    expect(await tile('Заработано')).toHaveTextContent('12,35 USDT');
    expect(await tile('Потеряно')).toHaveTextContent('24 на 36 000,00 ₽, было 24');
    expect(screen.queryByRole('button', { name: /^(?:Запрошено|Комиссия|Доход)/ })).toBeNull();
    await isSeen(/Период ещё идёт\. Сравнение – до 25\.11\.2026, 14:00/);
    await user.click(await tile('Конверсия'));
    await isSeen(/Закрытые от всех завершённых/);
    expect(await tile('Конверсия')).toHaveAttribute('aria-expanded', 'true');
    expect(screen.queryByRole('heading', { name: 'Почему заказы не выданы' })).toBeNull();
  });

  test('show bars as a table, too, by day or by hour', async () => {
    const { user } = openApp('/analytics');
    const table = await screen.findByRole('table', { name: 'По времени' });
    const texts = () =>
      within(table)
        .getAllByRole('row')
        .map((each) => each.textContent?.replaceAll('\u00a0', ' '));
    expect(texts()).toEqual(['ДеньСумма закрытых', '24.11.20261 500,00 ₽', '25.11.20260,00 ₽']);
    await user.click(screen.getByRole('button', { name: 'По часам' }));
    expect(texts()).toEqual(['ВремяСумма закрытых', '25.11.2026, 11:00500,00 ₽']);
    await user.click(
      within(screen.getByRole('group', { name: 'Что показать' })).getByRole('button', { name: 'Конверсия' }),
    );
    expect(texts()).toEqual(['ВремяКонверсия', '25.11.2026, 11:0066,7 %']);
  });

  test('are broken down, sorted by a press on a head, and each number leads to its orders', async () => {
    const { user } = openApp('/analytics');
    const table = await loadedTable('Из чего складывается');
    const names = () => rowsOf(table).map(([name]) => name?.trim());
    await waitFor(() => expect(names()).toEqual(['Т-Банк', 'Сбербанк', 'Всего']));
    expect(headsOf(table)).toContain('Заработано');
    expect(rowsOf(table)[0]).toContain('66,7 %');
    await user.click(within(table).getByRole('button', { name: 'Конверсия' }));
    expect(names()).toEqual(['Сбербанк', 'Т-Банк', 'Всего']);
    expect(within(table).getByRole('columnheader', { name: 'Конверсия' })).toHaveAttribute('aria-sort', 'descending');
    const first = within(table).getAllByRole('row')[1];
    if (!first) throw new Error('There is no row');
    expect(
      within(first)
        .getAllByRole('link')
        .map((link) => link.getAttribute('href')),
    ).toEqual([
      '/orders?from=2026-11-19&to=2026-11-25&bank=1',
      '/orders?from=2026-11-19&to=2026-11-25&bank=1&status=CLOSED',
      '/orders?from=2026-11-19&to=2026-11-25&bank=1&status=EXPIRED',
      '/orders?from=2026-11-19&to=2026-11-25&bank=1&status=DECLINED',
    ]);
  });

  test('keep their choices in the address', async () => {
    const { user, address } = openApp('/analytics');
    await tile('Конверсия');
    expect(asked).toEqual(['?period=7d']);
    await user.click(screen.getByRole('button', { name: 'Месяц' }));
    await waitFor(() => expect(asked.at(-1)).toBe('?period=month'));
    await user.click(await screen.findByRole('button', { name: 'Способ' }));
    await waitFor(() => expect(address()).toBe('/analytics?period=month&by=method'));
  });

  test('of days of one’s own are asked for by the address', async () => {
    openApp('/analytics?from=2026-11-01&to=2026-11-03');
    await tile('Конверсия');
    expect(asked).toEqual(['?period=own&from=2026-11-01&to=2026-11-03']);
  });

  test('that cannot be had say so, and are asked for again', async () => {
    let fails = true;
    server.use(serve(routes.getAnalytics, () => (fails ? problem(500, 'Ошибка') : Response.json(told()))));
    const { user } = openApp('/analytics');
    await isSeen('Не удалось загрузить аналитику');
    fails = false;
    await user.click(screen.getByRole('button', { name: 'Повторить' }));
    await tile('Конверсия');
  });
});

test('a band leads to the orders of just its sums', async () => {
  server.use(asUser({ ...trader, rights: rightsOf({ role: 'trader', memberRole: 'owner' }) }));
  answers(
    told(),
    breakdown([
      { ...row('0', null, { sum: '3.00' }), min: '0.00', below: '1000.00' },
      { ...row('1', null, { sum: '2.00' }), min: '1000.00', below: '3000.00' },
      { ...row('2', null, { sum: '1.00' }), min: '3000.00', below: null },
    ]),
  );
  openApp('/analytics?by=band');
  const table = await loadedTable('Из чего складывается');
  await waitFor(() =>
    expect(rowsOf(table).map(([name]) => name?.trim())).toEqual([
      'до 1 000 ₽',
      '1 000 – 3 000 ₽',
      'от 3 000 ₽',
      'Всего',
    ]),
  );
  const links = within(table)
    .getAllByRole('link', { name: '100' })
    .map((link) => link.getAttribute('href')?.replace('/orders?from=2026-11-19&to=2026-11-25', ''));
  expect(links).toEqual(['&max=999.99', '&min=1000.00&max=2999.99', '&min=3000.00']);
});

test('a merchant is told why orders were not issued, by sums', async () => {
  server.use(asUser({ ...merchant, rights: rightsOf({ role: 'merchant', memberRole: 'owner' }) }));
  answers(told({ asked: 412, fee: '44.500000' }));
  openApp('/analytics');
  expect(await tile('Запрошено')).toHaveTextContent('412');
  expect(await tile('Комиссия')).toHaveTextContent('44,50 USDT');
  const table = await loadedTable('Почему заказы не выданы');
  expect(rowsOf(table)).toEqual([['нет реквизита', '312', '402 000,00 ₽', 'до 1 000 ₽ – 180, от 100 000 ₽ – 132']]);
});

test('the platform sees all, by merchant and trader, and leads to its own lists', async () => {
  server.use(
    asUser({ ...operator, rights: rightsOf({ role: 'operator', memberRole: 'owner' }) }),
    serve(listPlatformOrders, { count: 0, results: [] }),
  );
  answers(told({ asked: 412, revenue: '5.000000' }), breakdown([row('0193a5b2-0000-7000-8000-000000000000', 'shop')]));
  openApp('/platform/analytics?by=merchant');
  const table = await loadedTable('Из чего складывается');
  const link = await within(table).findByRole('link', { name: '60' });
  expect(link).toHaveAttribute(
    'href',
    '/platform/orders?from=2026-11-19&to=2026-11-25&account=0193a5b2-0000-7000-8000-000000000000&status=CLOSED',
  );
});
