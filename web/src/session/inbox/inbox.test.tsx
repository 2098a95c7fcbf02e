import { INBOX, WAITING_IN } from '@kantor/contract/plain/inbox.ts';
import { MEMBER_ROLES, rightsOf } from '@kantor/contract/plain/rights.ts';
import * as cabinetRoutes from '@kantor/contract/plain/cabinet-routes.ts';
import * as routes from '@kantor/contract/plain/routes.ts';
import * as requisiteRoutes from '@kantor/contract/plain/requisite-routes.ts';
import { screen, waitFor, within } from '@testing-library/react';
import { HttpResponse } from 'msw';
import { expect, test } from 'vitest';
import type { Inbox } from '@/api/inbox';
import { serverNow } from '@/shared/lib/server-clock';
import { orderId, trader } from '@/test/fixtures';
import { openApp } from '@/test/render-app';
import { asUser, serve, server } from '@/test/server';

const [OWNER, SHIFT] = MEMBER_ROLES.trader;
const member = (memberRole: typeof OWNER | typeof SHIFT) =>
  asUser({ ...trader, rights: rightsOf({ role: 'trader', memberRole }) });

const moment = (milliseconds: number) => new Date(serverNow() + milliseconds).toISOString();
const item = (what: Inbox['items'][number]['what'], changes: Partial<Inbox['items'][number]> = {}) => ({
  what,
  count: 1,
  id: orderId(1),
  since: null,
  until: null,
  sum: null,
  ...changes,
});

const inbox = () => screen.findByRole('region', { name: 'Требует внимания' });
const linksOf = (element: HTMLElement) =>
  within(element)
    .getAllByRole('link')
    .map((link) => [link.textContent, link.getAttribute('href')]);

test('what asks for a hand stands above the balance, each the way to it, and is counted in the menu', async () => {
  server.use(
    member(OWNER),
    serve(routes.getInbox, {
      items: [
        item('orders_ending', { until: moment(61_000), sum: '1500.00' }),
        item('messages_to_sort', { count: 12, since: moment(-5.5 * 60_000) }),
        item('limits_reached', { count: 2 }),
        item('requisites_paused', { count: 3 }),
      ],
      changes_at: null,
    }),
  );
  openApp('/balance');
  const links = linksOf(await inbox());
  expect(links.map(([, href]) => href)).toEqual([
    `/orders/${orderId(1)}`,
    '/notifications/to-sort',
    '/requisites?waiting=limits_reached',
    '/requisites?waiting=requisites_paused',
  ]);
  expect(links[0]?.[0]).toMatch(/^1Заказ, у которого меньше двух минут1.500,00.₽0[01]:\d\d$/);
  expect(links[1]?.[0]).toBe('12Сообщений банков, которые надо разобратьстарейшему 5 мин');
  expect(links.slice(2).map(([text]) => text)).toEqual([
    '2Реквизита дошли до предела сделок',
    '3Реквизита остановлены: банк сообщил о блокировке',
  ]);
  const menu = screen.getByRole('navigation', { name: 'Разделы' });
  await waitFor(() =>
    expect(within(menu).getByRole('link', { name: /^Реквизиты/ })).toHaveAccessibleName(
      /^Реквизиты\s?, требует внимания: 5$/,
    ),
  );
  expect(within(menu).getByRole('link', { name: /^Заказы/ })).toHaveAccessibleName(/^Заказы\s?, требует внимания: 1$/);
  expect(within(menu).getByRole('link', { name: /^Апелляции/ })).toHaveAccessibleName('Апелляции');
});

test('what time alone makes urgent comes at the moment that the server names, without another word of it', async () => {
  let asked = 0;
  const answers: Inbox[] = [
    { items: [], changes_at: moment(600) },
    { items: [item('orders_ending', { until: moment(120_000) })], changes_at: null },
  ];
  server.use(
    member(OWNER),
    serve(routes.getInbox, () => HttpResponse.json(answers[Math.min(asked++, 1)])),
  );
  openApp('/balance');
  expect(linksOf(await inbox())).toHaveLength(1);
  expect(asked).toBeGreaterThan(1);
});

test('a shift, who sees no balance, has it above the orders', async () => {
  server.use(member(SHIFT), serve(routes.getInbox, { items: [item('appeals')], changes_at: null }));
  const { address } = openApp('/');
  expect(linksOf(await inbox())).toHaveLength(1);
  expect(address()).toBe('/orders');
});

const LISTS = {
  orders: routes.listOrders,
  appeals: routes.listAppeals,
  cabinets: cabinetRoutes.listCabinets,
  requisites: requisiteRoutes.listRequisites,
};

test.each(INBOX)('several of %s lead to the list of just those, and from there to all', async (what) => {
  const list = Object.entries(WAITING_IN).find(([, kinds]) => (kinds as readonly string[]).includes(what))?.[0];
  const asked: (string | null)[] = [];
  server.use(
    member(OWNER),
    serve(routes.getInbox, { items: [item(what, { count: 2 })], changes_at: null }),
    ...Object.values(LISTS).map((route) =>
      serve(route, ({ request }) => {
        asked.push(new URL(request.url).searchParams.get('waiting'));
        return HttpResponse.json({ count: 0, results: [] });
      }),
    ),
  );
  const { user, address } = openApp('/balance');
  asked.length = 0;
  await user.click(within(await inbox()).getByRole('link'));
  if (list === undefined) {
    // The match desk is the list of what it counts; the page of keys marks those that run out; of files the most urgent is opened.
    const desks: Partial<Record<typeof what, string>> = {
      batches_waiting: `/payments/files/${orderId(1)}`,
      messages_to_sort: '/notifications/to-sort',
      webhooks_failing: '/developer',
      keys_expiring: '/developer/keys',
    };
    await waitFor(() => expect(address()).toBe(desks[what]));
    return;
  }
  await waitFor(() => expect(address()).toBe(`/${list}?waiting=${what}`));
  await waitFor(() => expect(asked).toContain(what));
  await user.click(await screen.findByRole('button', { name: 'Показать все' }));
  expect(address()).toBe(`/${list}`);
  await waitFor(() => expect(asked.at(-1)).toBeNull());
});

test.each([
  ['orders', 'orders_ending', 'id'],
  ['appeals', 'appeals', 'order_id'],
] as const)('in %s a text is looked for in the whole list, not among what waits', async (list, what, filter) => {
  server.use(member(OWNER), serve(LISTS[list], { count: 0, results: [] }));
  const { user, address } = openApp(`/${list}?waiting=${what}`);
  await user.type(await screen.findByRole('searchbox'), 'abc');
  await waitFor(() => expect(address()).toBe(`/${list}?${filter}=abc`));
});
