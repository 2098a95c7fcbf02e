import { z } from 'zod';
import * as routes from '../plain/routes.ts';
import { MAX_CABINET_REQUISITES, MAX_LENGTH } from '../plain/limits.ts';
import { call, id, idParams, page, pageQuery, text, timestamp } from './call.ts';

/** A requisite as a cabinet's select shows it. */
const choice = z.strictObject({ id, name: z.string(), short_name: z.string() });

const cabinet = z.strictObject({
  id,
  device_name: z.string(),
  phone: z.string(),
  bank_detail: z.array(choice),
  /** Takes orders, or would if its phone were online: the position that the trader wants. */
  is_active: z.boolean(),
  /** The trader may switch it by hand; otherwise, and unless blocked, the screen says 'Автоматика'. */
  can_be_active: z.boolean(),
  is_blocked_forever: z.boolean(),
  /** The last heartbeat of its phone; null: none yet. Two minutes after it the cabinet takes no orders. */
  last_heard_at: timestamp.nullable(),
  /** Its SmsForwarder posts by the first template, in which a sender can forge another: the trader replaces it. */
  has_old_template: z.boolean(),
  /** When a post of its application was last refused, because an outsider may have forged it. */
  refused_at: timestamp.nullable(),
  /** When a new password of the trader, or a block, ended its phone's key; null: it has not, or another is connected. */
  phone_ended_at: timestamp.nullable(),
  phone_end_reason: z.enum(['password', 'blocked']).nullable(),
});

const cabinetBody = z.strictObject({
  device_name: text(MAX_LENGTH.name),
  phone: text(MAX_LENGTH.phone, 0).default(''),
  /** Ids of requisites; null leaves them as they are. */
  bank_detail: z.array(id).max(MAX_CABINET_REQUISITES).nullable().default(null),
});

export const listCabinets = call({
  ...routes.listCabinets,
  summary: 'Кабинеты трейдера',
  query: pageQuery(10),
  ok: 200,
  response: page(cabinet),
});

export const getCabinet = call({
  ...routes.getCabinet,
  summary: 'Кабинет',
  params: idParams,
  ok: 200,
  response: cabinet,
});

/** A PNG that pairs a phone: `{"server": …, "token": …}`, the token good for ten minutes and one phone. */
export const getCabinetQr = call({
  ...routes.getCabinetQr,
  summary: 'QR-код для телефона',
  params: idParams,
  ok: 200,
  type: 'image/png',
  response: z.custom<Uint8Array>((value) => value instanceof Uint8Array),
});

/** Applications that forward a phone's messages, each to an address of its own. */
const forwarder = z.enum(['sms_gateway', 'sms_forwarder']);

/** Makes an application the cabinet's phone: the former phone's key ends. The key is never shown again. */
export const connectCabinet = call({
  ...routes.connectCabinet,
  summary: 'Подключить приложение на телефоне',
  params: idParams,
  body: z.strictObject({ application: forwarder }),
  ok: 201,
  response: z.strictObject({
    /** The address to which the application posts. */
    address: z.string(),
    key: z.string(),
    /** The template of its posts, for an application that asks for one; otherwise empty. */
    template: z.string(),
  }),
});

export const listCabinetChoices = call({
  ...routes.listCabinetChoices,
  summary: 'Реквизиты, которые можно выбрать для кабинета',
  params: idParams,
  ok: 200,
  response: z.array(choice),
});

export const createCabinet = call({
  ...routes.createCabinet,
  summary: 'Создать кабинет',
  body: cabinetBody,
  ok: 201,
  response: cabinet,
});

export const updateCabinet = call({
  ...routes.updateCabinet,
  summary: 'Изменить кабинет',
  params: idParams,
  body: cabinetBody,
  ok: 200,
  response: cabinet,
});

export const toggleCabinet = call({
  ...routes.toggleCabinet,
  summary: 'Включить или выключить кабинет',
  params: idParams,
  body: z.strictObject({ is_active: z.boolean() }),
  ok: 200,
  response: cabinet,
});

/** Cannot be undone, by anyone. */
export const blockCabinet = call({
  ...routes.blockCabinet,
  summary: 'Заблокировать кабинет навсегда',
  params: idParams,
  ok: 200,
  response: cabinet,
});

export const resetCabinetDeals = call({
  ...routes.resetCabinetDeals,
  summary: 'Сбросить счётчик сделок реквизитов кабинета',
  params: idParams,
  ok: 200,
  response: cabinet,
});

export const resetCabinetSum = call({
  ...routes.resetCabinetSum,
  summary: 'Сбросить сумму сделок реквизитов кабинета',
  params: idParams,
  ok: 200,
  response: cabinet,
});
