import type { ExportList } from '@kantor/contract/plain/exports.ts';
import { type Scale, SCALE } from '@kantor/contract/plain/money.ts';
import type { Call } from '@kantor/contract/wire/call.ts';
import * as exchange from '@kantor/contract/wire/platform/exchange.ts';
import * as work from '@kantor/contract/wire/platform/work.ts';

/** A list of the platform, and what its table says of it. */
interface List {
  list: Call;
  get: Call;
  /** What it comes to: the column that is added up, in minor units; without one its rows are counted. */
  totals?: { call: Call; column?: string; scale: Scale };
  /** Its table, and the columns of its owners, its sum and its status. */
  table: string;
  owners: Partial<Record<'trader' | 'merchant', string>>;
  sum?: string;
  statuses?: Record<string, string>;
  /** Texts that find the object of a market, by columns of its row. */
  finds: string[];
  /** The same list as a file, and the head of its column of that sum. */
  file?: { name: ExportList; head: string };
  kind: string;
}

/** All but the orders, which have tests of their own. */
export const LISTS: List[] = [
  {
    list: exchange.listPlatformPayouts,
    get: exchange.getPlatformPayout,
    totals: { call: exchange.getPlatformPayoutTotals, column: 'amount', scale: SCALE.rub },
    table: 'payout',
    owners: { trader: 'trader_id', merchant: 'merchant_id' },
    sum: 'amount / 100.0',
    statuses: { OPEN: `status = 'OPEN'`, IN_WORK: `status = 'IN_WORK'`, DONE: `status = 'DONE'` },
    finds: ['right(phone, 4)', 'external_id'],
    kind: 'payout',
    file: { name: 'platform_payouts', head: 'Сумма, ₽' },
  },
  {
    list: exchange.listPlatformWithdrawals,
    get: exchange.getPlatformWithdrawal,
    totals: { call: exchange.getPlatformWithdrawalTotals, column: 'amount_usdt', scale: SCALE.usdt },
    table: 'withdrawal',
    owners: { trader: 'owner_id', merchant: 'owner_id' },
    sum: 'amount_usdt / 1000000.0',
    statuses: { OPEN: `status = 'OPEN'`, SENT: `outcome = 'SENT'`, REJECTED: `outcome = 'REJECTED'` },
    finds: ['(select address from wallet where wallet.id = wallet_id)'],
    kind: 'withdrawal',
    file: { name: 'platform_withdrawals', head: 'Сумма, USDT' },
  },
  {
    list: exchange.listPlatformAppeals,
    get: exchange.getPlatformAppeal,
    totals: { call: exchange.getPlatformAppealTotals, column: 'amount', scale: SCALE.rub },
    table: 'appeal',
    owners: { trader: 'trader_id', merchant: 'merchant_id' },
    sum: 'amount / 100.0',
    statuses: { OPEN: `status = 'OPEN'`, CLOSED: `status = 'CLOSED'` },
    finds: ['order_id::text', '(select external_id from orders where orders.id = order_id)'],
    kind: 'appeal',
    file: { name: 'platform_appeals', head: 'Сумма, ₽' },
  },
  {
    list: exchange.listPlatformDeposits,
    get: exchange.getPlatformDeposit,
    totals: { call: exchange.getPlatformDepositTotals, column: 'amount', scale: SCALE.usdt },
    table: 'chain_deposit',
    owners: { trader: 'trader_id' },
    sum: 'amount / 1000000.0',
    finds: [],
    kind: 'deposit',
    file: { name: 'platform_deposits', head: 'Сумма, USDT' },
  },
  {
    list: work.listPlatformRequisites,
    get: work.getPlatformRequisite,
    totals: { call: work.getPlatformRequisiteTotals, scale: SCALE.rub },
    table: 'requisite',
    owners: { trader: 'trader_id' },
    statuses: { ON: 'is_active', OFF: 'not is_active', ARCHIVED: 'archived_at is not null' },
    finds: ['right(phone, 4)', 'fio', 'last_4_digits_card'],
    kind: 'requisite',
  },
  {
    list: work.listPlatformCabinets,
    get: work.getPlatformCabinet,
    totals: { call: work.getPlatformCabinetTotals, scale: SCALE.rub },
    table: 'cabinet',
    owners: { trader: 'trader_id' },
    statuses: { ONLINE: 'is_active and is_heard', SILENT: 'is_active and not is_heard', BLOCKED: 'false' },
    finds: ['device_name'],
    kind: 'cabinet',
  },
  {
    list: work.listPlatformNotifications,
    get: work.getPlatformNotification,
    totals: { call: work.getPlatformNotificationTotals, column: 'amount', scale: SCALE.rub },
    table: 'notification',
    owners: { trader: 'trader_id' },
    statuses: { unread: `outcome = 'unread'`, paid: `outcome = 'paid'` },
    finds: [],
    kind: 'notification',
  },
  {
    list: work.listPlatformWebhooks,
    get: work.getPlatformWebhook,
    totals: { call: work.getPlatformWebhookTotals, scale: SCALE.rub },
    table: 'webhook',
    owners: { merchant: 'merchant_id' },
    statuses: { PENDING: `status = 'PENDING'`, DEAD: `status = 'DEAD'`, DELIVERED: `status = 'DELIVERED'` },
    finds: ['object_id::text'],
    kind: 'webhook',
  },
];
