import * as routes from '@kantor/contract/plain/platform-routes.ts';
import { listBanks } from '@kantor/contract/plain/routes.ts';
import { screen, waitFor } from '@testing-library/react';
import { HttpResponse } from 'msw';
import { beforeEach, describe, expect, test } from 'vitest';
import { openApp } from '@/test/render-app';
import { isSeen, loadedTable, rowsOf } from '@/test/screen-reading';
import { asUser, problem, serve, server } from '@/test/server';

const operator = { username: 'anna', role: 'operator', wallet: '', payout_enable: false } as const;
const level = (amount: string, available: number, stopped: Record<string, number>) => ({
  amount,
  amount_usdt: '5.434783',
  available,
  stopped,
});
const liquidity = {
  at: '2026-11-23T09:00:00.000Z',
  rate: '92.0000',
  is_rate_stale: false,
  requisites: 12,
  levels: [level('500.00', 9, { device_silent: 3 }), level('100000.00', 0, { amount_slot: 2, traffic_off: 10 })],
};

describe('liquidity', () => {
  let asked: string[];
  beforeEach(() => {
    asked = [];
    server.use(
      asUser(operator),
      serve(listBanks, [{ id: 1, name: 'Сбербанк' }]),
      serve(routes.getLiquidity, ({ request }) => {
        asked.push(new URL(request.url).search);
        return HttpResponse.json(liquidity);
      }),
    );
  });

  test('shows how many requisites each sum would get, and what stops the rest, in the order of the gates', async () => {
    openApp('/platform/liquidity');
    expect(rowsOf(await loadedTable('Ликвидность'))).toEqual([
      ['500,00', '5,43', '9 из 12', 'телефон молчит 3'],
      ['100 000,00', '5,43', '0 из 12', 'трафик выключен 10сумма занята 2'],
    ]);
    expect(asked).toEqual(['?method=sbp']);
    await isSeen(/прошли бы все условия выдачи в 12:00/);
  });

  test('asks for the method, the bank and the sum that are chosen', async () => {
    const { user } = openApp('/platform/liquidity');
    await loadedTable('Ликвидность');
    await user.click(screen.getByRole('button', { name: 'Карта или счёт' }));
    await user.selectOptions(screen.getByLabelText('Банк'), await screen.findByRole('option', { name: 'Сбербанк' }));
    await user.type(screen.getByLabelText('Своя сумма'), '77700{Enter}');
    await waitFor(() => expect(asked.at(-1)).toBe('?method=c2c&bank=1&amount=77700'));
    await user.clear(screen.getByLabelText('Своя сумма'));
    await user.click(screen.getByRole('button', { name: 'Посчитать' }));
    await waitFor(() => expect(screen.getByLabelText('Своя сумма')).toHaveValue(''));
    expect(await loadedTable('Ликвидность')).toBeVisible();
  });

  test('says that no orders are issued at a stale rate', async () => {
    server.use(serve(routes.getLiquidity, { ...liquidity, is_rate_stale: true }));
    openApp('/platform/liquidity');
    await isSeen('Курс устарел: сейчас заказы не выдаются вовсе.');
  });

  test('of no requisites says so', async () => {
    server.use(serve(routes.getLiquidity, { ...liquidity, requisites: 0, levels: [] }));
    openApp('/platform/liquidity');
    await isSeen('Реквизитов пока нет');
  });

  test('that cannot be counted says so', async () => {
    server.use(serve(routes.getLiquidity, () => problem(500, 'Ошибка')));
    openApp('/platform/liquidity');
    await isSeen('Не удалось посчитать ликвидность');
    expect(screen.getByRole('button', { name: 'Повторить' })).toBeVisible();
  });

  test('is not for a merchant', async () => {
    server.use(asUser({ ...operator, role: 'merchant' }));
    openApp('/platform/liquidity');
    await screen.findByRole('link', { name: 'Заказы' });
    expect(screen.queryByRole('table', { name: 'Ликвидность' })).toBeNull();
    expect(asked).toEqual([]);
  });
});
