import { rightsOf } from '@kantor/contract/plain/rights.ts';
import { getInbox } from '@kantor/contract/plain/routes.ts';
import { screen, waitFor } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import { moscowDay } from '@/shared/lib/format-date';
import { orderRow, trader } from '@/test/fixtures';
import { type Answer, loadedOrders, serveOrders } from '@/test/orders-list';
import { openApp } from '@/test/render-app';
import { asUser, serve, server } from '@/test/server';

let asked: string[];
let answer: Answer;
beforeEach(() => {
  ({ asked, answer } = serveOrders());
  server.use(
    asUser({ ...trader, rights: rightsOf({ role: 'trader', memberRole: 'owner' }) }),
    serve(getInbox, { items: [], changes_at: null }),
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
  await user.click(screen.getByRole('button', { name: 'Искать раньше' }));
  await waitFor(() => expect(address()).toBe('/orders?min=900&before=77'));
  await user.click(await screen.findByRole('button', { name: 'К началу поиска' }));
  await waitFor(() => expect(address()).toBe('/orders?min=900'));
});
