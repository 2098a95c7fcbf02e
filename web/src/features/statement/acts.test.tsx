import * as statementRoutes from '@kantor/contract/plain/statement-routes.ts';
import { screen, waitFor, within } from '@testing-library/react';
import { HttpResponse } from 'msw';
import { beforeEach, expect, test } from 'vitest';
import type { Act, ListedAct } from '@/api/statement';
import { merchant } from '@/test/fixtures';
import { openApp } from '@/test/render-app';
import { asUser, serve, server } from '@/test/server';

const ID = '01a1f82f-1e80-7165-bb6b-52bced39bae7';
const ORDER = '01939c2f-7b1e-7000-8000-000000000001';

const listed: ListedAct = {
  id: ID,
  number: 3,
  from: '2026-01-01',
  to: '2026-01-31',
  made_at: '2026-02-01T09:00:00Z',
  made_by: 'shop',
  closing: '-2.500000',
};

const act: Act = {
  ...listed,
  account: { id: ID, name: 'shop', role: 'merchant' },
  platform: { name: 'ООО «Площадка»', details: 'ИНН 7700000000' },
  party: { name: 'ИП Иванова', details: 'ИНН 500100732259' },
  parts: [
    {
      part: 'available',
      opening: '0.000000',
      received: '1.000000',
      spent: '1.000000',
      closing: '0.000000',
      entries: 2,
    },
    { part: 'owed', opening: '0.000000', received: '0.000000', spent: '2.500000', closing: '-2.500000', entries: 1 },
  ],
  whole: { opening: '0.000000', received: '1.000000', spent: '3.500000', closing: '-2.500000' },
  kinds: [{ reason: 'order_reversal', postings: 1, received: '0.000000', spent: '3.500000' }],
  lines: [
    {
      at: '2026-01-02T21:30:00Z',
      reason: 'order_reversal',
      object_id: ORDER,
      amount: '-3.500000',
      balance_after: '-2.500000',
    },
  ],
};

beforeEach(() =>
  server.use(
    asUser({ ...merchant, rights: ['statement.read', 'acts.make', 'party.read', 'party.edit'] }),
    serve(statementRoutes.getParty, { name: '', details: '' }),
  ),
);

test('an act is asked for by its days, and is gone to', async () => {
  let sent = { from: '', to: '' };
  server.use(
    serve(statementRoutes.listActs, { count: 0, results: [] }),
    serve(statementRoutes.createAct, async ({ request }) => {
      sent = (await request.json()) as typeof sent;
      return HttpResponse.json(listed, { status: 201 });
    }),
    serve(statementRoutes.getAct, act),
  );
  const { user, address } = openApp('/acts');
  expect(await screen.findByText('Не заполнены: в актах стоит имя аккаунта')).toBeVisible();
  expect(await screen.findByText('Актов пока нет')).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Составить акт' }));
  const dialog = within(await screen.findByRole('dialog'));
  await user.click(await dialog.findByRole('button', { name: /Дни акта/ }));
  await user.click(await screen.findByRole('button', { name: '7 дней' }));
  await user.click(dialog.getByRole('button', { name: 'Составить акт' }));
  await waitFor(() => expect(address()).toBe(`/acts/${ID}`));
  expect(Date.parse(sent.to) - Date.parse(sent.from)).toBe(6 * 24 * 60 * 60_000);
});

test('an act is of the last month unless other days are chosen', async () => {
  let sent: { from: string; to: string } | undefined;
  server.use(
    serve(statementRoutes.listActs, { count: 0, results: [] }),
    serve(statementRoutes.createAct, async ({ request }) => {
      sent = (await request.json()) as typeof sent;
      return HttpResponse.json(listed, { status: 201 });
    }),
    serve(statementRoutes.getAct, act),
  );
  const { user, address } = openApp('/acts');
  await user.click(await screen.findByRole('button', { name: 'Составить акт' }));
  await user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Составить акт' }));
  await waitFor(() => expect(address()).toBe(`/acts/${ID}`));
  const dayAfter = new Date(Date.parse(`${sent?.to}T00:00Z`) + 86_400_000).toISOString();
  expect([sent?.from.slice(0, 7), sent?.from.slice(-2)]).toEqual([sent?.to.slice(0, 7), '01']);
  expect(dayAfter.slice(8, 10)).toBe('01');
  expect(Date.parse(dayAfter)).toBeLessThan(Date.now());
});

test('an act stands alone, in Russian, with who owes whom, and leads to what money moved for', async () => {
  server.use(serve(statementRoutes.getAct, act));
  openApp(`/acts/${ID}`);
  expect(await screen.findByRole('heading', { name: 'Акт сверки взаимных расчётов № 3' })).toBeVisible();
  expect(screen.getByText('На конец дня 31.01.2026 вторая сторона должна площадке 2,500000 USDT.')).toBeVisible();
  expect(screen.getByText('ИП Иванова')).toBeVisible();
  expect(screen.getByRole('link', { name: ORDER })).toHaveAttribute('href', `/orders/${ORDER}`);
  const rows = screen.getAllByRole('row').map(({ textContent }) => textContent);
  expect(rows).toContain('Итого0,0000001,0000003,500000−2,500000');
  expect(rows).toContain(`03.01.2026, 00:30Возврат по заказу${ORDER}3,500000−2,500000`);
  expect(screen.queryByRole('navigation', { name: 'Разделы' })).toBeNull();
});

test('an act that is not there says so, and leads back', async () => {
  server.use(serve(statementRoutes.getAct, () => HttpResponse.json({}, { status: 404 })));
  openApp(`/acts/${ID}`);
  expect(await screen.findByText('Акт не найден')).toBeVisible();
  expect(screen.getByRole('link', { name: 'Акты сверки' })).toHaveAttribute('href', '/acts');
});
