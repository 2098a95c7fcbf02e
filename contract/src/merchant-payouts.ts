import { z } from 'zod';
import { fileLink } from './appeals.ts';
import { call, id, idParams, page, pageQuery, text, timestamp } from './call.ts';
import { externalId, ORDER_METHODS, WITHOUT_RATE } from './merchant-api.ts';
import { positiveRub, rate, rub, usdt } from './money.ts';
import { PAYOUT_STATUSES } from './statuses.ts';

// Calls of the merchant API about payouts; all of them need payouts to be switched on for the merchant.

export const merchantPayout = z.strictObject({
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
  photo: fileLink.nullable().describe('Подтверждение перевода; ссылка действует 10 минут'),
  created_at: timestamp,
  closed_at: timestamp.nullable().describe('Когда выполнена или отменена'),
});

const DISABLED = { payouts_disabled: 403 };

export const createMerchantPayout = call({
  method: 'POST',
  path: '/payouts',
  summary: 'Создать выплату',
  roles: ['merchant'],
  body: z
    .strictObject({
      amount: positiveRub.describe('Рубли: строка или число, не больше двух знаков после точки'),
      method: z.enum(ORDER_METHODS),
      fio: text(150).describe('Получатель'),
      phone: text(32, 0).default('').describe('Нужен телефон или номер счёта'),
      bank_account: text(34, 0).default(''),
      external_id: externalId,
    })
    .refine(({ phone, bank_account }) => phone !== '' || bank_account !== '', {
      path: ['phone'],
      message: 'Укажите телефон или номер счёта',
    }),
  ok: 201,
  response: merchantPayout,
  refusals: { ...DISABLED, insufficient_funds: 409, external_id_taken: 409, ...WITHOUT_RATE },
});

export const listMerchantPayouts = call({
  method: 'GET',
  path: '/payouts',
  summary: 'Выплаты, новые сверху; с external_id — только эта выплата',
  roles: ['merchant'],
  query: pageQuery(30).extend({ external_id: externalId.optional() }),
  ok: 200,
  response: page(merchantPayout),
  refusals: DISABLED,
});

export const getMerchantPayout = call({
  method: 'GET',
  path: '/payouts/:id',
  summary: 'Прочитать выплату',
  roles: ['merchant'],
  params: idParams,
  ok: 200,
  response: merchantPayout,
  refusals: DISABLED,
});

export const cancelMerchantPayout = call({
  method: 'POST',
  path: '/payouts/:id/cancel',
  summary: 'Отменить выплату, пока её никто не взял в работу',
  roles: ['merchant'],
  params: idParams,
  ok: 200,
  response: merchantPayout,
  refusals: { ...DISABLED, payout_status: 409 },
});
