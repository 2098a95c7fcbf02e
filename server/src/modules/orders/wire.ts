import { APPEAL_STATUS_TEXT, ORDER_STATUS_TEXT, type OrderConfirmer } from '@kantor/contract/plain/statuses.ts';
import { toShopDataSeen } from '../../http/shop-data.ts';
import type { Sight } from '../../kernel/mask.ts';
import type { Owner } from '../../kernel/owner.ts';
import { type Names, toAccount } from '../inspection/index.ts';
import { feeOf } from '../ledger/index.ts';
import type { OrderMessageChoice } from './service/grounds.ts';
import type { OrderDetail } from './service/reading.ts';
import type { AnyOrder } from './service/platform.ts';
import type { Readiness } from './service/readiness.ts';
import type { Demand } from './store/demand.ts';
import type { OrderRow, PlatformOrderRow } from './store/lists.ts';
import type { RequisiteDay } from './store/requisite-days.ts';

/** An order as every list shows it. */
const toRow = (order: OrderRow) => ({
  id: order.id,
  short_name: order.id.slice(-8).toUpperCase(),
  amount: order.amount,
  amount_in_usdt: order.amountUsdt,
  conversion_rate: order.rate,
  created_at: order.createdAt,
  expires_at: order.expiresAt,
  payment_datetime: order.paidAt,
  reversed_amount: order.reversedAmount,
  status: order.status,
  human_status: ORDER_STATUS_TEXT[order.status],
  is_sbp: order.isSbp,
  bank_name: order.bankName,
  bank_detail: { short_name: order.requisite },
});

/** The same of an order whose owner is of this role: a trader knows their requisite, a merchant their number and their fee. */
const rowFor = (role: Owner['role']) => (order: OrderRow) => ({
  ...toRow(order),
  ...(role === 'trader'
    ? { requisite: order.requisiteId }
    : { external_id: order.externalId, fee_in_usdt: feeOf(order.amountUsdt, order) }),
});

/** An order on its owner's screen. */
export const detailFor = (role: Owner['role']) => (order: OrderDetail) => ({
  ...toDetail(order),
  ...rowFor(role)(order),
  claim: order.claim && { made_at: order.claim.madeAt, sender_name: order.claim.senderName },
});

/** An order in the list of an owner of this role. */
export const ownRowFor = (role: Owner['role']) => (order: OrderRow) => ({
  ...rowFor(role)(order),
  fitting_message: order.fittingMessage ?? null,
  claim: order.claimedAt ? { made_at: order.claimedAt, sender_name: order.claimSender ?? '' } : null,
});

/** An order on its own screen. */
const toDetail = ({ changes, appeal, ground, messages, ...order }: OrderDetail) => ({
  ...toRow(order),
  reversed_at: order.reversedAt,
  reversal_reason: order.reversalReason,
  status_history: changes.map(({ at, status, actor }) => ({
    created_at: at,
    status,
    human_status: ORDER_STATUS_TEXT[status],
    actor,
  })),
  appeal: appeal
    ? {
        id: appeal.id,
        amount: appeal.amount,
        processed_datetime: appeal.processedAt,
        status: appeal.status,
        human_status: APPEAL_STATUS_TEXT[appeal.status],
      }
    : null,
  ground: ground && {
    kind: ground.kind,
    notification: ground.notificationId,
    note: ground.note,
    created_at: ground.at,
  },
  notifications: messages.map(({ id, createdAt, text, outcome, reason }) => ({
    id,
    created_at: createdAt,
    text,
    outcome,
    reason,
  })),
});

interface AskedNarrowing {
  bank?: number | undefined;
  requisite?: string | undefined;
  confirmed?: OrderConfirmer | undefined;
}

/** The filters of a list, by the names that they have here. */
export const narrowingOf = <Asked extends AskedNarrowing>({ bank, requisite, confirmed, ...asked }: Asked) => ({
  ...asked,
  bankId: bank,
  requisiteId: requisite,
  confirmedBy: confirmed,
});

/** A message that an order may be confirmed by. */
export const toMessageChoice = (message: OrderMessageChoice) => ({
  id: message.id,
  heard_at: message.heardAt,
  bank: message.bank,
  amount: message.amount,
  sender: message.sender,
  tail: message.tail,
  text: message.text,
  outcome: message.outcome,
  reason: message.reason,
  fits: message.fits,
  difference: message.difference,
  late_seconds: message.lateSeconds,
});

/** Whose an order is. */
export type OrderOwners = Pick<PlatformOrderRow, 'traderId' | 'merchantId' | 'externalId'>;

const ownersOf = (names: Names, { traderId, merchantId, externalId }: OrderOwners) => ({
  trader: toAccount(names, traderId),
  merchant: toAccount(names, merchantId),
  external_id: externalId,
});

/** An order in the list of the platform. */
export const toPlatformRow = (order: PlatformOrderRow, names: Names) => ({
  ...toRow(order),
  ...ownersOf(names, order),
});

/** An order as the platform's people see it. */
export function toAnyOrder(order: AnyOrder, names: Names, sight: Sight) {
  const { notifications, ground, ...seen } = toDetail(order);
  return {
    ...seen,
    reversal_reason: sight.typed(seen.reversal_reason),
    ground: ground && { ...ground, note: sight.typed(ground.note) },
    notifications: notifications.map((message) => ({ ...message, text: sight.text(message.text) })),
    ...ownersOf(names, order),
    ...toShopDataSeen(order, sight),
    payee: {
      requisite: order.requisiteId,
      fio: order.fio,
      phone: sight.number(order.phone),
      bank_account: sight.number(order.bankAccount),
    },
  };
}

export const toRequisiteDay = ({ id, closed, amount, ended, lastOrderAt }: RequisiteDay) => ({
  id,
  closed: Number(closed),
  amount,
  ended: Number(ended),
  last_order_at: lastOrderAt,
});

export const toReadiness = ({ at, noRate, ready, sums, free, requisites }: Readiness) => ({
  at,
  no_rate: noRate,
  ready,
  total: requisites.length,
  amount_from: sums?.from ?? null,
  amount_to: sums?.to ?? null,
  free,
  requisites: requisites.map((requisite) => ({
    id: requisite.id,
    stopped: requisite.stopped,
    amount_from: requisite.sums.from,
    amount_to: requisite.sums.to,
    active_orders: requisite.activeOrders,
    max_current_deals: requisite.maxCurrentDeals,
    current_deals_count: requisite.currentDeals,
    max_deals: requisite.maxDeals,
    interval_until: requisite.intervalUntil,
    switch_at: requisite.switchAt,
    cabinet: requisite.cabinet && { id: requisite.cabinet.id, device_name: requisite.cabinet.name },
    last_heard_at: requisite.heardAt,
  })),
});

export const toDemand = ({ since, asked, suitable, issued }: Demand) => ({
  since,
  asked: Number(asked),
  suitable: Number(suitable),
  issued: Number(issued),
});
