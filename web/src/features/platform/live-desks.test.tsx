import * as platform from '@kantor/contract/plain/platform-routes.ts';
import type { Change } from '@kantor/contract/wire/events.ts';
import { screen, waitFor } from '@testing-library/react';
import { HttpResponse } from 'msw';
import { beforeEach, expect, test } from 'vitest';
import { serveEvents } from '@/test/event-stream';
import { operator } from '@/test/fixtures';
import { openLive, pass, takeTimers } from '@/test/live-orders';
import { asUser, serve, server } from '@/test/server';

// What waits for the platform's people comes by itself, and is never asked for without a reason.

const withdrawal = (owner: string) => ({
  id: '01939c2f-0000-7000-8000-000000000001',
  owner_id: '01939c2f-0000-7000-8000-000000000002',
  owner,
  owner_role: 'merchant',
  amount_in_usdt: '100.000000',
  wallet: 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t',
  wallet_is_valid: true,
  wallet_added_at: '2026-01-01T09:00:00Z',
  created_at: '2026-01-01T21:30:00Z',
  sending_by: null,
  sending_at: null,
});
const proposal = (reason: string, lapsesAt = '2036-01-01T00:00:00Z') => ({
  id: '01939c2f-0000-7000-8000-000000000003',
  kind: 'deposit',
  reason,
  proposed_by: 'boris',
  is_own: false,
  created_at: '2026-01-01T09:00:00Z',
  lapses_at: lapsesAt,
  account_name: 'ivan',
  amount_in_usdt: '20000.000000',
  reference: 'x',
});

let word: string;
let asked: number;
beforeEach(() => {
  takeTimers();
  [word, asked] = ['before', 0];
  const count = (answer: () => object) => () => {
    asked += 1;
    return HttpResponse.json(answer());
  };
  server.use(
    asUser(operator),
    serve(
      platform.listOpenWithdrawals,
      count(() => ({ count: 1, total_usdt: '100.000000', results: [withdrawal(word)] })),
    ),
    serve(
      platform.listProposals,
      count(() => ({ results: [proposal(word), { ...proposal('lapsed', '2026-01-01T10:00:00Z'), id: 'x' }] })),
    ),
  );
});

test.for<[string, Change]>([
  ['/platform/withdrawal-desk', { tag: 'Withdraw', id: '01939c2f-0000-7000-8000-00000000000f' }],
  ['/platform/proposals', { tag: 'Proposal', id: '01939c2f-0000-7000-8000-00000000000f' }],
])('%s shows what has come, and asks for nothing else', async ([path, change]) => {
  const events = serveEvents();
  openLive(path);
  const stream = await events.stream();
  expect(await screen.findByText(/^before/)).toBeVisible();
  const before = asked;
  for (let minutes = 0; minutes < 5; minutes += 0.5) {
    stream.write(': \n\n');
    await pass(30_000);
  }
  stream.tell({ tag: 'Platform' });
  await pass(10_000);
  expect(asked).toBe(before);
  word = 'after';
  stream.tell(change);
  await waitFor(() => expect(screen.getByText(/^after/)).toBeVisible());
});

test('a proposal that has lapsed is gone by the clock alone', async () => {
  serveEvents();
  openLive('/platform/proposals');
  expect(await screen.findByText('before')).toBeVisible();
  expect(screen.queryByText('lapsed')).toBeNull();
});
