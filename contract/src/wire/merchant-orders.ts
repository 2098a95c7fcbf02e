import { z } from 'zod';
import * as routes from '../plain/merchant-routes.ts';
import { MAX_BANK_ID, MAX_LENGTH, MIN_ORDER_KOPECKS } from '../plain/limits.ts';
import { call, id, idParams, text, timestamp } from './call.ts';
import { listed, objectsQuery, ownAnswers, ownFields } from './merchant-lists.ts';
import { rate, rub, usdt } from './money.ts';
import { ORDER_METHODS, ORDER_STATUSES } from '../plain/statuses.ts';

/** The merchant's own number of an order or a payout, unique among its orders or its payouts. */
export const externalId = text(MAX_LENGTH.externalId).describe('Ваш номер: один на заказ или выплату');

const orderFields = z.strictObject({
  id,
  external_id: z.string(),
  status: z.enum(ORDER_STATUSES),
  human_status: z.string().describe('Статус по-русски'),
  amount: rub.describe('Рубли'),
  conversion_rate: rate.describe('Рублей за 1 USDT, на момент создания'),
  amount_in_usdt: usdt,
  fee_in_usdt: usdt.describe('Комиссия; на баланс придёт amount_in_usdt − fee_in_usdt'),
  method: z.enum(ORDER_METHODS),
  requisite: z
    .strictObject({
      bank_name: z.string(),
      fio: z.string(),
      phone: z.string(),
      bank_account: z.string(),
      last_4_digits_card: z.string(),
    })
    .describe('Куда плательщик переводит рубли'),
  created_at: timestamp,
  expires_at: timestamp.describe('До этого времени заказ ждёт оплаты'),
  paid_at: timestamp.nullable(),
  reversed_amount: rub
    .nullable()
    .describe('Возвращено после закрытия: рубли, не больше оплаченного; статус остаётся CLOSED'),
  reversed_at: timestamp.nullable().describe('Когда возвращено'),
  reversal_reason: z.string().nullable().describe('Почему возвращено'),
  ...ownAnswers,
});

export const merchantOrder = orderFields.meta({ id: 'Order' });

/** A new order, with the page for its payer. */
export const newMerchantOrder = orderFields
  .extend({
    payment_url: z
      .url()
      .describe(
        'Страница оплаты для плательщика: реквизит, сумма, время и «Я оплатил»; живёт ещё сутки после конца заказа',
      ),
  })
  .meta({ id: 'NewOrder' });

/** Of this very machine: a shop that is being written. */
const LOCAL_HOST = /^(?:localhost|127\.0\.0\.1|\[::1\])$/;

/** What is kept as it was sent: no space, no control character, no half of a letter. */
const PLAIN_TEXT = /^[^\s\p{Cc}\p{Cs}]+$/u;

/** A shop's page that a payer may be sent to. A browser would run `javascript:`, and show a name and a password as a host. */
function isShopPage(address: string): boolean {
  const url = URL.parse(address);
  // Without its slashes a browser looks for it beside the payment page.
  if (
    url === null ||
    !/^https?:\/\//i.test(address) ||
    url.username !== '' ||
    url.password !== '' ||
    !PLAIN_TEXT.test(address)
  )
    return false;
  return url.protocol === 'https:' || (url.protocol === 'http:' && LOCAL_HOST.test(url.hostname));
}

/** While there is no rate to issue anything at. */
export const WITHOUT_RATE = { no_rate: 409, rate_stale: 409 };

export const createMerchantOrder = call({
  ...routes.createMerchantOrder,
  summary: 'Создать заказ и получить реквизит для оплаты',
  description:
    'Заказ активен 15 минут. Плательщик переводит ровно `amount` на `requisite`, или вы отправляете его на `payment_url`. Что можно создать сейчас, говорит `GET /limits`.',
  body: z
    .strictObject({
      amount: rub
        .refine((units) => units >= MIN_ORDER_KOPECKS, 'Сумма заказа — не меньше 1 ₽')
        .describe(
          'Рубли: строка или число, не больше двух знаков после точки; от 1.00. Какие суммы выдаются сейчас — `possible` в /limits',
        ),
      method: z.enum(ORDER_METHODS),
      bank: z.number().int().positive().max(MAX_BANK_ID).optional().describe('Номер из /banks; без него — любой банк'),
      external_id: externalId,
      callback_url: z
        .url({ protocol: /^https?$/, error: 'Укажите адрес, который начинается с https:// или http://' })
        .max(MAX_LENGTH.url)
        .optional()
        .describe('Куда слать вебхуки этого заказа вместо адреса из настроек'),
      return_url: z
        .string()
        .max(MAX_LENGTH.url)
        .refine(isShopPage, 'Укажите адрес страницы магазина, который начинается с https://')
        .optional()
        .describe('Куда страница оплаты вернёт плательщика: https; без него возврата нет'),
      ...ownFields,
    })
    .meta({ id: 'CreateOrder' }),
  ok: 201,
  response: newMerchantOrder,
  refusals: {
    merchant_limit: 409,
    traffic_stopped: 409,
    no_requisite: 409,
    sum_impossible: 409,
    external_id_taken: 409,
    ...WITHOUT_RATE,
    busy: 503,
  },
});

export const listMerchantOrders = call({
  ...routes.listMerchantOrders,
  summary: 'Заказы, новые сверху; с external_id — только этот заказ',
  description:
    'Без `cursor` — страницы. Для обхода всех строк и для того, что изменилось, берите `cursor` и `updated_since`.',
  query: objectsQuery(ORDER_STATUSES, { external_id: externalId.optional(), payer_id: ownFields.payer_id }),
  ok: 200,
  response: listed(merchantOrder, 'OrderList'),
});

export const getMerchantOrder = call({
  ...routes.getMerchantOrder,
  summary: 'Прочитать заказ',
  description: 'Заказ, каким он стал. Чужой и неизвестный — одинаково 404.',
  params: idParams,
  ok: 200,
  response: merchantOrder,
});

export const cancelMerchantOrder = call({
  ...routes.cancelMerchantOrder,
  summary: 'Отменить активный заказ',
  description: 'Пока заказ `ACTIVE`; он станет `DECLINED`, и реквизит освободится.',
  params: idParams,
  ok: 200,
  response: merchantOrder,
  refusals: { order_status: 409, busy: 503 },
});
