import { z } from 'zod';
import { fileLink } from './appeals.ts';
import { call, id, idParams, page, pageQuery, text, timestamp } from './call.ts';
import { positiveWholeRub, rub, usdt } from './money.ts';
import { PAYOUT_STATUSES } from './statuses.ts';

const payoutRow = z.strictObject({
  id,
  amount: rub,
  amount_in_usdt: usdt,
  is_sbp: z.boolean(),
  status: z.enum(PAYOUT_STATUSES),
  human_status: z.string(),
  created_at: timestamp,
  done_datetime: timestamp.nullable(),
});

/** Where the roubles go, and the proof; absent for a trader who has not taken the payout. */
const payoutDetail = payoutRow.extend({
  photo: fileLink.nullable().optional(),
  fio: z.string().optional(),
  phone: z.string().optional(),
  bank_account: z.string().optional(),
  can_free: z.boolean(),
  can_interact: z.boolean(),
  can_take_on_work: z.boolean(),
  can_be_done: z.boolean(),
});

export const listPayouts = call({
  method: 'GET',
  path: '/withdraworders/',
  summary: 'Выплаты: мерчанта — свои, трейдера — открытые и свои',
  roles: ['trader', 'merchant'],
  query: pageQuery(10),
  ok: 200,
  response: page(payoutRow),
});

export const getPayout = call({
  method: 'GET',
  path: '/withdraworders/:id/',
  summary: 'Выплата',
  roles: ['trader', 'merchant'],
  params: idParams,
  ok: 200,
  response: payoutDetail,
});

export const createPayout = call({
  method: 'POST',
  path: '/withdraworders/',
  summary: 'Создать выплату',
  roles: ['merchant'],
  body: z
    .strictObject({
      /** Whole roubles. */
      amount: positiveWholeRub,
      fio: text(150),
      phone: text(32, 0).default(''),
      bank_account: text(34, 0).default(''),
      is_sbp: z.boolean().default(false),
    })
    .refine(({ phone, bank_account }) => phone !== '' || bank_account !== '', {
      path: ['phone'],
      message: 'Укажите телефон или номер счёта',
    }),
  ok: 201,
  response: payoutDetail,
});

const action = <const Path extends `/${string}`, const Who extends 'trader' | 'merchant'>(
  path: Path,
  summary: string,
  role: Who,
) => call({ method: 'POST', path, summary, roles: [role], params: idParams, ok: 200, response: payoutDetail });

export const cancelPayout = action('/withdraworders/:id/cancel/', 'Отменить открытую выплату', 'merchant');
export const confirmPayout = action('/withdraworders/:id/confirm/', 'Подтвердить выплату', 'trader');
export const freePayout = action('/withdraworders/:id/free/', 'Отказаться от выплаты', 'trader');
export const takePayout = action('/withdraworders/:id/take_on_work/', 'Взять выплату в работу', 'trader');

/** multipart/form-data with one file in `photo`: png, jpeg or pdf by content, at most 10 MB. */
export const uploadPayoutPhoto = call({
  method: 'PATCH',
  path: '/withdraworders/:id/',
  summary: 'Загрузить подтверждение выплаты',
  roles: ['trader'],
  params: idParams,
  upload: 'photo',
  ok: 200,
  response: payoutDetail,
});
