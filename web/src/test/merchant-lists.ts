import * as batchRoutes from '@kantor/contract/plain/batch-routes.ts';
import * as fundsRoutes from '@kantor/contract/plain/funds-routes.ts';
import * as reconciliationRoutes from '@kantor/contract/plain/reconciliation-routes.ts';
import * as routes from '@kantor/contract/plain/routes.ts';
import * as endpointRoutes from '@kantor/contract/plain/webhook-routes.ts';
import { orderRow } from './fixtures';
import { batchListed, reconciliationListed, withdrawal } from './fixtures-exchange';
import { apiKey, endpoint, webhookRow } from './fixtures-webhooks';
import type { List } from './screen-rows';
import { serve } from './server';

/** A merchant's lists, and what they say. */
export const MERCHANT_LISTS: List[] = [
  {
    file: 'reconciliation/own-list.tsx',
    role: 'merchant',
    rights: ['reconciliations.read'],
    path: '/reconciliations',
    call: reconciliationRoutes.listReconciliations,
    title: 'Сверка',
    counted: 'Сверок: ',
    empty: 'Сверок пока нет',
    row: reconciliationListed,
    href: `/reconciliations/${reconciliationListed.id}`,
  },
  {
    role: 'merchant',
    rights: ['batches.read', 'payouts.read'],
    path: '/payments/files',
    call: batchRoutes.listBatches,
    title: 'Выплаты из файлов',
    counted: 'Файлов: ',
    empty: 'Файлов с выплатами пока нет',
    row: batchListed,
    href: `/payments/files/${batchListed.id}`,
    others: [serve(batchRoutes.getBatchSettings, { second_above: null })],
  },
  {
    file: 'withdrawals/withdrawals-list.tsx',
    role: 'merchant',
    path: '/withdrawals',
    call: fundsRoutes.listWithdrawals,
    title: 'Вывод',
    counted: 'Выводов: ',
    empty: 'Выводы не найдены',
    row: withdrawal(7),
    href: `/withdrawals/${withdrawal(7).id}`,
  },
  {
    file: 'operations/operations-list.tsx',
    role: 'merchant',
    path: '/history',
    call: fundsRoutes.listOperations,
    title: 'История операций',
    counted: 'Операций: ',
    empty: 'Операции не найдены',
    row: { id: '7', amount: '7.000000', type: 'ADD' },
  },
  {
    role: 'merchant',
    path: '/balance',
    call: routes.listOrders,
    pageSize: 50,
    title: 'Новые заказы',
    counted: '',
    empty: 'Новые заказы не найдены',
    row: orderRow(7),
    href: `/orders/${orderRow(7).id}`,
  },
  {
    role: 'merchant',
    path: '/developer/journal',
    call: endpointRoutes.listWebhooks,
    title: 'Журнал',
    counted: 'Вебхуков: ',
    empty: 'Вебхуки не найдены',
    row: webhookRow(7),
    href: `/developer/journal/${webhookRow(7).id}`,
    others: [
      serve(endpointRoutes.listWebhookEndpoints, [endpoint()]),
      serve(routes.listApiKeys, { count: 1, results: [apiKey(1)] }),
    ],
  },
];

/** All wallets come at once, so some of what follows is shown in its own tests. */
export const WHOLE: List = {
  file: 'withdrawals/wallets-list.tsx',
  role: 'merchant',
  path: '/wallets',
  call: fundsRoutes.listWallets,
  pageSize: 10,
  title: 'Кошельки',
  counted: 'Кошельков: ',
  empty: 'Кошельки не найдены',
  row: { id: '7', wallet_to_withdraw: 'номер 7', is_valid: true },
};
