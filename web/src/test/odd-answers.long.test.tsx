import type { Route } from '@kantor/contract/plain/routes.ts';
import * as cabinetRoutes from '@kantor/contract/plain/cabinet-routes.ts';
import * as fundsRoutes from '@kantor/contract/plain/funds-routes.ts';
import * as routes from '@kantor/contract/plain/routes.ts';
import * as payoutRoutes from '@kantor/contract/plain/payout-routes.ts';
import * as requisiteRoutes from '@kantor/contract/plain/requisite-routes.ts';
import * as webhookRoutes from '@kantor/contract/plain/webhook-routes.ts';
import { cleanup, screen, waitFor, within } from '@testing-library/react';
import { HttpResponse } from 'msw';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { merchant, merchantDashboard, orderDetail, orderRow, trader, traderDashboard } from './fixtures';
import { appealDetail, appealRow, payout, payoutInWork, WALLET, withdrawal } from './fixtures-exchange';
import { cabinet, deposit, notification, ping, requisite } from './fixtures-trader';
import { webhookDetail, webhookRow } from './fixtures-webhooks';
import { openApp } from './render-app';
import { loadedTable } from './screen-reading';
import { asUser, serve, server } from './server';
import { isSeen } from '@/test/screen-reading';

// A field that comes null, or as an object, where something else is expected spoils its own place and never the page.

const MANY_PAGES_MS = 120_000;

type Item = object & { id?: unknown };
const ODD = [null, { odd: { deep: 1 } }];

/** The item with one field odd, and with all its texts; its own id stays, for rows are told apart by it. */
const oddOnes = (item: Item): Item[] => {
  const fields = Object.entries(item).filter(([name]) => name !== 'id');
  const texts = fields.filter(([, value]) => typeof value === 'string').map(([name]) => name);
  return [
    ...fields.flatMap(([name]) => ODD.map((odd) => ({ ...item, [name]: odd }))),
    ...ODD.map((odd) => ({ ...item, ...Object.fromEntries(texts.map((name) => [name, odd])) })),
  ];
};

const wallet = { id: 'w1', wallet_to_withdraw: WALLET, is_valid: true, usable_at: null };

const users = { trader, merchant };
type Role = keyof typeof users;

beforeEach(() => {
  // React says what it has caught.
  vi.spyOn(console, 'error').mockImplementation(() => undefined);
  vi.spyOn(console, 'warn').mockImplementation(() => undefined);
  server.use(
    serve(routes.listBanks, [{ id: 2, name: 'Т-Банк' }]),
    serve(cabinetRoutes.listCabinetChoices, []),
    serve(requisiteRoutes.listRequisiteVersions, { count: 0, results: [] }),
  );
});

const WORDS = ['aria-label', 'title', 'value', 'placeholder'];
/** Whatever is read or heard: texts, labels, tips and fields. */
const wordsShown = (): string[] => [
  document.title,
  document.body.textContent,
  ...[...document.body.querySelectorAll('*')].flatMap((element) =>
    WORDS.flatMap((name) => element.getAttribute(name) ?? []),
  ),
];

const pageStands = async () => {
  expect(wordsShown().filter((words) => words.includes('[object'))).toEqual([]);
  expect(screen.queryByText('Не удалось открыть страницу')).toBeNull();
  await waitFor(() => expect(screen.getByRole('link', { name: 'Баланс' })).toBeVisible());
};

describe('a list', () => {
  test.each<[Role, string, Route, string, Item]>([
    ['trader', '/orders', routes.listOrders, 'Заказы', orderRow(1)],
    ['trader', '/appeals', routes.listAppeals, 'Апелляции', appealRow(1)],
    ['trader', '/payments', payoutRoutes.listPayouts, 'Выплаты', payout(1)],
    ['trader', '/cabinets', cabinetRoutes.listCabinets, 'Кабинеты', cabinet(1)],
    ['trader', '/requisites', requisiteRoutes.listRequisites, 'Реквизиты', requisite(1)],
    ['trader', '/transactions', fundsRoutes.listDeposits, 'Транзакции', deposit(1)],
    ['trader', '/notifications', cabinetRoutes.listNotifications, 'Уведомления', notification(1)],
    ['trader', '/pings', cabinetRoutes.listPings, 'Пинги', ping(1)],
    ['merchant', '/balance', routes.listOrders, 'Новые заказы', orderRow(1)],
    ['merchant', '/withdrawals', fundsRoutes.listWithdrawals, 'Вывод', withdrawal(1)],
    ['merchant', '/wallets', fundsRoutes.listWallets, 'Кошельки', wallet],
    ['merchant', '/developer/journal', webhookRoutes.listWebhooks, 'Журнал', webhookRow(1)],
  ])('of %s at %s shows its other rows, whatever one of them has', async (role, path, call, name, row) => {
    const rows = [row, ...oddOnes(row)].map((each, index) => ({ ...each, id: `row-${index}` }));
    server.use(asUser(users[role]), serve(call, { count: rows.length, results: rows }));
    openApp(`${path}?page_size=100`);
    const table = await loadedTable(name);
    expect(within(table).getAllByRole('row')).toHaveLength(rows.length + 1);
    expect(within(table).getAllByRole('row')[1]).not.toHaveTextContent('Не удалось показать');
    await pageStands();
  });
});

describe('the page', () => {
  test.each<[Role, string, Route, Item]>([
    ['trader', '/orders', routes.getOrder, orderDetail(1)],
    ['trader', '/appeals', routes.getAppeal, appealDetail(1)],
    ['trader', '/payments', payoutRoutes.getPayout, payoutInWork()],
    ['merchant', '/payments', payoutRoutes.getPayout, payout(1)],
    ['trader', '/cabinets', cabinetRoutes.getCabinet, cabinet(1)],
    ['trader', '/requisites', requisiteRoutes.getRequisite, requisite(1)],
    ['trader', '/transactions', fundsRoutes.getDeposit, deposit(1)],
    ['trader', '/notifications', cabinetRoutes.getNotification, notification(1)],
    ['merchant', '/withdrawals', fundsRoutes.getWithdrawal, withdrawal(1)],
    ['merchant', '/developer/journal', webhookRoutes.getWebhook, webhookDetail(1)],
  ])(
    'of %s at %s stands, whatever one field has',
    async (role, path, call, item) => {
      for (const odd of oddOnes(item)) {
        server.use(
          asUser(users[role]),
          serve(call, () => HttpResponse.json(odd)),
        );
        openApp(`${path}/${String(item.id)}`);
        const main = await screen.findByRole('main');
        await within(main).findByRole('heading', { level: 1 });
        await waitFor(() => expect(main.querySelector('[aria-busy=true]')).toBeNull());
        await pageStands();
        // Something of the thing is there, and not only that it failed.
        const failed = within(main).queryByRole('alert');
        expect(failed?.textContent, JSON.stringify(odd)).toBeUndefined();
        cleanup();
      }
    },
    MANY_PAGES_MS,
  );

  test.each<[Role, Route, object]>([
    ['trader', routes.getTraderDashboard, traderDashboard],
    ['merchant', routes.getMerchantDashboard, merchantDashboard],
    ['trader', routes.getRate, { rate: '92.5000', updated_at: new Date().toISOString(), is_stale: false }],
    ['trader', routes.getMe, { ...trader }],
  ])(
    'of the balance of %s stands, whatever one field of it has',
    async (role, call, answer) => {
      for (const odd of oddOnes(answer)) {
        if (call === routes.getMe && !('role' in odd && typeof odd.role === 'string')) continue;
        server.use(
          asUser(users[role]),
          serve(call, () => HttpResponse.json(odd)),
        );
        openApp('/balance');
        await screen.findByRole('heading', { level: 1, name: 'Баланс' });
        await waitFor(() => expect(screen.getByRole('main').querySelector('[aria-busy=true]')).toBeNull());
        await pageStands();
        cleanup();
      }
    },
    MANY_PAGES_MS,
  );

  test('says which place it could not show', async () => {
    server.use(serve(routes.getOrder, { ...orderDetail(1), bank_detail: null }));
    openApp(`/orders/${orderRow(1).id}`);
    await isSeen('Не удалось показать');
    expect(screen.getByText('Не удалось показать').closest('dd')?.previousSibling).toHaveTextContent('Реквизит');
  });
});
