import * as payoutRoutes from '@kantor/contract/plain/payout-routes.ts';
import { screen, waitFor } from '@testing-library/react';
import { beforeEach, describe, expect, test } from 'vitest';
import { merchant, trader } from '@/test/fixtures';
import { payout, payoutId } from '@/test/fixtures-exchange';
import { openApp } from '@/test/render-app';
import { headsOf, loadedTable, rowsOf } from '@/test/screen-reading';
import { asMerchant, asUser, serve, server } from '@/test/server';

const table = () => loadedTable('Выплаты');
const create = () => screen.findByRole('link', { name: 'Создать выплату' });

beforeEach(() => server.use(serve(payoutRoutes.listPayouts, { count: 31, results: [payout(1), payout(2)] })));

describe('the list of payouts', () => {
  test('filled shows its columns and every status in its colour', async () => {
    const done = {
      status: 'DONE',
      human_status: 'Выполнен',
      done_datetime: '2026-01-01T22:00:00Z',
      is_sbp: false,
    } as const;
    const results = [
      payout(1),
      payout(2, { status: 'IN_WORK', human_status: 'В работе' }),
      payout(3, done),
      payout(4, { status: 'CANCELLED', human_status: 'Отменён' }),
      payout(5, { status: 'UNKNOWN', human_status: 'Заморожен' }),
    ];
    server.use(serve(payoutRoutes.listPayouts, { count: 5, results }));
    openApp('/payments');
    expect(headsOf(await table())).toEqual([
      'ID',
      'Сумма, ₽',
      'Сумма, USDT',
      'Метод',
      'Время создания',
      'Время закрытия',
      'Статус',
    ]);
    const rows = rowsOf(await table());
    expect(rows[0]).toEqual(['01939c2f-b…0000001', '12 500,00', '135,35', 'СБП', '02.01.2026, 00:30', '—', 'Открыт']);
    expect(rows[2]?.slice(3)).toEqual(['C2C', '02.01.2026, 00:30', '02.01.2026, 01:00', 'Выполнен']);
    const tones = rows.map((row) => screen.getByText(row[6] ?? '').getAttribute('data-tone'));
    expect(tones).toEqual(['warning', 'info', 'success', 'danger', 'neutral']);
    expect(screen.getByText('Выплат: 5')).toBeVisible();
  });
});

describe('making payouts', () => {
  test('is for a merchant', async () => {
    server.use(asMerchant());
    openApp('/payments');
    expect(await create()).toHaveAttribute('href', '/payments/new');
  });

  test('is not for a trader: neither the button nor the screen', async () => {
    const { router } = openApp('/payments');
    await table();
    expect(screen.queryByRole('link', { name: 'Создать выплату' })).toBeNull();
    await router.navigate('/payments/new');
    await waitFor(() => expect(screen.queryByRole('table')).toBeNull());
    expect(screen.getByRole('main')).toBeEmptyDOMElement();
  });
});

test.each([
  ['trader', trader, '/payments'],
  ['trader', trader, `/payments/${payoutId(1)}`],
  ['merchant', merchant, '/payments'],
  ['merchant', merchant, '/payments/new'],
  ['merchant', merchant, `/payments/${payoutId(1)}`],
])('without payouts switched on a %s sees an empty page at %#', async (_role, user, path) => {
  server.use(asUser({ ...user, payout_enable: false }));
  openApp(path);
  await screen.findByRole('link', { name: 'Апелляции' });
  expect(screen.getByRole('main')).toBeEmptyDOMElement();
  expect(screen.queryByRole('link', { name: 'Выплаты' })).toBeNull();
});
