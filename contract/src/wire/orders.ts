import { z } from 'zod';
import { bank, before, rest } from './platform/objects.ts';
import { WAITING_IN } from '../plain/inbox.ts';
import * as routes from '../plain/routes.ts';
import { MAX_LENGTH } from '../plain/limits.ts';
import { call, day, id, idParams, page, pageQuery, text, timestamp } from './call.ts';
import { ownAnswers } from './merchant-lists.ts';
import { rate, rub, usdt } from './money.ts';
import {
  ACTORS,
  APPEAL_STATUSES,
  GROUNDS,
  NOTIFICATION_OUTCOMES,
  ORDER_CONFIRMERS,
  ORDER_FILTERS,
  ORDER_METHODS,
  ORDER_STATUSES,
  WITHOUT_MESSAGE,
} from '../plain/statuses.ts';

/** Filters of a list of orders that each side has, where it knows what they are about. */
export const orderFilters = {
  bank,
  /** For a trader, theirs; for the platform, anybody's. */
  requisite: id.optional(),
  method: z.enum(ORDER_METHODS).optional(),
  /** Who confirmed it: the phone by a message, the trader by hand, the merchant, or the operator. */
  confirmed: z.enum(ORDER_CONFIRMERS).optional(),
  /** The merchant's own number, whole; not for a trader. */
  number: text(MAX_LENGTH.externalId).optional(),
};

export const orderRow = z.strictObject({
  id,
  /** The last 8 characters of the id, upper case. */
  short_name: z.string(),
  amount: rub,
  amount_in_usdt: usdt,
  conversion_rate: rate,
  created_at: timestamp,
  expires_at: timestamp,
  payment_datetime: timestamp.nullable(),
  /** Taken back after it was closed; the order stays closed. */
  reversed_amount: rub.nullable(),
  status: z.enum(ORDER_STATUSES),
  human_status: z.string(),
  is_sbp: z.boolean(),
  bank_name: z.string(),
  /** Bank's short name, •, last 4 digits of the card or phone; as they were when the order was issued, as its bank. */
  bank_detail: z.strictObject({ short_name: z.string() }),
  /** The requisite, for its trader alone. */
  requisite: id.optional(),
});

/** What the payer of an order says they did, in short. */
const claimed = z.strictObject({ made_at: timestamp, sender_name: z.string() });

/** For its merchant alone. */
const ofMerchant = {
  /** The merchant's own number. */
  external_id: z.string().optional(),
  /** What the merchant pays when it closes for its sum. */
  fee_in_usdt: usdt.optional(),
};

/** An order in the lists of its trader and its merchant. */
export const ownOrderRow = orderRow.extend({
  ...ofMerchant,
  /**
   * For the trader of an active order: the newest message of a bank that fits it to the kopeck and has paid nothing, as it fits
   * others, too. They may confirm the order by it. Null when there is none, and for a merchant.
   */
  fitting_message: id.nullable(),
  /** For the trader of an order that is not closed: what its payer says they did. Null when they said nothing, and for a merchant. */
  claim: claimed.nullable(),
});

export const orderDetail = orderRow.extend({
  reversed_at: timestamp.nullable(),
  reversal_reason: z.string().nullable(),
  /** Oldest first. */
  status_history: z.array(
    z.strictObject({
      created_at: timestamp,
      status: z.enum(ORDER_STATUSES),
      human_status: z.string(),
      actor: z.enum(ACTORS),
    }),
  ),
  /** The latest appeal. */
  appeal: z
    .strictObject({
      id,
      amount: rub,
      processed_datetime: timestamp.nullable(),
      status: z.enum(APPEAL_STATUSES),
      human_status: z.string(),
    })
    .nullable(),
  /** What its trader confirmed it by. Null when they gave no ground or it closed otherwise, and for a merchant. */
  ground: z
    .strictObject({
      kind: z.enum(GROUNDS),
      /** The message, where that is the ground. */
      notification: id.nullable(),
      note: z.string().nullable(),
      created_at: timestamp,
    })
    .nullable(),
  /** The bank's messages that paid it, belong to it or may be about it, newest first. The trader's own: a merchant sees none. */
  notifications: z.array(
    z.strictObject({
      id,
      created_at: timestamp,
      /** Its first 500 characters. */
      text: z.string(),
      outcome: z.enum(NOTIFICATION_OUTCOMES),
      reason: z.string(),
    }),
  ),
});

/** What its shop keeps beside it: for its merchant and the platform, never for a trader. */
export const shopData = { payer_id: ownAnswers.payer_id.optional(), metadata: ownAnswers.metadata.optional() };

/** An order on the screen of its trader or its merchant. */
const ownOrderDetail = orderDetail.extend({
  ...ofMerchant,
  ...shopData,
  /** Null when its payer said nothing. */
  claim: claimed.nullable(),
});

/** What a list of orders is narrowed to besides its status: days of Moscow's calendar, both whole, and sums, both inclusive. */
const narrowing = {
  from: day.optional(),
  to: day.optional(),
  min: rub.optional(),
  max: rub.optional(),
  ...orderFilters,
};

const isNarrowed = (query: { [Name in keyof typeof narrowing]?: unknown }): boolean =>
  Object.keys(narrowing).some((name) => query[name as keyof typeof narrowing] !== undefined);

export const listOrders = call({
  ...routes.listOrders,
  summary: 'Заказы, новые сверху; у оператора своих нет',
  query: pageQuery(30, {
    status: z.enum(ORDER_FILTERS).default('ALL'),
    /**
     * Beginning of an order's id (4 characters or more), its short name, or a part of what it was issued with: bank, holder, phone,
     * account, digits. For a trader also a part of their requisite's name; for a merchant also the beginning of their own number.
     */
    id: text(MAX_LENGTH.search, 0).optional(),
    /** Those alone that the inbox counts, whatever the rest says. */
    waiting: z.enum(WAITING_IN.orders).optional(),
    /** No index leads to a part of what a text finds. */
    ...narrowing,
    /** Of a former answer's `rest`. */
    before: before.optional(),
  }).refine((query) => !query.id || !isNarrowed(query), {
    path: ['id'],
    message: 'Выберите что-то одно: поиск или даты и суммы',
  }),
  ok: 200,
  /** `rest`: of a narrowed list, where the search goes on; absent or null when all was looked at. */
  response: page(ownOrderRow).extend({ rest: rest.nullable().optional() }),
});

export const orderTotals = z.strictObject({
  /** Whether these are all that fit: of a text the newest thousand are counted, of filters those among the newest ten thousand orders. */
  is_whole: z.boolean(),
  statuses: z.array(z.strictObject({ status: z.enum(ORDER_STATUSES), count: z.number().int(), amount: rub })),
});

/**
 * How many orders there are in each status, and their sum: of a whole list, since a day of Moscow's calendar, of what a list is
 * narrowed to, or of those that a text of the search box finds. A status without orders is left out.
 */
export const getOrderTotals = call({
  ...routes.getOrderTotals,
  summary: 'Сколько заказов в каждом статусе и на какую сумму',
  query: z
    .strictObject({ id: text(MAX_LENGTH.search, 0).optional(), since: day.optional(), ...narrowing })
    // No index leads to the part of a search that is of some days.
    .refine((query) => [query.id ? 1 : 0, query.since ? 1 : 0, isNarrowed(query) ? 1 : 0].reduce((a, b) => a + b) < 2, {
      path: ['since'],
      message: 'Выберите что-то одно: поиск, день или фильтры',
    }),
  ok: 200,
  response: orderTotals,
});

export const getOrder = call({
  ...routes.getOrder,
  summary: 'Заказ с историей статусов и апелляцией',
  params: idParams,
  ok: 200,
  response: ownOrderDetail,
});

/** Money that came to an order's cabinet and has paid nothing yet. */
export const unusedMessage = z.strictObject({
  id,
  /** The moment at which it reached the phone. */
  heard_at: timestamp,
  bank: z.string().nullable(),
  amount: rub,
  sender: z.string().nullable(),
  /** The last digits of the card or account. */
  tail: z.string().nullable(),
  /** Its first 500 characters. */
  text: z.string(),
  outcome: z.enum(NOTIFICATION_OUTCOMES),
  reason: z.string(),
  /** Its sum is the order's to the kopeck, and what it names of the card or account is the requisite's. */
  fits: z.boolean(),
  /** Kopecks are in it: the message's sum without the order's; `-10.00` when ten roubles are missing. */
  difference: rub,
  /** Seconds after the order's end; 0 when it came in time. */
  late_seconds: z.number().int(),
});

export const listOrderMessages = call({
  ...routes.listOrderMessages,
  summary: 'Сообщения банка, которыми можно подтвердить заказ: подходящее первым, потом новые',
  params: idParams,
  query: pageQuery(10),
  ok: 200,
  response: page(unusedMessage),
});

/** What an order is confirmed by: a message, or the reason why there is none. Nothing: no ground is given. */
export const confirmation = z
  .strictObject({
    notification_id: id.optional(),
    without_message: z.enum(WITHOUT_MESSAGE, { error: 'Укажите screenshot, statement или other' }).optional(),
    note: text(MAX_LENGTH.note).optional(),
  })
  .refine((body) => body.notification_id === undefined || body.without_message === undefined, {
    path: ['without_message'],
    message: 'Выберите что-то одно: сообщение или причину',
  })
  .refine((body) => body.note === undefined || body.without_message !== undefined, {
    path: ['note'],
    message: 'Примечание пишут к причине',
  })
  .nullish();

/** Refusals of a message. */
const messageRefusals = { message_used: 409, message_unfit: 409 } as const;

export const confirmOrder = call({
  ...routes.confirmOrder,
  summary: 'Подтвердить активный заказ',
  params: idParams,
  body: confirmation,
  refusals: messageRefusals,
  ok: 200,
  response: ownOrderDetail,
});

export const confirmExpiredOrder = call({
  ...routes.confirmExpiredOrder,
  summary: 'Подтвердить истёкший заказ',
  params: idParams,
  body: confirmation,
  refusals: messageRefusals,
  ok: 200,
  response: ownOrderDetail,
});
