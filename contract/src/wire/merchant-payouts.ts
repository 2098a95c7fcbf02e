import { z } from 'zod';
import * as routes from '../plain/merchant-routes.ts';
import { MAX_LENGTH } from '../plain/limits.ts';
import { fileLink } from './appeals.ts';
import { call, id, idParams, text, timestamp } from './call.ts';
import { listed, objectsQuery, ownAnswers, ownFields } from './merchant-lists.ts';
import { externalId, WITHOUT_RATE } from './merchant-orders.ts';
import { ORDER_METHODS } from '../plain/statuses.ts';
import { positiveRub, rate, rub, usdt } from './money.ts';
import { PAYOUT_SETTLEMENTS, PAYOUT_STATUSES } from '../plain/statuses.ts';
import { sbpMember } from './info.ts';

// Calls of the merchant API about payouts; all of them need payouts to be switched on for the merchant.

const payoutFields = z.strictObject({
  id,
  external_id: z.string().nullable().describe('null у выплаты, созданной в кабинете'),
  status: z.enum(PAYOUT_STATUSES),
  human_status: z.string().describe('Статус по-русски'),
  amount: rub.describe('Рубли'),
  conversion_rate: rate.describe('Рублей за 1 USDT, на момент создания'),
  amount_in_usdt: usdt,
  fee_in_usdt: usdt.describe('Комиссия: удерживается вместе с amount_in_usdt'),
  method: z.enum(ORDER_METHODS),
  fio: z.string(),
  phone: z.string(),
  bank_account: z.string(),
  recipient_bank: sbpMember.nullable().describe('Банк получателя; null, если вы его не назвали'),
  photo: fileLink.nullable().describe('Подтверждение перевода; ссылка действует 10 минут'),
  created_at: timestamp,
  closed_at: timestamp.nullable().describe('Когда выполнена или отменена'),
  settlement: z
    .enum(PAYOUT_SETTLEMENTS)
    .nullable()
    .describe(
      'Что с выполненной выплатой: contestable — можно ответить, что деньги не пришли; contested — вы так ответили, решает оператор; settled — завершена; returned — деньги вернулись к вам, статус CANCELLED',
    ),
  contest_until: timestamp.nullable().describe('До какого времени можно ответить, что деньги не пришли'),
  contest_reason: z.string().nullable().describe('Что вы ответили'),
  decision_reason: z.string().nullable().describe('Что ответил оператор, если решал он'),
  ...ownAnswers,
});

export const merchantPayout = payoutFields.meta({ id: 'Payout' });
/** Without the link to its proof, which would soon be stale. */
export const merchantPayoutInMessage = payoutFields.omit({ photo: true }).meta({ id: 'PayoutInMessage' });

const DISABLED = { payouts_disabled: 403 };

export const createMerchantPayout = call({
  ...routes.createMerchantPayout,
  summary: 'Создать выплату',
  description:
    'Сумма и комиссия сразу удерживаются с баланса. Получатель — `phone` для `sbp`, `bank_account` для `c2c`.',
  body: z
    .strictObject({
      amount: positiveRub.describe(
        'Рубли: строка или число, не больше двух знаков после точки; не меньше `payout_min` из /limits',
      ),
      method: z.enum(ORDER_METHODS),
      fio: text(MAX_LENGTH.fio).describe('Получатель: имя буквами, кириллицей или латиницей'),
      phone: text(MAX_LENGTH.phone, 0)
        .default('')
        .describe('Для sbp обязателен: российский мобильный номер, в ответе — +7 и десять цифр'),
      bank_account: text(MAX_LENGTH.bankAccount, 0)
        .default('')
        .describe('Для c2c обязателен: номер карты (16–19 цифр) или счёта (20 цифр); пробелы и дефисы убираются'),
      recipient_bank: text(MAX_LENGTH.sbpMember)
        .nullish()
        .describe('Банк получателя: идентификатор участника СБП из /sbp-members; называйте его при sbp'),
      external_id: externalId,
      ...ownFields,
    })
    .meta({
      id: 'CreatePayout',
      oneOf: [
        { title: 'По номеру телефона', properties: { method: { const: 'sbp' } }, required: ['phone'] },
        { title: 'На карту или счёт', properties: { method: { const: 'c2c' } }, required: ['bank_account'] },
      ],
    }),
  ok: 201,
  response: merchantPayout,
  refusals: { ...DISABLED, insufficient_funds: 409, external_id_taken: 409, debt: 409, ...WITHOUT_RATE },
});

export const listMerchantPayouts = call({
  ...routes.listMerchantPayouts,
  summary: 'Выплаты, новые сверху; с external_id — только эта выплата',
  description: 'Как список заказов: страницы, `cursor`, `updated_since`, отбор по времени, статусам и `payer_id`.',
  query: objectsQuery(PAYOUT_STATUSES, { external_id: externalId.optional(), payer_id: ownFields.payer_id }),
  ok: 200,
  response: listed(merchantPayout, 'PayoutList'),
  refusals: DISABLED,
});

export const getMerchantPayout = call({
  ...routes.getMerchantPayout,
  summary: 'Прочитать выплату',
  description: 'Выплата, какой она стала, со свежей ссылкой на подтверждение.',
  params: idParams,
  ok: 200,
  response: merchantPayout,
  refusals: DISABLED,
});

export const cancelMerchantPayout = call({
  ...routes.cancelMerchantPayout,
  summary: 'Отменить выплату, пока её никто не взял в работу',
  description: 'Пока выплата `OPEN`: сумма и комиссия вернутся на баланс.',
  params: idParams,
  ok: 200,
  response: merchantPayout,
  refusals: { ...DISABLED, payout_status: 409 },
});

export const contestMerchantPayout = call({
  ...routes.contestMerchantPayout,
  summary: 'Ответить, что деньги по выполненной выплате не пришли, пока не вышло contest_until',
  description: 'Разбирает оператор; пока он не решил, вознаграждение трейдера удержано.',
  params: idParams,
  body: z
    .strictObject({ reason: text(MAX_LENGTH.reason).describe('Что случилось: это прочтут оператор и трейдер') })
    .meta({ id: 'ContestPayout' }),
  ok: 200,
  response: merchantPayout,
  refusals: { ...DISABLED, payout_status: 409, payout_contested: 409, contest_over: 409 },
});
