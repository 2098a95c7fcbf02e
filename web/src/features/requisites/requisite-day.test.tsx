import { listRequisiteDays } from '@kantor/contract/plain/day-routes.ts';
import { rightsOf } from '@kantor/contract/plain/rights.ts';
import * as routes from '@kantor/contract/plain/routes.ts';
import * as requisiteRoutes from '@kantor/contract/plain/requisite-routes.ts';
import { waitFor } from '@testing-library/react';
import { HttpResponse } from 'msw';
import { expect, test } from 'vitest';
import { formatTime } from '@/shared/lib/format-date';
import { serverNow } from '@/shared/lib/server-clock';
import { trader } from '@/test/fixtures';
import { atGates, readiness, requisite, requisiteId } from '@/test/fixtures-trader';
import { openApp } from '@/test/render-app';
import { loadedTable, rowsOf } from '@/test/screen-reading';
import { asUser, serve, server } from '@/test/server';

test('each requisite of the list tells its day in one call for all: the sum, what part of what ended was paid, and the last order', async () => {
  const last = new Date(serverNow() - 60_000).toISOString();
  const asked: string[] = [];
  server.use(
    asUser({ ...trader, rights: rightsOf({ role: 'trader', memberRole: 'owner' }) }),
    serve(routes.getInbox, { items: [], changes_at: null }),
    serve(routes.getReadiness, readiness(atGates(1), atGates(2))),
    serve(requisiteRoutes.listRequisites, { count: 2, results: [requisite(1), requisite(2)] }),
    serve(listRequisiteDays, ({ request }) => {
      asked.push(request.url);
      return HttpResponse.json([
        { id: requisiteId(1), closed: 5, amount: '12400.50', ended: 7, last_order_at: last },
        { id: requisiteId(2), closed: 0, amount: '0.00', ended: 0, last_order_at: null },
      ]);
    }),
  );
  openApp('/requisites');
  const table = await waitFor(() => loadedTable('Реквизиты'));
  await waitFor(() =>
    expect(rowsOf(table).map((cells) => cells.slice(-2))).toEqual([
      [`1 234 567,50последний ${formatTime(last)}`, '12 400,505 из 7 · 71 %'],
      ['1 234 567,50', '—'],
    ]),
  );
  expect(asked).toHaveLength(1);
});
