import { MEMBER_ROLES, rightsOf } from '@kantor/contract/plain/rights.ts';
import { GATES } from '@kantor/contract/plain/gates.ts';
import { listRequisiteDays } from '@kantor/contract/plain/day-routes.ts';
import * as cabinetRoutes from '@kantor/contract/plain/cabinet-routes.ts';
import * as routes from '@kantor/contract/plain/routes.ts';
import * as requisiteRoutes from '@kantor/contract/plain/requisite-routes.ts';
import { screen, waitFor, within } from '@testing-library/react';
import * as statementRoutes from '@kantor/contract/plain/statement-routes.ts';
import { HttpResponse } from 'msw';
import { beforeEach, describe, expect, test } from 'vitest';
import type { AtGates } from '@/api/readiness';
import { serverNow } from '@/shared/lib/server-clock';
import { orderDetail, orderId, orderRow, trader, traderDashboard } from '@/test/fixtures';
import {
  earnings,
  atGates,
  cabinet,
  cabinetId,
  readiness,
  requisite,
  requisiteId,
  statementEntry,
  totals,
} from '@/test/fixtures-trader';
import { openApp } from '@/test/render-app';
import { isSeen, loadedTable, rowsOf } from '@/test/screen-reading';
import { asUser, problem, serve, server } from '@/test/server';

const [OWNER, SHIFT] = MEMBER_ROLES.trader;
const member = (memberRole: typeof OWNER | typeof SHIFT) =>
  asUser({ ...trader, rights: rightsOf({ role: 'trader', memberRole }) });
const moment = (milliseconds: number) => new Date(serverNow() + milliseconds).toISOString();
const serveRows = (...rows: AtGates[]) => serve(routes.getReadiness, readiness(...rows));

beforeEach(() => {
  server.use(
    member(OWNER),
    serve(routes.getInbox, { items: [], changes_at: null }),
    serve(routes.getDemand, { since: moment(-86_400_000), asked: 412, suitable: 380, issued: 47 }),
    serve(routes.listBanks, []),
    serve(listRequisiteDays, []),
    serveRows(atGates(1), atGates(2)),
  );
});

describe('on the balance', () => {
  const line = () => screen.findByRole('region', { name: 'Приём заказов' });

  test('a line says how many requisites take orders, of which sums, why not the others, and what shops asked for', async () => {
    server.use(
      serveRows(
        atGates(1),
        atGates(2, { stopped: ['device_silent'] }),
        atGates(3, { stopped: ['device_silent', 'interval'] }),
        atGates(4, { stopped: ['max_deals'] }),
      ),
    );
    openApp('/balance');
    const shown = await line();
    expect(shown).toHaveTextContent('Готовы принять: 1 из 4 реквизитов, от 300 до 30 000 ₽');
    expect(shown).toHaveTextContent('Остальные: телефон — 2, сделок — 1');
    expect(within(shown).getByRole('link', { name: 'Почему не все' })).toHaveAttribute('href', '/requisites');
    await waitFor(() =>
      expect(shown).toHaveTextContent('За сутки магазины просили 412 заказов, вам подошли бы 380, выдано 47'),
    );
  });

  test.each([
    [21, 'Готовы принять: 21 из 21 реквизита'],
    [11, 'Готовы принять: 11 из 11 реквизитов'],
  ])('of %i requisites it is Russian', async (n, text) => {
    server.use(serveRows(...Array.from({ length: n }, (_, index) => atGates(index + 1))));
    openApp('/balance');
    await waitFor(async () => expect(await line()).toHaveTextContent(text));
  });

  test('a rate that is too old stops all', async () => {
    server.use(serve(routes.getReadiness, { ...readiness(atGates(1)), no_rate: 'stale', ready: 0, amount_from: null }));
    openApp('/balance');
    await waitFor(async () => expect(await line()).toHaveTextContent('Курс устарел: заказы никому не выдаются'));
  });

  test('without requisites, and where it cannot be had, there is no line, and the balance is there', async () => {
    server.use(serve(routes.getReadiness, () => problem(500, 'Ошибка')));
    openApp('/balance');
    expect(await screen.findByRole('region', { name: 'Баланс USDT' })).toBeVisible();
    expect(screen.queryByRole('region', { name: 'Приём заказов' })).toBeNull();
  });

  test('the first day ticks what is done, leads to what is not, and goes when the server says nothing of it', async () => {
    const steps = {
      requisite: true,
      cabinet: true,
      phone: false,
      message: false,
      limits: false,
      balance: true,
      traffic: false,
    };
    server.use(serve(routes.getTraderDashboard, { ...traderDashboard, first_steps: steps }));
    openApp('/balance');
    const first = await screen.findByRole('region', { name: /^Первый день/ });
    expect(first).toHaveTextContent('сделано 3 из 7');
    const links = within(first).getAllByRole('link');
    expect(links.map((link) => [link.textContent, link.getAttribute('href')])).toEqual([
      ['Подключите к кабинету телефон', '/cabinets'],
      ['Пришлите себе пробное сообщение', '/cabinets'],
      ['Задайте пределы реквизита', '/requisites'],
    ]);
    server.use(serve(routes.getTraderDashboard, { ...traderDashboard, first_steps: null }));
    window.dispatchEvent(new Event('focus'));
    await waitFor(() => expect(screen.queryByRole('region', { name: /^Первый день/ })).toBeNull());
  });
});

describe('in the list of requisites', () => {
  test('each says that it is ready, or the first reason why it is not', async () => {
    server.use(
      serve(requisiteRoutes.listRequisites, { count: 4, results: [1, 2, 3, 4].map((n) => requisite(n)) }),
      serveRows(
        atGates(1),
        atGates(2, { stopped: ['max_deals', 'interval'], current_deals_count: 2, max_deals: 1 }),
        atGates(3, { stopped: ['cabinet', 'device_silent'], cabinet: null, last_heard_at: null }),
        atGates(4, { stopped: ['interval'], interval_until: moment(125_000) }),
      ),
    );
    openApp('/requisites');
    const table = await waitFor(() => loadedTable('Реквизиты'));
    await waitFor(() =>
      expect(rowsOf(table).map(([, name]) => name)).toEqual([
        'Сбер 1Готов',
        'Сбер 2сделок 2 из 1: сбросьте счётчик',
        'Сбер 3реквизит не в кабинете',
        expect.stringMatching(/^Сбер 4интервал, ещё 02:0\d$/),
      ]),
    );
  });

  test('an empty list says the next step, to whoever may take it', async () => {
    server.use(serve(requisiteRoutes.listRequisites, { count: 0, results: [] }));
    openApp('/requisites');
    await isSeen('Реквизиты не найдены');
    expect(screen.getByRole('link', { name: 'Добавьте первый реквизит' })).toHaveAttribute('href', '/requisites/new');
  });
});

describe('the card of a requisite', () => {
  const gatesOf = async () => {
    const list = await screen.findByRole('list', { name: 'Почему нет заказов' });
    return within(list).getAllByRole('listitem');
  };
  const open = (row: AtGates) => {
    server.use(
      serve(requisiteRoutes.getRequisite, requisite(1)),
      serve(routes.getReadiness, () => HttpResponse.json(readiness(row))),
    );
    return openApp(`/requisites/${requisiteId(1)}`);
  };

  test('has every gate, pass or fail, with its number and the way to what mends it', async () => {
    const stopped = [...GATES];
    const { user } = open(
      atGates(1, { stopped, max_deals: 10, last_heard_at: moment(-600_000), interval_until: moment(60_500) }),
    );
    const rows = await gatesOf();
    expect(rows).toHaveLength(GATES.length);
    expect(screen.getByText('Реквизит не получает заказов')).toBeVisible();
    expect(rows[2]).toHaveTextContent('не хватает USDT: свободно 12,40 USDT = 1 141 ₽');
    expect(rows[7]).toHaveTextContent(/телефон молчит с \d\d/);
    expect(rows[9]).toHaveTextContent('в работе 1 из 4 заказов');
    const links = rows.flatMap((row) => within(row).queryAllByRole('link')).map((link) => link.getAttribute('href'));
    expect(links).toEqual([
      '/balance',
      '/transactions',
      '/requisites',
      `/cabinets/${cabinetId(1)}`,
      `/cabinets/${cabinetId(1)}`,
      '/orders?status=ACTIVE',
    ]);
    const [change] = within(rows[8] as HTMLElement).getAllByRole('button', { name: 'Изменить' });
    await user.click(change as HTMLElement);
    expect(document.activeElement?.closest('#requisite-settings')).not.toBeNull();
  });

  test('says that all is passed, and is asked anew when an interval ends', async () => {
    open(atGates(1, { stopped: ['interval'], interval_until: moment(300) }));
    await isSeen('Реквизит не получает заказов');
    server.use(serveRows(atGates(1)));
    await waitFor(() => expect(screen.getByText('Реквизит готов принять заказ')).toBeVisible(), { timeout: 3000 });
    for (const row of await gatesOf()) expect(within(row).getByRole('img', { name: 'Пройдено' })).toBeVisible();
  });

  test('shows a shift no balance and nothing to change', async () => {
    server.use(member(SHIFT), serve(requisiteRoutes.getRequisite, requisite(1)));
    server.use(
      serve(routes.getReadiness, {
        ...readiness(atGates(1, { stopped: ['traffic_off', 'balance', 'amount_limits'] })),
        free: null,
      }),
    );
    openApp(`/requisites/${requisiteId(1)}`);
    const rows = await gatesOf();
    expect(rows[2]).toHaveTextContent(/не хватает USDT$/);
    for (const row of rows) {
      expect(within(row).queryByRole('button')).toBeNull();
      expect(within(row).queryByRole('link')).toBeNull();
    }
  });
});

describe('an active order of a silent phone', () => {
  const text = /^Телефон молчит с .*: оплату не услышим$/;
  const order = { requisite: requisiteId(1), expires_at: moment(600_000) };

  test.each([
    ['on the balance', '/balance'],
    ['in the list', '/orders'],
    ['on its page', `/orders/${orderId(1)}`],
  ])('%s says that its payment will not be heard', async (_where, path) => {
    server.use(
      serveRows(atGates(1, { stopped: ['device_silent'], last_heard_at: moment(-600_000) }), atGates(2)),
      serve(routes.listOrders, {
        count: 2,
        results: [orderRow(1, order), orderRow(2, { ...order, requisite: requisiteId(2) })],
      }),
      serve(routes.getOrder, orderDetail(1, order)),
    );
    openApp(path);
    expect(await screen.findAllByText(text)).toHaveLength(1);
  });
});

test('the health of cabinets is told in the list and on the page: last call, charge, a day, messages and orders', async () => {
  const health = {
    id: cabinetId(1),
    last_heard_at: moment(-12_000),
    battery: 81,
    since: moment(-86_400_000),
    silences: [{ since: moment(-3_600_000), until: moment(-1_800_000) }],
    messages_today: 14,
    orders_today: 9,
  };
  const stated = cabinet(1, { bank_detail: [{ id: requisiteId(1), name: 'Сбер 1', short_name: 'Сбер •0001' }] });
  server.use(
    serve(cabinetRoutes.listCabinetHealth, [health]),
    serve(cabinetRoutes.listCabinets, { count: 1, results: [stated] }),
    serve(cabinetRoutes.getCabinet, stated),
    serve(cabinetRoutes.listCabinetChoices, []),
  );
  const { user } = openApp('/cabinets');
  const table = await waitFor(() => loadedTable('Кабинеты'));
  await waitFor(() => expect(table).toHaveTextContent(/\d\d с назад · заряд 81 %/));
  expect(table).toHaveTextContent('Сообщений: 14Заказов: 9');
  expect(
    within(table).getByRole('img', { name: /^За последние 24 часа на связи 1.4(09|10) из 1.4(39|40) мин$/ }),
  ).toBeVisible();
  expect(within(table).getByRole('link', { name: 'Сбер 1' })).toHaveAttribute('href', `/requisites/${requisiteId(1)}`);
  await user.click(within(table).getByText('Samsung A51', { selector: 'a' }));
  expect(await screen.findByRole('heading', { name: 'Здоровье кабинета' })).toBeVisible();
  expect(screen.getByText('Заказов сегодня').nextSibling).toHaveTextContent('9');
});

describe('the statement', () => {
  test('tells sums with their sign and the way to what they are for; a period and a part are asked for', async () => {
    const asked: string[] = [];
    server.use(
      serve(routes.getEarnings, earnings({ today: '1.500000', week: '2.000000', month: '30.250000' })),
      serve(statementRoutes.getStatementTotals, totals()),
      serve(statementRoutes.listStatement, ({ request }) => {
        asked.push(new URL(request.url).search);
        const results = [
          statementEntry(2),
          statementEntry(1, { reason: 'deposit', amount: '1000.000000', balance_after: '1000.000000' }),
        ];
        return HttpResponse.json({ count: 2, results });
      }),
    );
    const { user, address } = openApp('/statement');
    const table = await waitFor(() => loadedTable('Выписка'));
    expect(rowsOf(table)).toEqual([
      ['02.01.2026, 00:30', expect.stringContaining('Удержание под заказ'), '−16,304348', '983,695652'],
      ['02.01.2026, 00:30', 'Пополнение ', '+1 000,000000', '1 000,000000'],
    ]);
    expect(within(table).getAllByRole('link')).toHaveLength(1);
    expect(within(table).getByRole('link')).toHaveAttribute('href', `/orders/${statementEntry(1).object_id}`);
    expect(await screen.findByText(/^30,25\sUSDT$/)).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Заработок' }));
    await waitFor(() => expect(asked).toContain('?page=1&page_size=30&part=earned'));
    expect(address()).toContain('part=earned');
    const period = within(screen.getByRole('table', { name: 'За всё время' }));
    expect(period.getByRole('row', { name: /^Баланс/ })).toHaveTextContent('10,0000005,5000001,25000014,250000');
  });

  test('is not in the menu of a shift', async () => {
    server.use(member(SHIFT));
    openApp('/requisites');
    await screen.findByRole('link', { name: 'Реквизиты' });
    expect(screen.queryByRole('link', { name: 'Выписка' })).toBeNull();
  });
});
