import type { Route } from '@kantor/contract/plain/routes.ts';
import * as routes from '@kantor/contract/plain/routes.ts';
import type { HttpHandler, JsonBodyType } from 'msw';
import { orderRow } from './fixtures';
import { appealRow, payout, withdrawal } from './fixtures-exchange';
import { cabinet, deposit, notification, ping, requisite } from './fixtures-trader';
import { apiKey, endpoint, webhookRow } from './fixtures-webhooks';
import { PLATFORM_LISTS } from './platform-screens';
import { serve } from './server';

export interface List {
  /** The file of a list screen; without one, the list is a part of the screen at the address. */
  file?: string;
  role: 'trader' | 'merchant' | 'operator';
  path: string;
  call: Route;
  pageSize: number;
  title: string;
  /** The count's text before the number. */
  counted: string;
  empty: string;
  /** The text of a failure, where it is not the same. */
  failed?: string;
  row: JsonBodyType;
  /** The address that the row leads to. */
  href?: string;
  /** Calls of other parts of the screen. */
  others?: HttpHandler[];
}

/** Every list of the product, and what it says. */
export const LISTS: List[] = [
  ...PLATFORM_LISTS,
  {
    file: 'orders/orders-list.tsx',
    role: 'trader',
    path: '/orders',
    call: routes.listOrders,
    pageSize: 30,
    title: 'Заказы',
    counted: 'Заказов: ',
    empty: 'Заказы не найдены',
    row: orderRow(7),
    href: `/orders/${orderRow(7).id}`,
  },
  {
    file: 'appeals/appeals-list.tsx',
    role: 'trader',
    path: '/appeals',
    call: routes.listAppeals,
    pageSize: 10,
    title: 'Апелляции',
    counted: 'Апелляций: ',
    empty: 'Нет данных',
    failed: 'Апелляции не найдены',
    row: appealRow(7),
    href: `/appeals/${appealRow(7).id}`,
  },
  {
    file: 'payouts/payouts-list.tsx',
    role: 'trader',
    path: '/payments',
    call: routes.listPayouts,
    pageSize: 10,
    title: 'Выплаты',
    counted: 'Выплат: ',
    empty: 'Выплаты не найдены',
    row: payout(7),
    href: `/payments/${payout(7).id}`,
  },
  {
    file: 'withdrawals/withdrawals-list.tsx',
    role: 'merchant',
    path: '/withdrawals',
    call: routes.listWithdrawals,
    pageSize: 10,
    title: 'Вывод',
    counted: 'Выводов: ',
    empty: 'Выводы не найдены',
    row: withdrawal(7),
    href: `/withdrawals/${withdrawal(7).id}`,
  },
  {
    file: 'withdrawals/usdt-withdrawals-list.tsx',
    role: 'trader',
    path: '/usdt-withdrawals',
    call: routes.listTraderWithdrawals,
    pageSize: 10,
    title: 'Вывод USDT',
    counted: 'Выводов: ',
    empty: 'Выводы не найдены',
    row: withdrawal(7),
    href: `/usdt-withdrawals/${withdrawal(7).id}`,
    others: [serve(routes.listTraderWallets, { count: 0, results: [] })],
  },
  {
    file: 'operations/operations-list.tsx',
    role: 'merchant',
    path: '/history',
    call: routes.listOperations,
    pageSize: 10,
    title: 'История операций',
    counted: 'Операций: ',
    empty: 'Операции не найдены',
    row: { id: '7', amount: '7.000000', type: 'ADD' },
  },
  {
    file: 'cabinets/cabinets-list.tsx',
    role: 'trader',
    path: '/cabinets',
    call: routes.listCabinets,
    pageSize: 10,
    title: 'Кабинеты',
    counted: 'Кабинетов: ',
    empty: 'Кабинеты не найдены',
    row: cabinet(7),
    href: `/cabinets/${cabinet(7).id}`,
  },
  {
    file: 'requisites/requisites-list.tsx',
    role: 'trader',
    path: '/requisites',
    call: routes.listRequisites,
    pageSize: 10,
    title: 'Реквизиты',
    counted: 'Реквизитов: ',
    empty: 'Реквизиты не найдены',
    row: requisite(7),
    href: `/requisites/${requisite(7).id}`,
  },
  {
    file: 'deposits/deposits-list.tsx',
    role: 'trader',
    path: '/transactions',
    call: routes.listDeposits,
    pageSize: 10,
    title: 'Транзакции',
    counted: 'Транзакций: ',
    empty: 'Транзакции не найдены',
    row: deposit(7),
    href: `/transactions/${deposit(7).id}`,
  },
  {
    file: 'notifications/notifications-list.tsx',
    role: 'trader',
    path: '/notifications',
    call: routes.listNotifications,
    pageSize: 10,
    title: 'Уведомления',
    counted: 'Уведомлений: ',
    empty: 'Уведомления не найдены',
    row: notification(7),
    href: `/notifications/${notification(7).id}`,
  },
  {
    file: 'pings/pings-list.tsx',
    role: 'trader',
    path: '/pings',
    call: routes.listPings,
    pageSize: 10,
    title: 'Пинги',
    counted: 'Пингов: ',
    empty: 'Пинги не найдены',
    row: ping(7),
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
    path: '/webhooks',
    call: routes.listWebhooks,
    pageSize: 10,
    title: 'Журнал',
    counted: 'Вебхуков: ',
    empty: 'Вебхуки не найдены',
    row: webhookRow(7),
    href: `/webhooks/${webhookRow(7).id}`,
    others: [
      serve(routes.getWebhookEndpoint, endpoint()),
      serve(routes.listApiKeys, { count: 1, results: [apiKey(1)] }),
    ],
  },
];

/** All wallets come at once, so some of what follows is shown in its own tests. */
export const WHOLE: List = {
  file: 'withdrawals/wallets-list.tsx',
  role: 'merchant',
  path: '/wallets',
  call: routes.listWallets,
  pageSize: 10,
  title: 'Кошельки',
  counted: 'Кошельков: ',
  empty: 'Кошельки не найдены',
  row: { id: '7', wallet_to_withdraw: 'номер 7', is_valid: true },
};
