import * as routes from '@kantor/contract/plain/reconciliation-routes.ts';
import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { operator } from '@/test/fixtures';
import { reconciliationListed } from '@/test/fixtures-exchange';
import { openApp } from '@/test/render-app';
import { asUser, serve, server } from '@/test/server';

const NOTHING = { ours: null, theirs: null, ours_fee: null, theirs_fee: null };
const SUMS = { ...NOTHING, count: 1, ours: '1500.00', difference: '1500.00', fee_difference: '0.00' };

const PAGE = {
  ...reconciliationListed,
  kind: 'bank',
  period_source: 'dates',
  columns: { date: 'Дата', amount: 'Сумма' },
  tolerance: '0.00',
  fee_tolerance: '0.00',
  window_minutes: 30,
  only_paid: false,
  of: '4417',
  kept_until: '2027-02-17T09:41:00.000Z',
  piles: [{ ...SUMS, pile: 'only_ours' }],
  totals: SUMS,
};

test('our status is in words, of a bank’s statement too', async () => {
  server.use(
    asUser(operator),
    serve(routes.getPlatformReconciliation, PAGE),
    serve(routes.listPlatformReconciliationRows, {
      count: 1,
      results: [
        {
          ...NOTHING,
          n: 1,
          line: null,
          key: 'A-1',
          ours: '1500.00',
          theirs_state: null,
          ours_state: 'CLOSED',
          theirs_at: null,
          ours_at: '2026-11-18T09:41:00.000Z',
          object: { kind: 'order', id: reconciliationListed.id },
          reason: null,
        },
      ],
    }),
  );
  openApp(`/platform/reconciliations/${reconciliationListed.id}`);
  expect(await screen.findByText('A-1')).toBeVisible();
  expect(screen.getByText('Закрыт')).toBeVisible();
  expect(screen.queryByText('CLOSED')).toBeNull();
});
