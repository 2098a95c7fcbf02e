import * as platform from '@kantor/contract/plain/platform-routes.ts';
import * as cabinetRoutes from '@kantor/contract/plain/cabinet-routes.ts';
import * as fundsRoutes from '@kantor/contract/plain/funds-routes.ts';
import * as routes from '@kantor/contract/plain/routes.ts';
import * as payoutRoutes from '@kantor/contract/plain/payout-routes.ts';
import * as requisiteRoutes from '@kantor/contract/plain/requisite-routes.ts';
import * as webhookRoutes from '@kantor/contract/plain/webhook-routes.ts';
import * as statementRoutes from '@kantor/contract/plain/statement-routes.ts';
import type { Detail } from './screen-rows';
import { orderDetail } from './fixtures';
import { appealDetail, payout, withdrawal } from './fixtures-exchange';
import { cabinet, deposit, notification, requisite, totals } from './fixtures-trader';
import { webhookDetail } from './fixtures-webhooks';
import { accountPage } from './fixtures-platform';
import { PLATFORM_DETAILS } from './platform-details';
import { serve } from './server';

/** Every page of one thing, and what it says. */
export const DETAILS: Detail[] = [
  ...PLATFORM_DETAILS,
  {
    file: 'platform/account-details.tsx',
    role: 'operator',
    path: '/platform/accounts',
    call: platform.getPlatformAccount,
    section: 'Люди и счета',
    failed: 'Информация по счёту не найдена',
    item: accountPage(7),
    title: 'Счёт ivan.petrov7',
    others: [
      serve(platform.listAccountEntries, { count: 0, results: [] }),
      serve(statementRoutes.getAccountTotals, totals()),
      serve(statementRoutes.listAccountActs, { count: 0, results: [] }),
      serve(platform.listPlatformJournal, { count: 0, results: [], rest: null }),
    ],
  },
  {
    file: 'orders/order-details.tsx',
    role: 'trader',
    path: '/orders',
    call: routes.getOrder,
    section: 'Заказы',
    failed: 'Информация по заказу не найдена',
    item: orderDetail(7),
    title: 'Заказ 7…',
  },
  {
    file: 'appeals/appeal-details.tsx',
    role: 'trader',
    path: '/appeals',
    call: routes.getAppeal,
    section: 'Апелляции',
    failed: 'Информация по апелляции не найдена',
    item: appealDetail(7),
    title: 'Страница апелляции (ID 7)',
  },
  {
    file: 'payouts/payout-details.tsx',
    role: 'trader',
    path: '/payments',
    call: payoutRoutes.getPayout,
    section: 'Выплаты',
    failed: 'Информация по выплате не найдена',
    item: payout(7),
    title: 'Выплата 7…',
  },
  {
    file: 'withdrawals/withdrawal-details.tsx',
    role: 'merchant',
    path: '/withdrawals',
    call: fundsRoutes.getWithdrawal,
    section: 'Вывод',
    failed: 'Информация по выводу не найдена',
    item: withdrawal(7),
    title: 'Вывод 7…',
  },
  {
    file: 'withdrawals/usdt-withdrawal-details.tsx',
    role: 'trader',
    path: '/usdt-withdrawals',
    call: fundsRoutes.getTraderWithdrawal,
    section: 'Вывод USDT',
    failed: 'Информация по выводу не найдена',
    item: withdrawal(7),
    title: 'Вывод USDT 7…',
  },
  {
    file: 'cabinets/cabinet-details.tsx',
    role: 'trader',
    path: '/cabinets',
    call: cabinetRoutes.getCabinet,
    section: 'Кабинеты',
    failed: 'Информация по кабинету не найдена',
    item: cabinet(7),
    title: 'Кабинет Samsung A57',
    others: [serve(cabinetRoutes.listCabinetChoices, [])],
  },
  {
    file: 'requisites/requisite-details.tsx',
    role: 'trader',
    path: '/requisites',
    call: requisiteRoutes.getRequisite,
    section: 'Реквизиты',
    failed: 'Информация по кабинету не найдена',
    item: requisite(7),
    title: 'Реквизит Сбер 7',
    others: [serve(routes.listBanks, [])],
  },
  {
    file: 'deposits/deposit-details.tsx',
    role: 'trader',
    path: '/transactions',
    call: fundsRoutes.getDeposit,
    section: 'Транзакции',
    failed: 'Информация по транзакции не найдена',
    item: deposit(7),
    title: 'Транзакция 3fd059a5af…6a0c4d8',
  },
  {
    file: 'notifications/notification-details.tsx',
    role: 'trader',
    path: '/notifications',
    call: cabinetRoutes.getNotification,
    section: 'Уведомления',
    failed: 'Информация по уведомлению не найдена',
    item: notification(7),
    title: 'Уведомление',
  },
  {
    file: 'developer/webhook-details.tsx',
    role: 'merchant',
    path: '/developer/journal',
    call: webhookRoutes.getWebhook,
    section: 'Вебхуки',
    failed: 'Информация по вебхуку не найдена',
    item: webhookDetail(7),
    title: 'Вебхук 7…',
  },
];
