import { z } from 'zod';
import { WAITING_IN } from '../plain/inbox.ts';

import * as requisiteRoutes from '../plain/requisite-routes.ts';
import { MAX_BANK_ID, MAX_COUNT, MAX_LENGTH } from '../plain/limits.ts';
import { call, id, idParams, page, pageQuery, text, timestamp } from './call.ts';
import { rub, wholeRub } from './money.ts';

/** `HH:MM`, Moscow time. */
const timeOfDay = z.string().regex(/^([01][0-9]|2[0-3]):[0-5][0-9]$/, 'Укажите время в виде ЧЧ:ММ');
const whole = z.number().int('Укажите целое число').min(0, 'Не меньше нуля').max(MAX_COUNT);

/** In a limit, 0 means no limit. */
const requisiteFields = {
  is_sbp: z.boolean(),
  is_c2c: z.boolean(),
  /** Minutes between two orders. */
  interval: whole,
  max_deals: whole,
  max_current_deals: whole,
  work_on_time: z.boolean(),
  time_up: timeOfDay.nullable(),
  time_down: timeOfDay.nullable(),
};

const requisite = z.strictObject({
  id,
  ...requisiteFields,
  name: z.string(),
  fio: z.string(),
  phone: z.string(),
  bank_account: z.string(),
  last_4_digits_card: z.string(),
  min_amount: rub,
  max_amount: rub,
  bank_type: z.strictObject({ id: z.number().int(), name: z.string() }),
  /** The number of its bank data in force, from 1 (`listRequisiteVersions`). */
  payee_version: z.number().int(),
  is_active: z.boolean(),
  /** The bank's message that its card or account is blocked switched it off, until it is switched on by hand. */
  paused: z.strictObject({ at: timestamp, notification: id }).nullable(),
  /** `СБП`, `C2C`, both, or none. */
  requisite_type: z.string(),
  current_deals_count: z.number().int(),
  sum_deals: rub,
  total_deals_count: z.number().int(),
  total_deals_amount_countable: rub,
  today_deals_amount_countable: rub,
  cabinet: z.strictObject({ id, device_name: z.string() }).nullable(),
});

/** Full name, bank and phone are marked on the form but, as specified, not enforced; a bank is needed all the same. */
const requisiteBody = z.strictObject({
  is_sbp: requisiteFields.is_sbp.default(false),
  is_c2c: requisiteFields.is_c2c.default(false),
  interval: whole.default(0),
  max_deals: whole.default(0),
  max_current_deals: whole.default(0),
  work_on_time: z.boolean().default(false),
  time_up: timeOfDay.nullable().default(null),
  time_down: timeOfDay.nullable().default(null),
  /** Whole roubles. */
  min_amount: wholeRub.default(0n),
  max_amount: wholeRub.default(0n),
  name: text(MAX_LENGTH.name, 0).default(''),
  fio: text(MAX_LENGTH.fio, 0).default(''),
  phone: text(MAX_LENGTH.phone, 0).default(''),
  bank_account: text(MAX_LENGTH.bankAccount, 0).default(''),
  last_4_digits_card: z
    .string()
    .regex(/^([0-9]{4})?$/, 'Укажите 4 последние цифры карты')
    .default(''),
  bank_type: z.number({ error: 'Выберите банк' }).int().positive().max(MAX_BANK_ID),
});

export const listRequisites = call({
  ...requisiteRoutes.listRequisites,
  summary: 'Реквизиты трейдера',
  query: pageQuery(10, { waiting: z.enum(WAITING_IN.requisites).optional() }),
  ok: 200,
  response: page(requisite),
});

export const getRequisite = call({
  ...requisiteRoutes.getRequisite,
  summary: 'Реквизит',
  params: idParams,
  ok: 200,
  response: requisite,
});

/** Its bank data, as they are and as they were: an order keeps those that it was issued with. */
export const listRequisiteVersions = call({
  ...requisiteRoutes.listRequisiteVersions,
  summary: 'История банковских данных реквизита, новые сверху',
  params: idParams,
  query: pageQuery(10),
  ok: 200,
  response: page(
    z.strictObject({
      /** From 1. */
      version: z.number().int(),
      created_at: timestamp,
      /** The sign-in name of whoever typed it. */
      changed_by: z.string(),
      bank_name: z.string(),
      fio: z.string(),
      phone: z.string(),
      bank_account: z.string(),
      last_4_digits_card: z.string(),
    }),
  ),
});

/** The bank data are another trader's, or were not accepted for a reason of ours. */
const BANK_DATA_REFUSED = { bank_data_refused: 409 };

export const createRequisite = call({
  ...requisiteRoutes.createRequisite,
  summary: 'Создать реквизит',
  body: requisiteBody,
  ok: 201,
  response: requisite,
  refusals: BANK_DATA_REFUSED,
});

/** The bank data of a requisite with active orders cannot change: the problem's `active_orders` tells how many there are. */
export const updateRequisite = call({
  ...requisiteRoutes.updateRequisite,
  summary: 'Изменить реквизит',
  params: idParams,
  body: requisiteBody,
  ok: 200,
  response: requisite,
  refusals: { ...BANK_DATA_REFUSED, active_orders: 409, requisite_archived: 409 },
});

export const toggleRequisite = call({
  ...requisiteRoutes.toggleRequisite,
  summary: 'Включить или выключить реквизит',
  params: idParams,
  body: z.strictObject({ is_active: z.boolean() }),
  ok: 200,
  response: requisite,
});

/** An archived requisite takes no orders and leaves the list; its orders keep it. */
export const archiveRequisite = call({
  ...requisiteRoutes.archiveRequisite,
  summary: 'Убрать реквизит в архив',
  params: idParams,
  ok: 200,
  response: requisite,
});

export const resetRequisiteDeals = call({
  ...requisiteRoutes.resetRequisiteDeals,
  summary: 'Сбросить счётчик сделок реквизита',
  params: idParams,
  ok: 200,
  response: requisite,
});
