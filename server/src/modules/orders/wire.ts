import { APPEAL_STATUS_TEXT, ORDER_STATUS_TEXT } from '@kantor/contract/plain/statuses.ts';
import type { Sight } from '../../kernel/mask.ts';
import { type Names, toAccount } from '../inspection/index.ts';
import type { OrderMessageChoice } from './service/grounds.ts';
import type { OrderDetail } from './service/reading.ts';
import type { AnyOrder } from './service/platform.ts';
import type { OrderRow, PlatformOrderRow } from './store/lists.ts';

/** An order in the lists of its owners. */
export const toRow = (order: OrderRow) => ({
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

/** An order on its own screen. */
export const toDetail = ({ changes, appeal, ground, messages, ...order }: OrderDetail) => ({
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
    payee: {
      requisite: order.requisiteId,
      fio: order.fio,
      phone: sight.number(order.phone),
      bank_account: sight.number(order.bankAccount),
    },
  };
}
