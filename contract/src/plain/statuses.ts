/** Status codes of the database and the API, with the texts of the specification that screens show. */

export const ORDER_STATUS_TEXT = {
  ACTIVE: 'Активен',
  CLOSED: 'Закрыт',
  EXPIRED: 'Истёк',
  APPEAL: 'Апелляция',
  DECLINED: 'Отменён',
} as const;
export type OrderStatus = keyof typeof ORDER_STATUS_TEXT;
export const ORDER_STATUSES = Object.keys(ORDER_STATUS_TEXT) as [OrderStatus, ...OrderStatus[]];

/** The payer's way to transfer: by phone number (СБП), or to a card or an account. */
export const ORDER_METHODS = ['sbp', 'c2c'] as const;
export type OrderMethod = (typeof ORDER_METHODS)[number];

/** Values of the order list's `status` filter. */
export const ORDER_FILTERS = ['ALL', 'ACTIVE', 'APPEAL', 'EXPIRED', 'DECLINED', 'CLOSED'] as const;
export type OrderFilter = (typeof ORDER_FILTERS)[number];

export const APPEAL_STATUS_TEXT = {
  OPEN: 'Открыта',
  PROCESSED: 'Обработана',
  CLOSED: 'Закрыта',
} as const;
export type AppealStatus = keyof typeof APPEAL_STATUS_TEXT;
export const APPEAL_STATUSES = Object.keys(APPEAL_STATUS_TEXT) as [AppealStatus, ...AppealStatus[]];

export const PAYOUT_STATUS_TEXT = {
  OPEN: 'Открыт',
  IN_WORK: 'В работе',
  DONE: 'Выполнен',
  CANCELLED: 'Отменён',
} as const;
export type PayoutStatus = keyof typeof PAYOUT_STATUS_TEXT;
export const PAYOUT_STATUSES = Object.keys(PAYOUT_STATUS_TEXT) as [PayoutStatus, ...PayoutStatus[]];

/**
 * What became of a payout that was done: its merchant may still contest it, does, or it is settled; decided for the merchant,
 * it is returned and its status is `CANCELLED`.
 */
export const PAYOUT_SETTLEMENTS = ['contestable', 'contested', 'settled', 'returned'] as const;
export type PayoutSettlement = (typeof PAYOUT_SETTLEMENTS)[number];

/** How a trader's time with a payout ended. */
export const PAYOUT_TAKE_OUTCOMES = ['done', 'given_up', 'expired', 'blocked', 'freed', 'cancelled'] as const;
export type PayoutTakeOutcome = (typeof PAYOUT_TAKE_OUTCOMES)[number];

export const WITHDRAWAL_STATUS_TEXT = { OPEN: 'Открыт', CLOSED: 'Выполнен' } as const;
export type WithdrawalStatus = keyof typeof WITHDRAWAL_STATUS_TEXT;
export const WITHDRAWAL_STATUSES = Object.keys(WITHDRAWAL_STATUS_TEXT) as [WithdrawalStatus, ...WithdrawalStatus[]];

/** How a closed withdrawal ended: only a sent one was paid, the USDT of the others is available again. */
export const WITHDRAWAL_OUTCOMES = ['SENT', 'REJECTED', 'CANCELLED'] as const;
export type WithdrawalOutcome = (typeof WITHDRAWAL_OUTCOMES)[number];

/** A plus or a minus of a merchant's balance. */
export const OPERATION_TYPES = ['ADD', 'SUBTRACT'] as const;

/** The author of a change of status. */
export const ACTORS = ['trader', 'merchant', 'operator', 'device', 'timer'] as const;
export type Actor = (typeof ACTORS)[number];

/** Who may have closed an order. */
export const ORDER_CONFIRMERS = ['device', 'trader', 'merchant', 'operator'] as const satisfies readonly Actor[];
export type OrderConfirmer = (typeof ORDER_CONFIRMERS)[number];

/** The outcome of a bank's message: whether it paid an order, and if not, why. */
export const NOTIFICATION_OUTCOMES = [
  'paid',
  'ambiguous',
  'no_order',
  'near',
  'before_order',
  'expired',
  'already_closed',
  'cancelled',
  'appeal',
  'cabinet_blocked',
  'tail_mismatch',
  'other_bank',
  'unknown_sender',
  'balance_mismatch',
  'outgoing',
  'duplicate',
  'block',
  'one_time_code',
  'unread',
  'before_matching',
  // Of what the trader did afterwards: chose the message to confirm an order by, settled all orders it fitted without it, or said
  // that it is about none.
  'paid_by_hand',
  'settled',
  'dismissed',
] as const;
export type NotificationOutcome = (typeof NOTIFICATION_OUTCOMES)[number];

/** What is done at a bank with what its balances say: nothing; it is kept, and compared with what people do; it is done. */
export const BALANCE_MODES = ['off', 'shadow', 'on'] as const;
export type BalanceMode = (typeof BALANCE_MODES)[number];

/** What a trader confirms an order by where no message of a bank says so. */
export const WITHOUT_MESSAGE = ['screenshot', 'statement', 'other'] as const;
export type WithoutMessage = (typeof WITHOUT_MESSAGE)[number];
/** What an order was confirmed by. */
export const GROUNDS = ['message', ...WITHOUT_MESSAGE] as const;
export type GroundKind = (typeof GROUNDS)[number];

/** A message to a merchant's server: waits for an attempt, was delivered, or was given up after a day. */
export const WEBHOOK_STATUS_TEXT = { PENDING: 'Ожидает', DELIVERED: 'Доставлен', DEAD: 'Не доставлен' } as const;
export type WebhookStatus = keyof typeof WEBHOOK_STATUS_TEXT;
export const WEBHOOK_STATUSES = Object.keys(WEBHOOK_STATUS_TEXT) as [WebhookStatus, ...WebhookStatus[]];

// What the platform's people filter by where an owner's list has no such filter.

/** `SILENT`: active, while the requisite's phone is not online. */
export const PLATFORM_ORDER_FILTERS = [...ORDER_FILTERS, 'SILENT'] as const;
export type PlatformOrderFilter = (typeof PLATFORM_ORDER_FILTERS)[number];
/** `LATE`: open or in work for more than half an hour. `CONTESTED`: done, and its merchant says otherwise. */
export const PLATFORM_PAYOUT_FILTERS = [...PAYOUT_STATUSES, 'LATE', 'CONTESTED'] as const;
export type PlatformPayoutFilter = (typeof PLATFORM_PAYOUT_FILTERS)[number];
/**
 * `unread_application`: of the last 24 hours, from applications of banks whose messages are read no more. `to_sort`: what waits for its
 * trader.
 */
export const PLATFORM_NOTIFICATION_FILTERS = [...NOTIFICATION_OUTCOMES, 'unread_application', 'to_sort'] as const;
export type PlatformNotificationFilter = (typeof PLATFORM_NOTIFICATION_FILTERS)[number];
/** `OPERATOR`: open, and the operator decides. */
export const PLATFORM_APPEAL_FILTERS = [...APPEAL_STATUSES, 'OPERATOR'] as const;
export type PlatformAppealFilter = (typeof PLATFORM_APPEAL_FILTERS)[number];
export const PLATFORM_WITHDRAWAL_STATUSES = ['OPEN', ...WITHDRAWAL_OUTCOMES] as const;
export type PlatformWithdrawalStatus = (typeof PLATFORM_WITHDRAWAL_STATUSES)[number];
/** A requisite is switched on, switched off, switched off by a bank's message, or gone for good. */
export const REQUISITE_STATES = ['ON', 'OFF', 'PAUSED', 'ARCHIVED'] as const;
export type RequisiteState = (typeof REQUISITE_STATES)[number];
/** A cabinet is switched on with its phone online, or silent; switched off; blocked for good. */
export const CABINET_STATES = ['ONLINE', 'SILENT', 'OFF', 'BLOCKED'] as const;
export type CabinetState = (typeof CABINET_STATES)[number];
/** Of an account. */
export const ACCOUNT_STATES = ['ACTIVE', 'BLOCKED'] as const;
export type AccountState = (typeof ACCOUNT_STATES)[number];
/** `TRAFFIC`: a trader who asks for orders. */
export const PLATFORM_ACCOUNT_FILTERS = [...ACCOUNT_STATES, 'TRAFFIC'] as const;
export type PlatformAccountFilter = (typeof PLATFORM_ACCOUNT_FILTERS)[number];
