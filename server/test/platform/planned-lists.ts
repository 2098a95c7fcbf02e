import * as appeals from '@kantor/contract/wire/appeals.ts';
import type { Call } from '@kantor/contract/wire/call.ts';
import * as deposits from '@kantor/contract/wire/deposits.ts';
import * as devices from '@kantor/contract/wire/devices.ts';
import * as payouts from '@kantor/contract/wire/payouts.ts';
import * as exchange from '@kantor/contract/wire/platform/exchange.ts';
import { listPlatformOrders } from '@kantor/contract/wire/platform/orders.ts';
import * as work from '@kantor/contract/wire/platform/work.ts';
import * as withdrawals from '@kantor/contract/wire/withdrawals.ts';

// The lists whose plans are looked at.

/** A list's call, the statuses that it is filtered by, whether by bank and sums, and what it is searched by. */
export const LISTS: [
  name: string,
  call: Call,
  filters: { statuses?: readonly string[]; bank?: true; sums?: true; texts: string[] },
  /** What it comes to, by the same filters. */
  totals?: Call,
][] = [
  [
    'orders',
    listPlatformOrders,
    {
      statuses: ['ACTIVE', 'CLOSED', 'SILENT'],
      bank: true,
      sums: true,
      texts: ['copy-7', '1000,07', '4321', 'Иванов', 'нет'],
    },
  ],
  [
    'payouts',
    exchange.listPlatformPayouts,
    { statuses: ['OPEN', 'CANCELLED', 'LATE', 'CONTESTED'], sums: true, texts: ['copy-7', '1000,07', '4433'] },
    exchange.getPlatformPayoutTotals,
  ],
  [
    'withdrawals',
    exchange.listPlatformWithdrawals,
    {
      statuses: ['OPEN', 'SENT', 'REJECTED'],
      sums: true,
      texts: ['1,000007', 'ab'.repeat(32), 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t'],
    },
    exchange.getPlatformWithdrawalTotals,
  ],
  [
    'appeals',
    exchange.listPlatformAppeals,
    { statuses: ['OPEN', 'CLOSED'], bank: true, sums: true, texts: ['1', '1000,07'] },
    exchange.getPlatformAppealTotals,
  ],
  [
    'deposits',
    exchange.listPlatformDeposits,
    { sums: true, texts: ['1,000007', 'ab'.repeat(32), 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t'] },
    exchange.getPlatformDepositTotals,
  ],
  [
    'requisites',
    work.listPlatformRequisites,
    { statuses: ['ON', 'OFF', 'PAUSED', 'ARCHIVED'], bank: true, texts: ['Иванов', '4321'] },
    work.getPlatformRequisiteTotals,
  ],
  [
    'cabinets',
    work.listPlatformCabinets,
    { statuses: ['ONLINE', 'SILENT', 'OFF', 'BLOCKED'], texts: ['Телефон', 'нет'] },
    work.getPlatformCabinetTotals,
  ],
  [
    'notifications',
    work.listPlatformNotifications,
    { statuses: ['unread', 'paid', 'unread_application'], bank: true, sums: true, texts: ['Иван', '4321', 'bank.one'] },
    work.getPlatformNotificationTotals,
  ],
  [
    'webhooks',
    work.listPlatformWebhooks,
    { statuses: ['PENDING', 'DELIVERED', 'DEAD'], texts: ['01f00000-0007-7000-8000-000000000000'] },
    work.getPlatformWebhookTotals,
  ],
];

/** An owner's lists, narrowed and added up, by whose they are. */
export const OWN: [name: string, side: 'trader' | 'merchant', list: Call, totals: Call][] = [
  ['payouts', 'merchant', payouts.listPayouts, payouts.getPayoutTotals],
  ['payouts', 'trader', payouts.listPayouts, payouts.getPayoutTotals],
  ['withdrawals', 'merchant', withdrawals.listWithdrawals, withdrawals.getWithdrawalTotals],
  ['withdrawals', 'trader', withdrawals.listTraderWithdrawals, withdrawals.getTraderWithdrawalTotals],
  ['appeals', 'merchant', appeals.listAppeals, appeals.getAppealTotals],
  ['appeals', 'trader', appeals.listAppeals, appeals.getAppealTotals],
  ['deposits', 'trader', deposits.listDeposits, deposits.getDepositTotals],
  ['messages', 'trader', devices.listNotifications, devices.getNotificationTotals],
];
