import * as platform from '@kantor/contract/plain/platform-routes.ts';
import { screen, waitFor, within } from '@testing-library/react';
import { HttpResponse } from 'msw';
import { expect, test } from 'vitest';
import { operator } from '@/test/fixtures';
import { accountRow, platformPayout } from '@/test/fixtures-platform';
import { openApp } from '@/test/render-app';
import { asUser, serve, server } from '@/test/server';

/** The list of payouts at an address; what its totals were asked with. */
function openPayouts(address: string, totals: (query: URLSearchParams) => object) {
  const asked: string[] = [];
  server.use(
    asUser(operator),
    serve(platform.listAccountChoices, []),
    serve(platform.listPlatformPayouts, { count: 1, results: [platformPayout(1)], rest: null }),
    serve(platform.getPlatformPayoutTotals, ({ request }) => {
      const { searchParams } = new URL(request.url);
      asked.push(searchParams.toString());
      return HttpResponse.json(totals(searchParams));
    }),
  );
  return { asked, ...openApp(address) };
}

const ALL = {
  is_whole: true,
  statuses: [
    { status: 'OPEN', count: 3, amount: '900.00' },
    { status: 'DONE', count: 4, amount: '1100.50' },
  ],
};
const statuses = () => within(screen.getByRole('group', { name: 'Статус' }));

test('each status says how many of the filter it has, and the line what the shown ones come to', async () => {
  const { asked, user } = openPayouts('/platform/payouts?min=10&status=DONE&before=77', () => ALL);
  expect(await screen.findByText('По фильтру, 4')).toBeVisible();
  expect(screen.getByText('1 100,50 ₽')).toBeVisible();
  expect(asked).toEqual(['min=10']);
  await waitFor(() => expect(statuses().getByRole('button', { name: 'Открыт' })).toHaveTextContent('3'));
  expect(statuses().getByRole('button', { name: 'Отменён' })).toHaveTextContent('0');
  await user.click(statuses().getByRole('button', { name: 'Все' }));
  expect(await screen.findByText('По фильтру, 7')).toBeVisible();
});

test('what a payout is besides its status is counted apart', async () => {
  const { asked } = openPayouts('/platform/payouts?status=LATE', (query) =>
    query.get('status') === 'LATE'
      ? { is_whole: true, statuses: [{ status: 'IN_WORK', count: 2, amount: '50.00' }] }
      : ALL,
  );
  expect(await screen.findByText('По фильтру, 2')).toBeVisible();
  expect(asked.toSorted()).toEqual(['', 'status=LATE']);
});

test('of a part of them no status says how many', async () => {
  openPayouts('/platform/payouts', () => ({ ...ALL, is_whole: false }));
  expect(await screen.findByText('Всего среди последних 10 000, 7')).toBeVisible();
  expect(statuses().getByRole('button', { name: 'Открыт' })).toHaveTextContent(/^Открыт$/);
});

test('under the accounts stands what they have together, by the filters', async () => {
  const asked: string[] = [];
  server.use(
    asUser(operator),
    serve(platform.listPlatformAccounts, { count: 1, results: [accountRow(7)] }),
    serve(platform.getPlatformAccountTotals, ({ request }) => {
      asked.push(new URL(request.url).searchParams.toString());
      return HttpResponse.json({
        count: 12,
        available: '10.5',
        held: '2',
        earned: '3.000001',
        debt: '0',
        states: { ALL: 13, ACTIVE: 11, BLOCKED: 2, TRAFFIC: 5 },
      });
    }),
  );
  openApp('/platform/accounts?role=trader');
  expect(await screen.findByText('3,000001 USDT')).toBeVisible();
  expect(screen.getByText('Счетов').closest('div')).toHaveTextContent('12');
  expect(statuses().getByRole('button', { name: 'Заблокирован' })).toHaveTextContent('2');
  expect(asked).toEqual(['search=&role=trader&status=ALL']);
});

test('what is held for too long ends in its sum, for whatever it is held', async () => {
  server.use(
    asUser(operator),
    serve(platform.listOldHolds, {
      count: 1,
      results: [
        {
          id: 'a',
          of: 'payout',
          account: { id: 'b', name: 'Лавка', role: 'merchant' },
          held: '2',
          since: '2026-01-01T00:00:00Z',
        },
      ],
    }),
    serve(platform.getOldHoldTotals, {
      is_whole: true,
      statuses: [
        { status: 'payout', count: 3, amount: '7.5' },
        { status: 'withdrawal', count: 1, amount: '1' },
      ],
    }),
  );
  openApp('/platform/holds');
  expect(await screen.findByText('Всего, 4')).toBeVisible();
  expect(screen.getByText('8,50 USDT')).toBeVisible();
  expect(screen.getByText('2,00 USDT')).toBeVisible();
});
