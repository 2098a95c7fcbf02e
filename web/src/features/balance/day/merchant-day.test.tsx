import * as dayRoutes from '@kantor/contract/plain/day-routes.ts';
import { screen, waitFor, within } from '@testing-library/react';
import { HttpResponse } from 'msw';
import { beforeEach, expect, test } from 'vitest';
import type { MerchantToday } from '@/api/merchant-day';
import { merchant } from '@/test/fixtures';
import { openApp } from '@/test/render-app';
import { isSeen } from '@/test/screen-reading';
import { asUser, problem, serve, server } from '@/test/server';

const day = {
  issued: 0,
  paid: 0,
  late: 0,
  expired: 0,
  cancelled: 0,
  closed: 0,
  turnover: '0.00',
  fee: '0.000000',
  appeals: 0,
};
const told: MerchantToday = {
  at: '2026-01-02T09:07:00Z',
  since: '2025-01-01T00:00:00Z',
  compared_until: '2026-01-01T09:00:00Z',
  today: {
    issued: 54,
    paid: 23,
    late: 4,
    expired: 8,
    cancelled: 2,
    closed: 25,
    turnover: '68100.41',
    fee: '44.345000',
    appeals: 9,
  },
  yesterday: day,
  hours: {
    today: [{ hour: 9, closed: 25, turnover: '68100.41' }],
    yesterday: [{ hour: 21, closed: 1, turnover: '500.00' }],
  },
};

beforeEach(() => server.use(asUser({ ...merchant, rights: ['summary.read', 'orders.list'] })));

test('the day stands beside yesterday until the same time, with its bars as a table and what became of its orders', async () => {
  server.use(serve(dayRoutes.getMerchantToday, told));
  const { user } = openApp('/balance');
  const section = await screen.findByRole('region', { name: 'Сегодня и вчера к 12:00' });
  const figure = (name: string) => within(section).getByText(name, { selector: 'dt' }).nextElementSibling;
  await waitFor(() => expect(figure('Конверсия')).toHaveTextContent('69,7 % вчера —'));
  expect(figure('Оборот, ₽')).toHaveTextContent('68 100,41 вчера 0,00');
  expect(figure('Комиссия, USDT')).toHaveTextContent('44,35 вчера 0,00');
  expect(figure('Апелляции')).toHaveTextContent('9 вчера 0');
  expect(figure('Создано')).toHaveTextContent('54');
  expect(figure('Оплачено')).toHaveTextContent('23 42,6 %');
  expect(figure('Из них поздно')).toHaveTextContent('4 7,4 %');
  expect(figure('Потеряно')).toHaveTextContent('10 18,5 % истекло 8, отменено 2');
  const hours = within(section).getByRole('table', { name: 'Оборот по часам' });
  expect(within(hours).getByRole('row', { name: /^09:00/ })).toHaveTextContent('09:0068 100,41 ₽0,00 ₽');
  expect(within(hours).getByRole('row', { name: /^21:00/ })).toHaveTextContent('21:000,00 ₽500,00 ₽');
  const toTable = within(section).getByRole('button', { name: 'Таблицей' });
  await user.click(toTable);
  expect(toTable).toHaveAttribute('aria-pressed', 'true');
  expect(within(section).queryByText(/Считаем с/)).toBeNull();
});

test('says since when it counts while that is less than two days, and that nothing is there yet', async () => {
  server.use(
    serve(dayRoutes.getMerchantToday, {
      ...told,
      today: day,
      hours: { today: [], yesterday: [] },
      since: '2026-01-01T21:00:00Z',
    }),
  );
  openApp('/balance');
  await isSeen(/Считаем с 02\.01\.2026, 00:00\./);
  expect(screen.getByText('Конверсия', { selector: 'dt' }).nextElementSibling).toHaveTextContent('— вчера —');
});

test('that cannot be had says so, and leaves the rest of the screen', async () => {
  let fails = true;
  server.use(serve(dayRoutes.getMerchantToday, () => (fails ? problem(500, 'Ошибка') : HttpResponse.json(told))));
  const { user } = openApp('/balance');
  await isSeen('Не удалось загрузить сегодняшний день');
  expect(screen.getByText('Баланс USDT')).toBeVisible();
  fails = false;
  await user.click(screen.getByRole('button', { name: 'Повторить' }));
  await screen.findByRole('region', { name: 'Сегодня и вчера к 12:00' });
});
