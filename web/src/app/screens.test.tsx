import type { Route } from '@kantor/contract/plain/routes.ts';
import * as routes from '@kantor/contract/plain/routes.ts';
import { render, screen, waitFor, within } from '@testing-library/react';
import { delay, HttpResponse, type HttpHandler, type JsonBodyType } from 'msw';
import { createMemoryRouter } from 'react-router';
import { describe, expect, test } from 'vitest';
import { accessGranted } from '@/api/auth-slice';
import { i18n } from '@/shared/i18n/i18n';
import ru from '@/shared/i18n/ru.json';
import screens from '@/shared/i18n/screens.ru.json';
import { merchant, orderDetail, orderRow, trader } from '@/test/fixtures';
import { appealDetail, appealRow, payout, withdrawal } from '@/test/fixtures-exchange';
import { cabinet, deposit, notification, ping, requisite } from '@/test/fixtures-trader';
import { apiKey, endpoint, webhookDetail, webhookRow } from '@/test/fixtures-webhooks';
import { openApp } from '@/test/render-app';
import { loadedTable, rowsOf } from '@/test/screen-reading';
import { asUser, pathOf, problem, serve, server } from '@/test/server';
import { createTestStore } from '@/test/store';
import { App } from './app';
import type { ScreenHandle } from './preload-first-screen';

const users = { trader, merchant };

test('a screen that comes later brings its texts', async () => {
  i18n.removeResourceBundle('ru', 'translation');
  i18n.addResourceBundle('ru', 'translation', ru);
  server.use(asUser(trader), serve(routes.listCabinets, { count: 1, results: [cabinet(1)] }));
  openApp('/cabinets');
  const table = await waitFor(() => loadedTable('Кабинеты'));
  expect(within(table).getByRole('columnheader', { name: screens.cabinets.name })).toBeVisible();
});

interface Screen extends ScreenHandle {
  Component: () => unknown;
}
const modules = import.meta.glob<Screen>('/src/features/*/*-{list,details}.tsx');
const filesOf = (kind: string) =>
  Object.keys(modules)
    .filter((file) => file.endsWith(`-${kind}.tsx`))
    .map((file) => file.replace('/src/features/', ''));
const load = (file: string) => modules[`/src/features/${file}`]?.();

interface List {
  /** The file of a list screen; without one, the list is a part of the screen at the address. */
  file?: string;
  role: 'trader' | 'merchant';
  path: string;
  call: Route;
  pageSize: number;
  title: string;
  /** The count's text before the number. */
  counted: string;
  empty: string;
  /** The text of a failure, where it is not the same. */
  failed?: string;
  row: JsonBodyType;
  /** The address that the row leads to. */
  href?: string;
  /** Calls of other parts of the screen. */
  others?: HttpHandler[];
}

const LISTS: List[] = [
  {
    file: 'orders/orders-list.tsx',
    role: 'trader',
    path: '/orders',
    call: routes.listOrders,
    pageSize: 30,
    title: 'Заказы',
    counted: 'Заказов: ',
    empty: 'Заказы не найдены',
    row: orderRow(7),
    href: `/orders/${orderRow(7).id}`,
  },
  {
    file: 'appeals/appeals-list.tsx',
    role: 'trader',
    path: '/appeals',
    call: routes.listAppeals,
    pageSize: 10,
    title: 'Апелляции',
    counted: 'Апелляций: ',
    empty: 'Нет данных',
    failed: 'Апелляции не найдены',
    row: appealRow(7),
    href: `/appeals/${appealRow(7).id}`,
  },
  {
    file: 'payouts/payouts-list.tsx',
    role: 'trader',
    path: '/payments',
    call: routes.listPayouts,
    pageSize: 10,
    title: 'Выплаты',
    counted: 'Выплат: ',
    empty: 'Выплаты не найдены',
    row: payout(7),
    href: `/payments/${payout(7).id}`,
  },
  {
    file: 'withdrawals/withdrawals-list.tsx',
    role: 'merchant',
    path: '/withdrawals',
    call: routes.listWithdrawals,
    pageSize: 10,
    title: 'Вывод',
    counted: 'Выводов: ',
    empty: 'Выводы не найдены',
    row: withdrawal(7),
    href: `/withdrawals/${withdrawal(7).id}`,
  },
  {
    file: 'withdrawals/usdt-withdrawals-list.tsx',
    role: 'trader',
    path: '/usdt-withdrawals',
    call: routes.listTraderWithdrawals,
    pageSize: 10,
    title: 'Вывод USDT',
    counted: 'Выводов: ',
    empty: 'Выводы не найдены',
    row: withdrawal(7),
    href: `/usdt-withdrawals/${withdrawal(7).id}`,
    others: [serve(routes.listTraderWallets, { count: 0, results: [] })],
  },
  {
    file: 'operations/operations-list.tsx',
    role: 'merchant',
    path: '/history',
    call: routes.listOperations,
    pageSize: 10,
    title: 'История операций',
    counted: 'Операций: ',
    empty: 'Операции не найдены',
    row: { id: '7', amount: '7.000000', type: 'ADD' },
  },
  {
    file: 'cabinets/cabinets-list.tsx',
    role: 'trader',
    path: '/cabinets',
    call: routes.listCabinets,
    pageSize: 10,
    title: 'Кабинеты',
    counted: 'Кабинетов: ',
    empty: 'Кабинеты не найдены',
    row: cabinet(7),
    href: `/cabinets/${cabinet(7).id}`,
  },
  {
    file: 'requisites/requisites-list.tsx',
    role: 'trader',
    path: '/requisites',
    call: routes.listRequisites,
    pageSize: 10,
    title: 'Реквизиты',
    counted: 'Реквизитов: ',
    empty: 'Реквизиты не найдены',
    row: requisite(7),
    href: `/requisites/${requisite(7).id}`,
  },
  {
    file: 'deposits/deposits-list.tsx',
    role: 'trader',
    path: '/transactions',
    call: routes.listDeposits,
    pageSize: 10,
    title: 'Транзакции',
    counted: 'Транзакций: ',
    empty: 'Транзакции не найдены',
    row: deposit(7),
    href: `/transactions/${deposit(7).id}`,
  },
  {
    file: 'notifications/notifications-list.tsx',
    role: 'trader',
    path: '/notifications',
    call: routes.listNotifications,
    pageSize: 10,
    title: 'Уведомления',
    counted: 'Уведомлений: ',
    empty: 'Уведомления не найдены',
    row: notification(7),
    href: `/notifications/${notification(7).id}`,
  },
  {
    file: 'pings/pings-list.tsx',
    role: 'trader',
    path: '/pings',
    call: routes.listPings,
    pageSize: 10,
    title: 'Пинги',
    counted: 'Пингов: ',
    empty: 'Пинги не найдены',
    row: ping(7),
  },
  {
    role: 'merchant',
    path: '/balance',
    call: routes.listOrders,
    pageSize: 50,
    title: 'Новые заказы',
    counted: '',
    empty: 'Новые заказы не найдены',
    row: orderRow(7),
    href: `/orders/${orderRow(7).id}`,
  },
  {
    role: 'merchant',
    path: '/webhooks',
    call: routes.listWebhooks,
    pageSize: 10,
    title: 'Журнал',
    counted: 'Вебхуков: ',
    empty: 'Вебхуки не найдены',
    row: webhookRow(7),
    href: `/webhooks/${webhookRow(7).id}`,
    others: [
      serve(routes.getWebhookEndpoint, endpoint()),
      serve(routes.listApiKeys, { count: 1, results: [apiKey(1)] }),
    ],
  },
];

/** All wallets come at once, so some of what follows is shown in its own tests. */
const WHOLE: List = {
  file: 'withdrawals/wallets-list.tsx',
  role: 'merchant',
  path: '/wallets',
  call: routes.listWallets,
  pageSize: 10,
  title: 'Кошельки',
  counted: 'Кошельков: ',
  empty: 'Кошельки не найдены',
  row: { id: '7', wallet_to_withdraw: 'номер 7', is_valid: true },
};

const called = <Each extends { path: string }>(each: Each) => [each.path, each] as const;

/** Answers the list's call, and notes the queries that it was called with. */
function serveList(
  { role, call, others = [] }: List,
  respond: (query: URLSearchParams) => Response | Promise<Response>,
) {
  const asked: string[] = [];
  server.use(
    asUser(users[role]),
    ...others,
    serve(call, ({ request }) => {
      const { search, searchParams } = new URL(request.url);
      asked.push(search);
      return respond(searchParams);
    }),
  );
  return asked;
}

const rows = (count: number, ...results: JsonBodyType[]) => HttpResponse.json({ count, results });
const broken = () => problem(500, 'Ошибка');

test('every list and every page of one thing is among these', () => {
  expect([...LISTS, WHOLE].flatMap(({ file }) => file ?? []).toSorted()).toEqual(filesOf('list').toSorted());
  expect(DETAILS.map(({ file }) => file).toSorted()).toEqual(filesOf('details').toSorted());
});

describe.each([...LISTS, WHOLE].map(called))('the list at %s', (_path, list) => {
  const { path, title, counted, empty, failed = empty, row, href } = list;

  test('while loading holds the place of its rows', async () => {
    serveList(list, async () => {
      await delay('infinite');
      return rows(0);
    });
    openApp(path);
    const table = await screen.findByRole('table', { name: title });
    expect(table).toHaveAttribute('aria-busy', 'true');
    expect(within(table).getAllByRole('row')).toHaveLength(1 + 10);
    expect(screen.getByRole('heading', { name: title })).toBeVisible();
  });

  test('filled shows its rows and their count; a row is a link with one tab stop, or none', async () => {
    serveList(list, () => rows(1, row));
    openApp(path);
    const table = await waitFor(() => loadedTable(title));
    expect(rowsOf(table)).toHaveLength(1);
    expect(await screen.findByText(`${counted}1`, { selector: '[aria-live]' })).toBeVisible();
    const links = [...table.querySelectorAll<HTMLAnchorElement>('a[data-row-link]')];
    expect(new Set(links.map((link) => link.getAttribute('href')))).toEqual(new Set(href === undefined ? [] : [href]));
    expect(links.filter(({ tabIndex }) => tabIndex === 0)).toHaveLength(href === undefined ? 0 : 1);
  });

  test('empty says so, and offers nothing', async () => {
    serveList(list, () => rows(0));
    openApp(path);
    expect(await screen.findByText(empty)).toBeVisible();
    expect(screen.queryByRole('alert')).toBeNull();
    expect(screen.queryByRole('button', { name: 'Сбросить фильтры' })).toBeNull();
    expect(screen.queryByRole('button', { name: 'Повторить' })).toBeNull();
  });

  test('failed says so and can be tried again', async () => {
    serveList(list, broken);
    const { user } = openApp(path);
    expect(await screen.findByRole('alert')).toHaveTextContent(failed);
    serveList(list, () => rows(1, row));
    await user.click(screen.getByRole('button', { name: 'Повторить' }));
    expect(rowsOf(await waitFor(() => loadedTable(title)))).toHaveLength(1);
    expect(screen.queryByRole('alert')).toBeNull();
  });

  test('that cannot be had anew keeps its rows and says that they are old', async () => {
    serveList(list, () => rows(1, row));
    const { user } = openApp(path);
    await waitFor(() => loadedTable(title));
    serveList(list, broken);
    window.dispatchEvent(new Event('focus'));
    await user.click(await screen.findByText('Не удалось обновить'));
    expect(rowsOf(await loadedTable(title))).toHaveLength(1);
  });
});

describe.each(LISTS.map(called))('a page of the list at %s', (_path, list) => {
  const { path, title, counted, pageSize, row } = list;

  test('is the first one of the list’s size', async () => {
    const asked = serveList(list, () => rows(1978));
    openApp(path);
    expect(await screen.findByText(`${counted}1 978`, { selector: '[aria-live]' })).toBeVisible();
    expect(asked).toEqual([`?page=1&page_size=${pageSize}`]);
    expect(screen.getByRole('combobox', { name: 'на странице' })).toHaveValue(String(pageSize));
  });

  test('past the end gives way to the last one, without a step in the history', async () => {
    serveList(list, (query) => (query.get('page') === '2' ? rows(pageSize + 1, row) : rows(pageSize + 1)));
    const { address: shown, router } = openApp(`${path}?page=9`);
    expect(rowsOf(await waitFor(() => loadedTable(title)))).toHaveLength(1);
    expect(shown()).toBe(`${path}?page=2`);
    expect(router.state.historyAction).toBe('REPLACE');
  });
});

test.each([...LISTS, WHOLE].flatMap((list) => (list.file === undefined ? [] : [[list.file, list] as const])))(
  '%s is asked for before it is drawn, as its address says',
  async (file, list) => {
    const asked = serveList(list, () => rows(1, list.row));
    const store = createTestStore();
    store.dispatch(accessGranted('access-1'));
    const preload = (await load(file))?.preload;
    if (preload) await store.dispatch(preload({ search: new URLSearchParams('page=2&page_size=50'), params: {} }));
    expect(asked).toEqual([list === WHOLE ? '' : '?page=2&page_size=50']);
  },
);

interface Detail {
  file: string;
  role: 'trader' | 'merchant';
  path: string;
  call: Route;
  /** The section that it leads back to. */
  section: string;
  failed: string;
  item: JsonBodyType;
  /** Its title once it is there. */
  title: string;
  /** Calls of other parts of the page. */
  others?: HttpHandler[];
}

const DETAILS: Detail[] = [
  {
    file: 'orders/order-details.tsx',
    role: 'trader',
    path: '/orders',
    call: routes.getOrder,
    section: 'Заказы',
    failed: 'Информация по заказу не найдена',
    item: orderDetail(7),
    title: 'Заказ 7…',
  },
  {
    file: 'appeals/appeal-details.tsx',
    role: 'trader',
    path: '/appeals',
    call: routes.getAppeal,
    section: 'Апелляции',
    failed: 'Информация по апелляции не найдена',
    item: appealDetail(7),
    title: 'Страница апелляции (ID 7)',
  },
  {
    file: 'payouts/payout-details.tsx',
    role: 'trader',
    path: '/payments',
    call: routes.getPayout,
    section: 'Выплаты',
    failed: 'Информация по выплате не найдена',
    item: payout(7),
    title: 'Выплата 7…',
  },
  {
    file: 'withdrawals/withdrawal-details.tsx',
    role: 'merchant',
    path: '/withdrawals',
    call: routes.getWithdrawal,
    section: 'Вывод',
    failed: 'Информация по выводу не найдена',
    item: withdrawal(7),
    title: 'Вывод 7…',
  },
  {
    file: 'withdrawals/usdt-withdrawal-details.tsx',
    role: 'trader',
    path: '/usdt-withdrawals',
    call: routes.getTraderWithdrawal,
    section: 'Вывод USDT',
    failed: 'Информация по выводу не найдена',
    item: withdrawal(7),
    title: 'Вывод USDT 7…',
  },
  {
    file: 'cabinets/cabinet-details.tsx',
    role: 'trader',
    path: '/cabinets',
    call: routes.getCabinet,
    section: 'Кабинеты',
    failed: 'Информация по кабинету не найдена',
    item: cabinet(7),
    title: 'Кабинет Samsung A57',
    others: [serve(routes.listCabinetChoices, [])],
  },
  {
    file: 'requisites/requisite-details.tsx',
    role: 'trader',
    path: '/requisites',
    call: routes.getRequisite,
    section: 'Реквизиты',
    failed: 'Информация по кабинету не найдена',
    item: requisite(7),
    title: 'Реквизит Сбер 7',
    others: [serve(routes.listBanks, [])],
  },
  {
    file: 'deposits/deposit-details.tsx',
    role: 'trader',
    path: '/transactions',
    call: routes.getDeposit,
    section: 'Транзакции',
    failed: 'Информация по транзакции не найдена',
    item: deposit(7),
    title: 'Транзакция 3fd059a5af…6a0c4d8',
  },
  {
    file: 'notifications/notification-details.tsx',
    role: 'trader',
    path: '/notifications',
    call: routes.getNotification,
    section: 'Уведомления',
    failed: 'Информация по уведомлению не найдена',
    item: notification(7),
    title: 'Уведомление',
  },
  {
    file: 'webhooks/webhook-details.tsx',
    role: 'merchant',
    path: '/webhooks',
    call: routes.getWebhook,
    section: 'Вебхуки',
    failed: 'Информация по вебхуку не найдена',
    item: webhookDetail(7),
    title: 'Вебхук 7…',
  },
];

describe.each(DETAILS.map(called))('the page of one thing under %s', (_path, detail) => {
  const { file, role, path, call, section, failed, item, title, others = [] } = detail;
  const answer = (respond: () => Response | Promise<Response>) => {
    const asked: string[] = [];
    server.use(
      asUser(users[role]),
      ...others,
      serve(call, ({ request }) => {
        asked.push(new URL(request.url).pathname);
        return respond();
      }),
    );
    return asked;
  };

  test('says that it loads, that it cannot be had, leads back, and can be tried again', async () => {
    const refusal = Promise.withResolvers<Response>();
    const asked = answer(() => refusal.promise);
    const { user } = openApp(`${path}/7`);
    await waitFor(() => expect(asked).toHaveLength(1));
    expect(screen.getByText('Загрузка…')).toBeInTheDocument();
    const way = within(screen.getByRole('main')).getByRole('navigation', { name: section });
    expect(within(way).getByRole('link', { name: section })).toHaveAttribute('href', path);
    refusal.resolve(problem(404, 'Не найдено'));
    expect(await screen.findByRole('alert')).toHaveTextContent(failed);
    expect(screen.queryByText('Загрузка…')).toBeNull();
    answer(() => HttpResponse.json(item));
    await user.click(screen.getByRole('button', { name: 'Повторить' }));
    expect(await screen.findByRole('heading', { level: 1, name: title })).toBeVisible();
    await waitFor(() => expect(screen.queryByRole('alert')).toBeNull());
  });

  test('that cannot be had anew stays and says that it is old', async () => {
    answer(() => HttpResponse.json(item));
    openApp(`${path}/7`);
    await screen.findByRole('heading', { level: 1, name: title });
    await waitFor(() => expect(screen.queryByText('Загрузка…')).toBeNull());
    answer(broken);
    window.dispatchEvent(new Event('focus'));
    expect(await screen.findByText('Не удалось обновить')).toBeVisible();
    expect(screen.queryByRole('alert')).toBeNull();
  });

  test('without an id in its address says so', async () => {
    const lazy = async () => ({ Component: (await load(file))?.Component as () => null });
    const router = createMemoryRouter([{ path: '/', lazy, HydrateFallback: () => null }]);
    render(<App store={createTestStore()} router={router} />);
    expect(await screen.findByRole('alert')).toHaveTextContent('Страница не найдена');
    expect(screen.queryByRole('button', { name: 'Повторить' })).toBeNull();
  });

  test('is asked for before it is drawn', async () => {
    const asked = answer(() => HttpResponse.json(item));
    const store = createTestStore();
    store.dispatch(accessGranted('access-1'));
    const preload = (await load(file))?.preload;
    if (preload) await store.dispatch(preload({ search: new URLSearchParams(), params: { id: '7' } }));
    expect(asked).toEqual([pathOf(call, '7')]);
  });
});
