import { z } from 'zod';
import * as fundsRoutes from '../plain/funds-routes.ts';

import * as payoutRoutes from '../plain/payout-routes.ts';
import { MAX_LENGTH } from '../plain/limits.ts';
import { fileLink } from './appeals.ts';
import { call, id, idParams, pageQuery, text, timestamp } from './call.ts';
import { sbpMember } from './info.ts';
import { positiveWholeRub, rub, usdt } from './money.ts';
import { isNarrowed, listNarrowing, listTotals, narrowedPage, narrowing } from './narrowing.ts';
import { shopData } from './orders.ts';
import { PAYOUT_SETTLEMENTS, PAYOUT_STATUSES } from '../plain/statuses.ts';

const payoutRow = z.strictObject({
  id,
  amount: rub,
  amount_in_usdt: usdt,
  is_sbp: z.boolean(),
  status: z.enum(PAYOUT_STATUSES),
  human_status: z.string(),
  created_at: timestamp,
  done_datetime: timestamp.nullable(),
  /** What became of it since it was done; null of one that was never done. */
  settlement: z.enum(PAYOUT_SETTLEMENTS).nullable(),
  /** Until then its merchant may answer that the money has not come. */
  contest_until: timestamp.nullable(),
});

/** The receiver of the roubles, and the proof; absent for a trader who has not taken the payout. */
const payoutDetail = payoutRow.extend({
  ...shopData,
  photo: fileLink.nullable().optional(),
  fio: z.string().optional(),
  phone: z.string().optional(),
  bank_account: z.string().optional(),
  recipient_bank: sbpMember.nullable().optional(),
  can_free: z.boolean(),
  can_interact: z.boolean(),
  can_take_on_work: z.boolean(),
  can_be_done: z.boolean(),
  /** For its merchant. */
  can_contest: z.boolean(),
  /** Why a trader may not take it although it is open: a Russian sentence. */
  take_refusal: z.string().nullable(),
  /** When its time in work runs out, and it goes back to the queue; null unless it is in work. */
  taken_until: timestamp.nullable(),
  /** The merchant's reason, and the operator's where an operator decided. */
  contest_reason: z.string().nullable(),
  decision_reason: z.string().nullable(),
});

export const listPayouts = call({
  ...payoutRoutes.listPayouts,
  summary: 'Выплаты: мерчанта — свои, трейдера — открытые и свои',
  query: pageQuery(10, { batch: id.optional(), ...listNarrowing(rub) }).refine(
    (query) => query.batch === undefined || !isNarrowed(query),
    { path: ['batch'], message: 'Выберите что-то одно: выплаты файла или даты и суммы' },
  ),
  ok: 200,
  response: narrowedPage(payoutRow),
});

export const getPayoutTotals = call({
  ...fundsRoutes.getPayoutTotals,
  summary: 'Сколько выплат в списке и на какую сумму',
  query: z.strictObject(narrowing(rub)),
  ok: 200,
  response: listTotals(rub),
});

export const getPayout = call({
  ...payoutRoutes.getPayout,
  summary: 'Выплата',
  params: idParams,
  ok: 200,
  response: payoutDetail,
});

export const createPayout = call({
  ...payoutRoutes.createPayout,
  summary: 'Создать выплату',
  body: z.strictObject({
    /** Whole roubles. */
    amount: positiveWholeRub,
    fio: text(MAX_LENGTH.fio),
    phone: text(MAX_LENGTH.phone, 0).default(''),
    bank_account: text(MAX_LENGTH.bankAccount, 0).default(''),
    is_sbp: z.boolean().default(false),
    /** The id of a member of СБП (plain/sbp-members.ts). */
    recipient_bank: text(MAX_LENGTH.sbpMember).nullish(),
  }),
  ok: 201,
  response: payoutDetail,
});

/** Input and answer of every step of a payout. */
const step = { params: idParams, ok: 200, response: payoutDetail } as const;

export const cancelPayout = call({ ...payoutRoutes.cancelPayout, summary: 'Отменить открытую выплату', ...step });
export const takePayout = call({ ...payoutRoutes.takePayout, summary: 'Взять выплату в работу', ...step });
export const freePayout = call({ ...payoutRoutes.freePayout, summary: 'Отказаться от выплаты', ...step });
export const confirmPayout = call({ ...payoutRoutes.confirmPayout, summary: 'Подтвердить выплату', ...step });

/** multipart/form-data with one file in `photo`: png, jpeg or pdf by content, at most 10 MB. */
export const uploadPayoutPhoto = call({
  ...payoutRoutes.uploadPayoutPhoto,
  summary: 'Загрузить подтверждение выплаты',
  params: idParams,
  upload: 'photo',
  ok: 200,
  response: payoutDetail,
});

/**
 * The merchant's answer that the money has not come; what the trader gets stays held until an operator decides. Refused with 409
 * `payout_contested` the second time, `contest_over` when its time is over, `payout_status` when it is not done.
 */
export const contestPayout = call({
  ...payoutRoutes.contestPayout,
  summary: 'Деньги по выплате не пришли',
  params: idParams,
  body: z.strictObject({ reason: text(MAX_LENGTH.reason) }),
  ok: 200,
  response: payoutDetail,
});
