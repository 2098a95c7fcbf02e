import { rightsOf } from '@kantor/contract/plain/rights.ts';
import { getInbox, getOrderTotals, listBanks } from '@kantor/contract/plain/routes.ts';
import { listRequisites } from '@kantor/contract/plain/requisite-routes.ts';
import { screen, waitFor, within } from '@testing-library/react';
import { HttpResponse } from 'msw';
import { beforeEach, describe, expect, test } from 'vitest';
import { moscowDay } from '@/shared/lib/format-date';
import { merchant, orderRow, trader } from '@/test/fixtures';
import { type Answer, loadedOrders, serveOrders } from '@/test/orders-list';
import { openApp } from '@/test/render-app';
import { asUser, serve, server } from '@/test/server';

let asked: string[];
let answer: Answer;
let totalsAsked: string[];
let totals: object;
beforeEach(() => {
  totalsAsked = [];
  totals = {
    is_whole: true,
    statuses: [
      { status: 'ACTIVE', count: 2, amount: '300.50' },
      { status: 'CLOSED', count: 41, amount: '12000.00' },
    ],
  };
  ({ asked, answer } = serveOrders());
  server.use(
    asUser({ ...trader, rights: rightsOf({ role: 'trader', memberRole: 'owner' }) }),
    serve(getInbox, { items: [], changes_at: null }),
    serve(listBanks, [
      { id: 1, name: 'Сбербанк' },
      { id: 3, name: 'Банк с очень длинным названием' },
    ]),
    serve(getOrderTotals, ({ request }) => {
      totalsAsked.push(new URL(request.url).search);
      return HttpResponse.json(totals);
    }),
  );
});

test('orders are narrowed to days and sums, which the address keeps', async () => {
  const { user, address } = openApp('/orders');
  await loadedOrders();
  await user.type(await screen.findByLabelText('Сумма от'), '1 500,50{Enter}');
  await waitFor(() => expect(address()).toBe('/orders?min=1500.50'));
  await user.click(await screen.findByRole('button', { name: /^Даты/ }));
  await user.click(await screen.findByRole('button', { name: 'Сегодня' }));
  const today = moscowDay(new Date().toISOString());
  const span = `from=${today}&to=${today}&min=1500.50`;
  await waitFor(() => expect(address()).toBe(`/orders?${span}`));
  await waitFor(() => expect(asked.at(-1)).toBe(`?page=1&page_size=30&${span}`));
  // What is no sum is not asked for.
  await user.type(screen.getByLabelText('Сумма до'), 'много{Enter}');
  expect(screen.getByLabelText('Сумма до')).toHaveValue('');
  expect(address()).toBe(`/orders?${span}`);
});

test('a text is looked for in all orders: it takes the place of days and sums, and they of it', async () => {
  const { user, address } = openApp('/orders?from=2026-11-01&max=900&before=77');
  await loadedOrders();
  await user.type(screen.getByRole('searchbox'), '4321');
  await waitFor(() => expect(address()).toBe('/orders?id=4321'));
  await waitFor(() => expect(screen.getByRole('button', { name: /^Даты/ })).toHaveTextContent('Любые'));
  await user.type(screen.getByLabelText('Сумма до'), '900{Enter}');
  await waitFor(() => expect(address()).toBe('/orders?max=900'));
  await waitFor(() => expect(screen.getByRole('searchbox')).toHaveValue(''));
});

test('a search that has not seen everything says how far back it looked, and goes on from there', async () => {
  answer((query) => ({
    count: 1,
    results: [orderRow(1)],
    rest: query.has('before') ? null : { before: '77', at: '2026-01-01T21:32:00Z' },
  }));
  const { user, address } = openApp('/orders?min=900');
  await loadedOrders();
  expect(await screen.findByText('Просмотрено до 02.01.2026, 00:32')).toBeVisible();
  expect(screen.getByText('Заказов: 1+')).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Искать раньше' }));
  await waitFor(() => expect(address()).toBe('/orders?min=900&before=77'));
  expect(await screen.findByText('Заказов: 1')).toBeVisible();
  await user.click(await screen.findByRole('button', { name: 'К началу поиска' }));
  await waitFor(() => expect(address()).toBe('/orders?min=900'));
});

describe('behind «Ещё фильтры»', () => {
  const opened = async (path: string) => {
    const app = openApp(path);
    await loadedOrders();
    await app.user.click(await screen.findByRole('button', { name: /^Ещё фильтры/ }));
    return app;
  };

  test('a trader narrows by bank, requisite, method and who confirmed; how many are in force is seen when it is shut', async () => {
    server.use(
      serve(listRequisites, ({ request }) => {
        const page = Number(new URL(request.url).searchParams.get('page'));
        const bank_type = { id: 3, name: 'Т-Банк' };
        const row = { id: `requisite-${page}`, name: `Карта ${page}`, bank_type, last_4_digits_card: `432${page}` };
        return HttpResponse.json({ count: 2, results: [row] });
      }),
    );
    const { user, address } = await opened('/orders?page=2');
    await screen.findByRole('option', { name: 'Банк с очень длинным названием' });
    await user.selectOptions(screen.getByLabelText('Банк'), 'Банк с очень длинным названием');
    await user.selectOptions(await screen.findByLabelText('Метод'), 'C2C');
    await user.selectOptions(await screen.findByLabelText('Кто подтвердил'), 'Телефон');
    // All pages of them, by a part of what tells one from another.
    await user.type(await screen.findByRole('combobox', { name: 'Реквизит' }), '4322');
    await user.click(await screen.findByRole('option', { name: 'Карта 2 Т-Банк •4322' }));
    const all = 'bank=3&requisite=requisite-2&method=c2c&confirmed=device';
    await waitFor(() => expect(address()).toBe(`/orders?${all}`));
    await waitFor(() => expect(asked.at(-1)).toBe(`?page=1&page_size=30&${all}`));
    expect(screen.queryByLabelText('Ваш номер')).toBeNull();
    const more = screen.getByRole('button', { name: 'Ещё фильтры: 4' });
    await user.click(more);
    expect(screen.queryByLabelText('Банк')).toBeNull();
    expect(more).toHaveAttribute('aria-expanded', 'false');
  });

  test('«Сбросить» takes back all but the status and the page size', async () => {
    const { user, address } = await opened(
      '/orders?page_size=10&status=CLOSED&from=2026-11-01&bank=3&confirmed=trader',
    );
    await user.click(screen.getByRole('button', { name: 'Сбросить' }));
    await waitFor(() => expect(address()).toBe('/orders?page_size=10&status=CLOSED'));
    expect(screen.queryByRole('button', { name: 'Сбросить' })).toBeNull();
  });

  test('a merchant has their own number instead of requisites', async () => {
    server.use(asUser({ ...merchant, rights: rightsOf({ role: 'merchant', memberRole: 'support' }) }));
    const { user, address } = await opened('/orders');
    await user.type(await screen.findByLabelText('Ваш номер'), ' A-17 {Enter}');
    await waitFor(() => expect(address()).toBe('/orders?number=A-17'));
    expect(screen.queryByRole('combobox', { name: 'Реквизит' })).toBeNull();
  });

  test('what a link names and nobody knows is no filter', async () => {
    openApp('/orders?method=cash&confirmed=me');
    await loadedOrders();
    expect(asked.at(-1)).toBe('?page=1&page_size=30');
  });
});

describe('how many there are, and what they come to', () => {
  const tabs = () => within(screen.getByRole('group', { name: 'Статус заказа' }));

  test('is said of what the filters leave, by the same question for the tabs and the line', async () => {
    openApp('/orders?status=CLOSED&from=2026-11-01&bank=3&before=77');
    await loadedOrders();
    expect(await screen.findByText('По фильтру, 41')).toBeVisible();
    expect(screen.getByText('По фильтру, 41').nextElementSibling).toHaveTextContent('12 000,00 ₽');
    await waitFor(() => expect(tabs().getByText('Все').nextElementSibling).toHaveTextContent('43'));
    expect(tabs().getByText('Закрытые').nextElementSibling).toHaveTextContent('41');
    expect(new Set(totalsAsked)).toEqual(new Set(['?from=2026-11-01&bank=3']));
  });

  test('where they are too many to be counted the line says of which part it is, and the tabs say nothing', async () => {
    totals = { ...totals, is_whole: false };
    openApp('/orders?min=10');
    await loadedOrders();
    expect(await screen.findByText('По фильтру среди последних 10 000, 43')).toBeVisible();
    expect(tabs().getByText('Все').nextElementSibling).toBeEmptyDOMElement();
  });
});
