import { rightsOf } from '@kantor/contract/plain/rights.ts';
import * as fundsRoutes from '@kantor/contract/plain/funds-routes.ts';
import * as routes from '@kantor/contract/plain/routes.ts';
import * as payoutRoutes from '@kantor/contract/plain/payout-routes.ts';
import { screen, waitFor } from '@testing-library/react';
import { HttpResponse } from 'msw';
import { expect, test } from 'vitest';
import { merchant, trader } from '@/test/fixtures';
import { payout } from '@/test/fixtures-exchange';
import { openApp } from '@/test/render-app';
import { loadedTable } from '@/test/screen-reading';
import { asUser, serve, server } from '@/test/server';

const deposit = (id: string, amount: string) => ({
  id,
  amount,
  tx_hash: 'ab'.repeat(32),
  block_number: 7,
  timestamp: '2026-01-01T21:32:00Z',
});

/** The deposits at an address; the queries of the list and of its totals. */
function openDeposits(path: string, answers: { totals?: object; rest?: object | null; rights?: false } = {}) {
  const asked: string[] = [];
  const counted: string[] = [];
  const noting = (to: string[], body: object) =>
    function answer({ request }: { request: Request }) {
      to.push(new URL(request.url).search);
      return HttpResponse.json(body as never);
    };
  server.use(
    asUser(
      answers.rights === false ? trader : { ...trader, rights: rightsOf({ role: 'trader', memberRole: 'owner' }) },
    ),
    serve(routes.getInbox, { items: [], changes_at: null }),
    serve(fundsRoutes.listPendingDeposits, { count: 0, results: [] }),
    serve(
      fundsRoutes.getDepositTotals,
      noting(counted, answers.totals ?? { is_whole: true, count: 12, amount: '345.000001' }),
    ),
    serve(
      fundsRoutes.listDeposits,
      noting(asked, {
        count: 2,
        results: [deposit('d1', '10.5'), deposit('d2', '0.000001')],
        rest: answers.rest ?? null,
      }),
    ),
  );
  return { asked, counted, ...openApp(path) };
}

const shown = () => waitFor(() => loadedTable('Транзакции'));

test('days and sums stand in the address, and the line says what they leave', async () => {
  const { asked, counted, user, address } = openDeposits('/transactions?page_size=30&from=2026-01-01');
  await shown();
  expect(await screen.findByText('По фильтру, 12')).toBeVisible();
  expect(screen.getByText('На странице').nextElementSibling).toHaveTextContent('10,500001');
  await user.type(await screen.findByLabelText('Сумма от'), '1 000,5{Enter}');
  await waitFor(() => expect(address()).toBe('/transactions?page_size=30&from=2026-01-01&min=1000.5'));
  await waitFor(() => expect(asked.at(-1)).toBe('?page=1&page_size=30&from=2026-01-01&min=1000.5'));
  await waitFor(() => expect(counted.at(-1)).toBe('?from=2026-01-01&min=1000.5'));
  await user.click(screen.getByRole('button', { name: 'Сбросить' }));
  await waitFor(() => expect(address()).toBe('/transactions?page_size=30'));
  expect(await screen.findByText('Всего, 12')).toBeVisible();
});

test('what was not looked at is said, and is a press away', async () => {
  const { user, address } = openDeposits('/transactions?min=1', {
    totals: { is_whole: false, count: 900, amount: '1' },
    rest: { before: '77', at: '2026-01-01T21:32:00Z' },
  });
  await shown();
  expect(await screen.findByText('По фильтру среди последних 10 000, 900')).toBeVisible();
  await user.click(await screen.findByRole('button', { name: 'Искать раньше' }));
  await waitFor(() => expect(address()).toBe('/transactions?min=1&before=77'));
});

test('a server of the specification alone is asked for neither', async () => {
  const { counted } = openDeposits('/transactions', { rights: false });
  await shown();
  expect(await screen.findByText('На странице')).toBeVisible();
  expect(screen.queryByLabelText('Сумма от')).toBeNull();
  expect(counted).toEqual([]);
});

test('payouts of one file are not counted as if they were all', async () => {
  const counted: string[] = [];
  server.use(
    asUser({ ...merchant, rights: rightsOf({ role: 'merchant', memberRole: 'owner' }) }),
    serve(routes.getInbox, { items: [], changes_at: null }),
    serve(payoutRoutes.listPayouts, { count: 1, results: [payout(1)] }),
    serve(fundsRoutes.getPayoutTotals, ({ request }) => {
      counted.push(new URL(request.url).search);
      return HttpResponse.json({ is_whole: true, count: 500, amount: '1.00' });
    }),
  );
  const { user, address } = openApp('/payments?batch=b1');
  await waitFor(() => loadedTable('Выплаты'));
  expect(await screen.findByText('На странице')).toBeVisible();
  expect(counted).toEqual([]);
  // Days and sums take the file's place.
  await user.type(await screen.findByLabelText('Сумма до'), '900{Enter}');
  await waitFor(() => expect(address()).toBe('/payments?max=900'));
  expect(await screen.findByText('По фильтру, 500')).toBeVisible();
  expect(counted).toEqual(['?max=900']);
});
