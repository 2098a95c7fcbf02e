import * as routes from '@kantor/contract/plain/routes.ts';
import { screen, waitFor } from '@testing-library/react';
import { delay, HttpResponse } from 'msw';
import { expect, test } from 'vitest';
import { openApp } from './render-app';
import { serve, server } from './server';
import { specHandlers } from './spec-server';
import { isSeen } from '@/test/screen-reading';

// The specification does not show what changes answer: a server may answer nothing but `{}`.

test('traffic is switched', async () => {
  const dashboard = {
    balance: 100,
    balance_on_hold: 0,
    earned_balance: 0,
    can_move_earnings: false,
    is_active: false,
    account_enable_info: { can_be_enable: true, reason: 'ok' },
  };
  server.resetHandlers(
    serve(routes.getTraderDashboard, async () => {
      // The effect of the change's answer stands on the screen until the refetch mends it.
      if (dashboard.is_active) await delay(300);
      return HttpResponse.json(dashboard);
    }),
    serve(routes.toggleTraffic, () => {
      dashboard.is_active = true;
      return HttpResponse.json({});
    }),
    ...specHandlers({ role: 'trader' }),
  );
  const { user } = openApp('/balance');
  await user.click(await screen.findByRole('button', { name: 'Трафик выключен' }));
  await waitFor(() => expect(screen.getByRole('button', { name: 'Трафик включён' })).toBeVisible());
  expect(screen.getByText('100,00')).toBeVisible();
});

test('a cabinet is saved and stays on its page', async () => {
  server.resetHandlers(...specHandlers({ role: 'trader' }));
  const { user, address } = openApp('/cabinets/cb1');
  const name = await screen.findByLabelText(/Название/);
  await user.type(name, ' 2');
  await user.click(screen.getByRole('button', { name: 'Сохранить' }));
  await isSeen('Данные обновлены!');
  expect(address()).toBe('/cabinets/cb1');
  expect(screen.getByRole('heading', { level: 1, name: /Samsung A54/ })).toBeVisible();
});

test('a requisite is saved and stays on its page', async () => {
  server.resetHandlers(...specHandlers({ role: 'trader' }));
  const { user, address } = openApp('/requisites/rq1');
  const name = await screen.findByLabelText(/Название/);
  await user.type(name, ' 2');
  await user.click(screen.getByRole('button', { name: 'Сохранить' }));
  await isSeen('Данные обновлены!');
  expect(address()).toBe('/requisites/rq1');
});

test('a new cabinet whose id is not answered leads to the list', async () => {
  server.resetHandlers(...specHandlers({ role: 'trader' }));
  const { user, address } = openApp('/cabinets/new');
  await user.type(await screen.findByLabelText(/Название/), 'Новый телефон');
  await user.click(screen.getByRole('button', { name: /Создать|Сохранить/ }));
  await waitFor(() => expect(address()).toBe('/cabinets'));
  await isSeen('Samsung A54');
});
