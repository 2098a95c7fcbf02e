import { createExport, getExport } from '@kantor/contract/plain/export-routes.ts';
import * as platform from '@kantor/contract/plain/platform-routes.ts';
import { rightsOf } from '@kantor/contract/plain/rights.ts';
import * as routes from '@kantor/contract/plain/routes.ts';
import { screen, waitFor, within } from '@testing-library/react';
import { HttpResponse } from 'msw';
import { describe, expect, test, vi } from 'vitest';
import { operator } from '@/test/fixtures';
import { platformOrder, platformOrderRow } from '@/test/fixtures-platform';
import { openApp } from '@/test/render-app';
import { loadedTable, rowsOf } from '@/test/screen-reading';
import { asUser, serve, server } from '@/test/server';

/** The list at an address; the queries that it was asked with. */
function openList(address: string, answer: (query: URLSearchParams) => object) {
  const asked: string[] = [];
  server.use(
    asUser(operator),
    serve(routes.listBanks, [{ id: 1, name: 'Сбербанк' }]),
    serve(platform.getPlatformOrderTotals, { is_whole: true, statuses: [] }),
    serve(platform.listAccountChoices, [platformOrderRow(1).trader]),
    serve(platform.listPlatformOrders, ({ request }) => {
      const { searchParams } = new URL(request.url);
      searchParams.delete('page');
      searchParams.delete('page_size');
      asked.push(searchParams.toString());
      return HttpResponse.json(answer(searchParams));
    }),
  );
  return { asked, ...openApp(address) };
}

const page = (count: number) => ({ count, results: [platformOrderRow(1)], rest: null });

test('filters stand in the address, and are asked for', async () => {
  const { asked, user, address } = openList('/platform/orders?from=2026-11-20&account=7', () => page(1));
  expect(rowsOf(await waitFor(() => loadedTable('Заказы')))).toHaveLength(1);
  expect(asked.at(-1)).toBe('account=7&from=2026-11-20');
  await user.selectOptions(screen.getByLabelText('Банк'), 'Сбербанк');
  await user.type(screen.getByLabelText('Сумма от'), '1 500,50{Enter}');
  await user.click(screen.getByRole('button', { name: 'Закрытые' }));
  await waitFor(() => expect(new URLSearchParams(asked.at(-1)).get('status')).toBe('CLOSED'));
  const shown = new URLSearchParams(address().split('?')[1]);
  expect(Object.fromEntries(shown)).toEqual({
    account: '7',
    from: '2026-11-20',
    bank: '1',
    min: '1500.50',
    status: 'CLOSED',
  });
  expect(Object.fromEntries(new URLSearchParams(asked.at(-1)))).toEqual(Object.fromEntries(shown));
});

test('both sides of an order, and the rest, are behind «Ещё фильтры»; counts and sums follow', async () => {
  const totalsAsked: string[] = [];
  const shop = { ...platformOrderRow(1).merchant, id: 'shop-1', name: 'Магазин на углу' };
  const { asked, user, address } = openList('/platform/orders?status=CLOSED&trader=trader-1&before=77', () => page(1));
  server.use(
    serve(platform.listAccountChoices, ({ request }) =>
      HttpResponse.json(
        new URL(request.url).searchParams.get('role') === 'merchant' ? [shop] : [platformOrderRow(1).trader],
      ),
    ),
    serve(platform.getPlatformOrderTotals, ({ request }) => {
      totalsAsked.push(new URL(request.url).search);
      return HttpResponse.json({ is_whole: true, statuses: [{ status: 'CLOSED', count: 7, amount: '9000.00' }] });
    }),
  );
  await waitFor(() => loadedTable('Заказы'));
  await user.click(screen.getByRole('button', { name: 'Ещё фильтры: 1' }));
  await user.click(await screen.findByRole('combobox', { name: 'Магазин' }));
  await user.click(await screen.findByRole('option', { name: 'Магазин на углу' }));
  await user.selectOptions(screen.getByLabelText('Кто подтвердил'), 'Магазин');
  await user.type(screen.getByLabelText('Номер магазина'), 'A-17{Enter}');
  const all = 'trader=trader-1&merchant=shop-1&confirmed=merchant&number=A-17';
  await waitFor(() =>
    expect(Object.fromEntries(new URLSearchParams(asked.at(-1)))).toEqual(
      Object.fromEntries(new URLSearchParams(`status=CLOSED&${all}`)),
    ),
  );
  await waitFor(() =>
    expect(Object.fromEntries(new URLSearchParams(totalsAsked.at(-1)))).toEqual(
      Object.fromEntries(new URLSearchParams(all)),
    ),
  );
  expect(await screen.findByText('По фильтру, 7')).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Сбросить' }));
  await waitFor(() => expect(address()).toBe('/platform/orders?status=CLOSED'));
});

test('a sum that is none changes nothing', async () => {
  const { asked, user } = openList('/platform/orders', () => page(1));
  await waitFor(() => loadedTable('Заказы'));
  const field = screen.getByLabelText('Сумма до');
  await user.type(field, 'много{Enter}');
  await waitFor(() => expect(field).toHaveValue(''));
  expect(asked).toEqual(['']);
});

test('a search that has not seen everything says so, and goes on from there', async () => {
  const rest = { before: '41', at: '2026-11-20T09:00:00.000Z' };
  const { asked, user } = openList('/platform/orders?min=10', (query) => ({
    ...page(1),
    rest: query.has('before') ? null : rest,
  }));
  await waitFor(() => expect(screen.getByText('Просмотрено до 20.11.2026, 12:00')).toBeVisible());
  await user.click(screen.getByRole('button', { name: 'Искать раньше' }));
  await waitFor(() => expect(asked.at(-1)).toBe('min=10&before=41'));
  // Another question begins with the newest.
  await user.click(await screen.findByRole('button', { name: 'Активные' }));
  await waitFor(() => expect(new URLSearchParams(asked.at(-1)).has('before')).toBe(false));
});

test('a filter of another list in the address is none of this', async () => {
  const { asked } = openList('/platform/orders?status=NONE&from=2026-11-20', () => page(1));
  await waitFor(() => loadedTable('Заказы'));
  expect(asked).toEqual(['from=2026-11-20']);
});

test('an order shows whose it is, its postings and its journal; numbers are dots until they are revealed', async () => {
  const order = platformOrder(7, {
    trail: [
      {
        id: '01939c2f-7b1e-7000-c000-000000000001',
        kind: 'order_hold',
        human_kind: 'Удержание под заказ',
        created_at: '2026-01-01T21:30:00.000Z',
        entries: [
          { account: platformOrder(7).trader, part: 'available', amount: '-15.000000', balance_after: '985.000000' },
          { account: null, part: 'revenue', amount: '15.000000', balance_after: null },
        ],
      },
    ],
  });
  const deed = {
    id: '01939c2f-7b1e-7000-d000-000000000001',
    created_at: '2026-01-02T21:30:00.000Z',
    who: 'anna',
    action: 'reveal',
    before: null,
    after: {},
  };
  const revealed = {
    ...order,
    is_revealed: true,
    payee: { ...order.payee, phone: '+79991112233' },
    journal: [deed],
  };
  server.use(asUser(operator), serve(platform.getPlatformOrder, order), serve(platform.revealPlatformOrder, revealed));
  const { user } = openApp(`/platform/orders/${order.id}`);
  const postings = await screen.findByRole('list', { name: 'Проводки' });
  expect(within(postings).getByText('Удержание под заказ')).toBeVisible();
  expect(within(postings).getByText('ivan.petrov, доступно')).toBeVisible();
  expect(within(postings).getByText('остаток 985,000000')).toBeVisible();
  expect(within(postings).getByText('Площадка, доход')).toBeVisible();
  expect(screen.getByText('•••••••2233')).toBeVisible();
  expect(screen.getByRole('link', { name: 'shop' })).toHaveAttribute('href', `/platform/accounts/${order.merchant.id}`);
  await user.click(screen.getByRole('button', { name: 'Показать номера' }));
  await waitFor(() => expect(screen.getByText('+79991112233')).toBeVisible());
  expect(screen.getByText('anna: Показаны скрытые данные')).toBeVisible();
});

describe('a list as a file', () => {
  const take = { name: 'Скачать' };
  /** It comes after the screen. */
  const LATER = { timeout: 10_000 };
  const made = { id: 'f', list: 'platform_orders', format: 'csv', name: 'orders.csv', rows_total: 40_000 };
  const open = { snapshot_at: null, is_restarted: false, size: null, failure: null, ended_at: null, expires_at: null };
  const file = { ...made, ...open, created_at: '2026-11-23T09:00:00Z', url: null };

  test('has exactly what is filtered, with the columns of the screen; a long one is waited for, and taken', async () => {
    const sent: unknown[] = [];
    const clicked = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockReturnValue();
    const { user } = openList('/platform/orders?status=CLOSED&page=2&before=7&from=2026-11-20', () => page(100));
    let asked = 0;
    server.use(
      serve(createExport, async ({ request }) => {
        sent.push(await request.json());
        return HttpResponse.json({ ...file, state: 'running', rows_done: 12_000 }, { status: 201 });
      }),
      serve(getExport, () => {
        asked += 1;
        const done = { ...file, state: 'done', rows_done: 40_000, url: 'about:blank' };
        return HttpResponse.json(asked === 1 ? { ...file, state: 'running', rows_done: 20_000 } : done);
      }),
    );
    await user.click(await screen.findByRole('button', take, LATER));
    const dialog = within(await screen.findByRole('dialog', { name: 'Скачать список' }, LATER));
    await user.click(dialog.getByRole('button', take));
    expect(await dialog.findByRole('button', { name: 'Остановить' })).toBeVisible();
    expect(dialog.getByRole('progressbar')).toBeVisible();
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull(), LATER);
    expect(clicked.mock.contexts[0]).toMatchObject({ download: 'orders.csv' });
    expect(sent).toMatchObject([
      { list: 'platform_orders', format: 'csv', filters: { status: 'CLOSED', from: '2026-11-20' } },
    ]);
    expect((sent[0] as { columns: string[] }).columns.slice(0, 4)).toEqual(['trader', 'merchant', 'requisite', 'bank']);
    vi.restoreAllMocks();
  });

  test('that is too long is refused in the server’s words', async () => {
    const { user } = openList('/platform/orders', () => page(1));
    const detail = 'Строк 4 000 000, а в файле помещается 3 000 000';
    server.use(serve(createExport, () => HttpResponse.json({ code: 'too_many_rows', detail }, { status: 409 })));
    await user.click(await screen.findByRole('button', take, LATER));
    const dialog = within(await screen.findByRole('dialog', {}, LATER));
    await user.click(dialog.getByRole('button', take));
    expect(await screen.findByText(detail)).toBeVisible();
  });

  test('is not offered to a support person', async () => {
    const rights = rightsOf({ role: 'operator', memberRole: 'support' });
    openList('/platform/orders', () => page(1));
    server.use(asUser({ ...operator, member_role: 'support', rights }));
    await loadedTable('Заказы');
    expect(screen.queryByRole('button', take)).toBeNull();
  });
});
