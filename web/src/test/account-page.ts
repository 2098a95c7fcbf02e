import * as platform from '@kantor/contract/plain/platform-routes.ts';
import { listBanks } from '@kantor/contract/plain/routes.ts';
import type { AccountPage } from '@/api/platform-accounts';
import { deedRow } from './fixtures-journal';
import { fullPage, later } from './fixtures-platform';
import { openApp } from './render-app';
import { serve, server } from './server';

export const entry = {
  id: '12',
  created_at: later,
  reason: 'order_close' as const,
  object_id: '01939c2f-7b1e-7000-d000-000000000001',
  amount: '-16.304348',
  balance_after: '983.695652',
};

const deed = { ...deedRow, account: { id: fullPage.id, name: 'ivan', role: 'trader' as const }, os_user: null };

/** What the page of an account asks for besides the account. */
export const besideAccount = () => [
  serve(listBanks, [{ id: 12, name: 'Сбер' }]),
  serve(platform.listAccountEntries, { count: 1, results: [entry] }),
  serve(platform.listPlatformJournal, { count: 1, results: [deed], rest: null }),
];

/** Opens the page of an account. */
export function openAccount(account: AccountPage) {
  server.use(serve(platform.getPlatformAccount, account));
  return openApp(`/platform/accounts/${account.id}`);
}
