import * as accountRoutes from '@kantor/contract/plain/account-routes.ts';
import { rightsOf } from '@kantor/contract/plain/rights.ts';
import * as routes from '@kantor/contract/plain/routes.ts';
import * as requisiteRoutes from '@kantor/contract/plain/requisite-routes.ts';
import { act, screen, waitFor, within } from '@testing-library/react';
import { HttpResponse } from 'msw';
import { beforeEach, describe, expect, test } from 'vitest';
import type { View } from '@/api/views';
import { trader } from '@/test/fixtures';
import { loadedOrders, serveOrders } from '@/test/orders-list';
import { openApp } from '@/test/render-app';
import { asUser, problem, serve, server } from '@/test/server';

const view = (name: string, query: string, more: Partial<View> = {}): View => ({
  id: `view-${name}`,
  list: 'orders',
  name,
  query,
  is_shared: false,
  made_by: 'Анна',
  is_own: true,
  may_change: true,
  is_default: false,
  ...more,
});

let views: View[];
let sent: [name: string, body: unknown][];
beforeEach(() => {
  serveOrders();
  views = [];
  sent = [];
  const noting = (name: string, answer: (body: never) => unknown) => async (info: { request: Request }) => {
    const text = await info.request.text();
    const body = text === '' ? null : JSON.parse(text);
    sent.push([name, body]);
    return HttpResponse.json(answer(body as never) as null);
  };
  server.use(
    asUser({ ...trader, rights: rightsOf({ role: 'trader', memberRole: 'owner' }) }),
    serve(routes.getInbox, { items: [], changes_at: null }),
    serve(routes.getOrderTotals, { is_whole: true, statuses: [] }),
    serve(accountRoutes.listViews, () => HttpResponse.json({ results: views })),
    serve(
      accountRoutes.saveView,
      noting('save', (body: Partial<View>) => {
        views = [...views, view(body.name ?? '', body.query ?? '', { is_shared: body.is_shared ?? false })];
        return views.at(-1);
      }),
    ),
    // Before those of a view's id, which would take it for one.
    serve(
      accountRoutes.chooseView,
      noting('choose', () => null),
    ),
    serve(
      accountRoutes.changeView,
      noting('change', () => views[0]),
    ),
    serve(
      accountRoutes.removeView,
      noting('remove', () => {
        views = [];
        return null;
      }),
    ),
  );
});

/** jsdom shows no popover: its items are there, unseen. */
const item = (name: string | RegExp) => screen.findByRole('button', { name, hidden: true });
const heads = async () =>
  within(await loadedOrders())
    .getAllByRole('columnheader')
    .map(({ textContent }) => textContent);

describe('a named view', () => {
  test('is saved as the list stands, without the place in it', async () => {
    const { user } = openApp('/orders?page=2&status=CLOSED&min=1500.50&columns=status%2Camount');
    await loadedOrders();
    await user.click(await item('Сохранить вид…'));
    await user.type(await screen.findByLabelText('Название'), ' Крупные ');
    await user.click(screen.getByLabelText('Показать всем в кабинете, кто видит этот список'));
    await user.click(screen.getByLabelText('Открывать этот вид первым'));
    await user.click(screen.getByRole('button', { name: 'Сохранить' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    const query = 'status=CLOSED&min=1500.50&columns=status%2Camount';
    expect(sent).toEqual([
      ['save', { list: 'orders', name: 'Крупные', query, is_shared: true }],
      ['choose', { list: 'orders', view: 'view-Крупные' }],
    ]);
    expect(await item('Крупные · общий')).toHaveAttribute('aria-current', 'true');
  });

  test('opens as an address of its own; the plain view is always there', async () => {
    views = [
      view('Утро', 'status=ACTIVE'),
      view('Ночь', 'bank=3', { is_own: false, is_shared: true, made_by: 'Пётр' }),
    ];
    const { user, address } = openApp('/orders?page=2&min=10');
    await loadedOrders();
    await user.click(await item('Ночь · Пётр'));
    await waitFor(() => expect(address()).toBe('/orders?bank=3'));
    await user.click(await item('Обычный вид'));
    await waitFor(() => expect(address()).toBe('/orders'));
  });

  test('is renamed, given to the account, replaced and removed by whoever may change it', async () => {
    views = [
      view('Утро', 'status=ACTIVE'),
      view('Ночь', 'bank=3', { is_own: false, may_change: false, is_shared: true }),
    ];
    const { user } = openApp('/orders?min=10');
    await loadedOrders();
    await user.click(await item('Управлять видами…'));
    const dialog = await screen.findByRole('dialog', { name: 'Виды списка' });
    const rows = within(dialog).getAllByRole('listitem');
    const inRow = (index: number) => within(rows[index] as HTMLElement);
    expect(inRow(1).queryByRole('button', { name: 'Удалить…', hidden: true })).toBeNull();
    await user.click(inRow(1).getByRole('button', { name: 'Открывать первым', hidden: true }));
    await user.click(inRow(0).getByRole('button', { name: 'Показать всему кабинету', hidden: true }));
    await waitFor(() => expect(sent).toHaveLength(2));
    await user.click(inRow(0).getByRole('button', { name: 'Переименовать…', hidden: true }));
    const field = await screen.findByLabelText('Название');
    await user.clear(field);
    await user.type(field, 'День{Enter}');
    await user.click(await item('Удалить…'));
    await user.click(await screen.findByRole('button', { name: 'Удалить' }));
    expect(await screen.findByText('Сохранённых видов больше нет.')).toBeVisible();
    expect(sent).toEqual([
      ['choose', { list: 'orders', view: 'view-Ночь' }],
      ['change', { is_shared: true }],
      ['change', { name: 'День' }],
      ['remove', null],
    ]);
  });

  test('is not offered by a server that has none; columns are', async () => {
    server.use(asUser(trader));
    openApp('/orders');
    expect(await item('Колонки…')).toBeInTheDocument();
    expect(screen.queryByRole('button', { name: 'Сохранить вид…', hidden: true })).toBeNull();
  });

  test('that cannot be had leaves the list as it is', async () => {
    server.use(serve(accountRoutes.listViews, () => problem(500, 'Ошибка')));
    openApp('/orders');
    await loadedOrders();
    expect(await item('Колонки…')).toBeInTheDocument();
    expect(screen.getByText('Сбер •1')).toBeVisible();
  });
});

describe('the default view', () => {
  beforeEach(() => {
    views = [view('Утро', 'status=ACTIVE', { is_default: true })];
  });

  test('opens where the address has no filters, and what is taken back then stays so', async () => {
    server.use(serve(requisiteRoutes.listRequisites, { count: 0, results: [] }));
    const { user, address, router } = openApp('/orders');
    await waitFor(() => expect(address()).toBe('/orders?status=ACTIVE'));
    await loadedOrders();
    await user.click(screen.getByRole('button', { name: 'Все' }));
    await waitFor(() => expect(address()).toBe('/orders'));
    await loadedOrders();
    expect(screen.getByRole('button', { name: 'Все' })).toHaveAttribute('aria-pressed', 'true');
    await act(() => router.navigate('/requisites'));
    await act(() => router.navigate(-1));
    await loadedOrders();
    await item('Утро');
    expect(address()).toBe('/orders');
    await user.click(screen.getByRole('link', { name: 'Заказы' }));
    await waitFor(() => expect(address()).toBe('/orders?status=ACTIVE'));
  });

  test('that is chosen on the list is for the next arrival, and Back is none', async () => {
    views = [view('Утро', 'status=ACTIVE')];
    server.use(
      serve(requisiteRoutes.listRequisites, { count: 0, results: [] }),
      serve(accountRoutes.chooseView, () => {
        views = [view('Утро', 'status=ACTIVE', { is_default: true })];
        return HttpResponse.json(null);
      }),
    );
    const { user, address, router } = openApp('/orders');
    await loadedOrders();
    await user.click(await item('Управлять видами…'));
    await user.click(await item('Открывать первым'));
    expect(await item('Не открывать первым')).toBeInTheDocument();
    expect(address()).toBe('/orders');
    await user.keyboard('{Escape}');
    await act(() => router.navigate('/requisites'));
    await screen.findByRole('heading', { level: 1, name: 'Реквизиты' });
    await act(() => router.navigate(-1));
    await loadedOrders();
    await item('Утро');
    expect(address()).toBe('/orders');
    await act(() => router.navigate('/requisites'));
    await act(() => router.navigate('/orders'));
    await waitFor(() => expect(address()).toBe('/orders?status=ACTIVE'));
  });

  test('is no answer to a link that says what it wants', async () => {
    const { address } = openApp('/orders?min=10');
    await loadedOrders();
    await item('Утро');
    expect(address()).toBe('/orders?min=10');
  });
});

describe('columns', () => {
  test('are hidden and moved by the keyboard, and the address keeps them', async () => {
    const { user, address } = openApp('/orders?page=2');
    await loadedOrders();
    await user.click(await item('Колонки…'));
    const dialog = await screen.findByRole('dialog', { name: 'Колонки' });
    await user.click(within(dialog).getByLabelText('Банк'));
    for (const name of ['Оплачен', 'Создан', 'Метод', 'Сумма, USDT'])
      await user.click(within(dialog).getByLabelText(name));
    const up = within(dialog).getByRole('button', { name: 'Выше: Статус' });
    up.focus();
    for (let step = 0; step < 7; step += 1) {
      await user.keyboard('{Enter}');
      await waitFor(() => expect(within(dialog).getByRole('button', { name: 'Выше: Статус' })).toHaveFocus());
    }
    expect(within(dialog).getByRole('status')).toHaveTextContent('Статус: место 1 из 8');
    await user.click(within(dialog).getByRole('button', { name: 'Показать' }));
    await waitFor(() => expect(address()).toBe('/orders?page=2&columns=status%2Crequisite%2Camount'));
    expect(await heads()).toEqual(['Статус', 'Реквизит', 'Сумма, ₽']);
  });

  test('as usual are no part of the address; none at all is refused', async () => {
    const { user, address } = openApp('/orders?columns=status');
    await loadedOrders();
    await user.click(await item('Колонки…'));
    const dialog = await screen.findByRole('dialog', { name: 'Колонки' });
    await user.click(within(dialog).getByLabelText('Статус'));
    expect(within(dialog).getByRole('button', { name: 'Показать' })).toBeDisabled();
    await user.click(within(dialog).getByRole('button', { name: 'Как обычно' }));
    await user.click(within(dialog).getByRole('button', { name: 'Показать' }));
    await waitFor(() => expect(address()).toBe('/orders'));
    expect(await heads()).toHaveLength(8);
  });
});
