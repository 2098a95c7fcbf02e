import { rightsOf } from '@kantor/contract/plain/rights.ts';
import * as cabinetRoutes from '@kantor/contract/plain/cabinet-routes.ts';
import * as routes from '@kantor/contract/plain/routes.ts';
import * as requisiteRoutes from '@kantor/contract/plain/requisite-routes.ts';
import * as endpointRoutes from '@kantor/contract/plain/webhook-routes.ts';
import { act, screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { merchant, trader } from '@/test/fixtures';
import { cabinet, requisite, requisiteId } from '@/test/fixtures-trader';
import { apiKey, endpoint, NO_LIMITS } from '@/test/fixtures-webhooks';
import { openApp } from '@/test/render-app';
import { loadedTable } from '@/test/screen-reading';
import { asUser, serve, server } from '@/test/server';

// What a member may not do, they are not offered.

const shift = { ...trader, rights: rightsOf({ role: 'trader', memberRole: 'shift' }) };
const support = { ...merchant, rights: rightsOf({ role: 'merchant', memberRole: 'support' }) };

test('a shift sees requisites and cabinets, and changes none', async () => {
  server.use(
    asUser(shift),
    serve(requisiteRoutes.listRequisites, { count: 1, results: [requisite(1)] }),
    serve(cabinetRoutes.listCabinets, { count: 1, results: [cabinet(1)] }),
  );
  const { router } = openApp('/requisites');
  expect(within(await loadedTable('Реквизиты')).getByRole('switch')).toBeDisabled();
  expect(screen.queryByRole('link', { name: 'Добавить реквизиты' })).toBeNull();
  await act(() => router.navigate('/cabinets'));
  const cabinets = await waitFor(() => loadedTable('Кабинеты'));
  for (const control of [within(cabinets).getByRole('switch'), ...within(cabinets).getAllByRole('button')])
    expect(control).toBeDisabled();
  expect(screen.queryByRole('link', { name: 'Добавить кабинет' })).toBeNull();
  for (const form of ['/requisites/new', '/cabinets/new']) {
    await act(() => router.navigate(form));
    await waitFor(() => expect(screen.getByRole('main')).toHaveTextContent(/^$/));
  }
});

test('a requisite that one may not change is shown in fields that are fixed', async () => {
  server.use(
    asUser(shift),
    serve(requisiteRoutes.getRequisite, requisite(1)),
    serve(requisiteRoutes.listRequisiteVersions, { count: 0, results: [] }),
    serve(routes.listBanks, []),
  );
  openApp(`/requisites/${requisiteId(1)}`);
  for (const field of await screen.findAllByRole('textbox')) expect(field).toBeDisabled();
  for (const name of ['Сохранить', 'Ещё действия с реквизитом', 'В архив', 'Сбросить счётчик сделок'])
    expect(screen.queryByRole('button', { name, hidden: true })).toBeNull();
});

test('a merchant’s support sees webhooks, and neither keys nor the secret', async () => {
  server.use(
    asUser(support),
    serve(endpointRoutes.listWebhookEndpoints, [endpoint({ secret: '' })]),
    serve(routes.listApiKeys, { count: 1, results: [apiKey(1)] }),
    serve(routes.getMerchantLimits, NO_LIMITS),
    serve(endpointRoutes.listWebhooks, { count: 0, results: [] }),
  );
  openApp('/developer');
  expect(await screen.findByRole('switch', { name: /^Отправлять вебхуки/ })).toBeDisabled();
  expect(screen.getByRole('link', { name: 'Журнал' })).toBeVisible();
  expect(screen.queryByRole('link', { name: 'Ключи' })).toBeNull();
  expect(screen.queryByText('Секрет подписи')).toBeNull();
  expect(screen.queryByRole('button', { name: 'Изменить' })).toBeNull();
});
