import * as accountRoutes from '@kantor/contract/plain/account-routes.ts';
import * as cabinetRoutes from '@kantor/contract/plain/cabinet-routes.ts';
import * as fundsRoutes from '@kantor/contract/plain/funds-routes.ts';
import * as payoutRoutes from '@kantor/contract/plain/payout-routes.ts';
import * as requisiteRoutes from '@kantor/contract/plain/requisite-routes.ts';
import * as routes from '@kantor/contract/plain/routes.ts';
import * as statementRoutes from '@kantor/contract/plain/statement-routes.ts';
import { orderRow } from './fixtures';
import { appealRow, payout, withdrawal } from './fixtures-exchange';
import { deedRow } from './fixtures-journal';
import { cabinet, deposit, earnings, notification, ping, requisite, statementEntry, totals } from './fixtures-trader';
import type { List } from './screen-rows';
import { serve } from './server';

/** A trader's lists, and what they say. */
export const TRADER_LISTS: List[] = [
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
    call: payoutRoutes.listPayouts,
    title: 'Выплаты',
    counted: 'Выплат: ',
    empty: 'Выплаты не найдены',
    row: payout(7),
    href: `/payments/${payout(7).id}`,
  },
  {
    file: 'withdrawals/usdt-withdrawals-list.tsx',
    role: 'trader',
    path: '/usdt-withdrawals',
    call: fundsRoutes.listTraderWithdrawals,
    title: 'Вывод USDT',
    counted: 'Выводов: ',
    empty: 'Выводы не найдены',
    row: withdrawal(7),
    href: `/usdt-withdrawals/${withdrawal(7).id}`,
    others: [serve(fundsRoutes.listTraderWallets, { count: 0, results: [] })],
  },
  {
    file: 'cabinets/cabinets-list.tsx',
    role: 'trader',
    path: '/cabinets',
    call: cabinetRoutes.listCabinets,
    title: 'Кабинеты',
    counted: 'Кабинетов: ',
    empty: 'Кабинеты не найдены',
    row: cabinet(7),
    href: `/cabinets/${cabinet(7).id}`,
    others: [serve(cabinetRoutes.listUnreadBanks, [])],
  },
  {
    file: 'requisites/requisites-list.tsx',
    role: 'trader',
    path: '/requisites',
    call: requisiteRoutes.listRequisites,
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
    call: fundsRoutes.listDeposits,
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
    call: cabinetRoutes.listNotifications,
    title: 'Уведомления',
    counted: 'Уведомлений: ',
    empty: 'Уведомления не найдены',
    row: notification(7),
    href: `/notifications/${notification(7).id}`,
    others: [serve(cabinetRoutes.listUnreadBanks, [])],
  },
  {
    file: 'pings/pings-list.tsx',
    role: 'trader',
    path: '/pings',
    call: cabinetRoutes.listPings,
    title: 'Пинги',
    counted: 'Пингов: ',
    empty: 'Пинги не найдены',
    row: ping(7),
  },
  {
    file: 'statement/statement-list.tsx',
    role: 'trader',
    rights: ['statement.read', 'balance.read'],
    path: '/statement',
    call: statementRoutes.listStatement,
    pageSize: 30,
    title: 'Выписка',
    counted: 'Записей: ',
    empty: 'Движений за это время нет',
    row: statementEntry(7),
    others: [
      serve(routes.getEarnings, earnings({ today: '1.000000', week: '2.000000', month: '3.000000' })),
      serve(statementRoutes.getStatementTotals, totals()),
      serve(routes.getInbox, { items: [], changes_at: null }),
    ],
  },
  {
    file: 'journal/journal-list.tsx',
    role: 'trader',
    rights: ['audit.read'],
    path: '/journal',
    call: accountRoutes.listJournal,
    pageSize: 30,
    title: 'Журнал',
    counted: 'Записей: ',
    empty: 'Записей нет',
    row: deedRow,
  },
];
