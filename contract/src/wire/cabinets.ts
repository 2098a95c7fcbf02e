import { z } from 'zod';
import { WAITING_IN } from '../plain/inbox.ts';
import * as cabinetRoutes from '../plain/cabinet-routes.ts';
import { MAX_CABINET_REQUISITES, MAX_LENGTH } from '../plain/limits.ts';
import { NOTIFICATION_OUTCOMES } from '../plain/statuses.ts';
import { call, id, idParams, page, pageQuery, text, timestamp } from './call.ts';
import { rub } from './money.ts';

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
  /** Its application signs nothing, and is known by a secret alone: weaker than the others. */
  is_unsigned: z.boolean(),
  /** Of such: the network address that its posts come from, since when, and the one before. */
  post_address: z.string().nullable(),
  post_address_since: timestamp.nullable(),
  former_post_address: z.string().nullable(),
});

const cabinetBody = z.strictObject({
  device_name: text(MAX_LENGTH.name),
  phone: text(MAX_LENGTH.phone, 0).default(''),
  /** Ids of requisites; null leaves them as they are. */
  bank_detail: z.array(id).max(MAX_CABINET_REQUISITES).nullable().default(null),
});

export const listCabinets = call({
  ...cabinetRoutes.listCabinets,
  summary: 'Кабинеты трейдера',
  query: pageQuery(10, { waiting: z.enum(WAITING_IN.cabinets).optional() }),
  ok: 200,
  response: page(cabinet),
});

export const getCabinet = call({
  ...cabinetRoutes.getCabinet,
  summary: 'Кабинет',
  params: idParams,
  ok: 200,
  response: cabinet,
});

/** How each of the trader's cabinets is, now and in the last 24 hours. */
export const listCabinetHealth = call({
  ...cabinetRoutes.listCabinetHealth,
  summary: 'Здоровье кабинетов трейдера',
  ok: 200,
  response: z.array(
    z.strictObject({
      id,
      last_heard_at: timestamp.nullable(),
      /** The phone's charge in per cent; null while none has told it. */
      battery: z.number().int().min(0).max(100).nullable(),
      /** Where the strip begins: 24 hours ago, or when the cabinet was made. */
      since: timestamp,
      /** When the phone did not call for more than two minutes, in order; the last may go on. */
      silences: z.array(z.strictObject({ since: timestamp, until: timestamp.nullable() })),
      /** Messages since midnight in Moscow, and orders issued since then at the requisites that are in it now. */
      messages_today: z.number().int(),
      orders_today: z.number().int(),
    }),
  ),
});

/** A PNG that pairs a phone: `{"server": …, "token": …}`, the token good for ten minutes and one phone. */
export const getCabinetQr = call({
  ...cabinetRoutes.getCabinetQr,
  summary: 'QR-код для телефона',
  params: idParams,
  ok: 200,
  type: 'image/png',
  response: z.custom<Uint8Array>((value) => value instanceof Uint8Array),
});

/** Applications that forward a phone's messages, each to an address of its own. */
const forwarder = z.enum(['sms_gateway', 'sms_forwarder', 'any_app']);

/** Makes an application the cabinet's phone: the former phone's key ends. The key is never shown again. */
export const connectCabinet = call({
  ...cabinetRoutes.connectCabinet,
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
    /** Of any application: the address with its key, as a PNG in a `data:` address; otherwise empty. */
    qr: z.string(),
  }),
});

/** What came of a cabinet's phone since it was connected: whoever sets it up waits for it. */
export const getLastHeard = call({
  ...cabinetRoutes.getLastHeard,
  summary: 'Последнее, что пришло с телефона кабинета с тех пор, как он подключён',
  params: idParams,
  ok: 200,
  response: z.strictObject({
    /** Null: no phone is connected. */
    connected_at: timestamp.nullable(),
    /** A call of it, a ping as well; null: none yet. */
    heard_at: timestamp.nullable(),
    /** Its last post that could not be read. */
    refused_at: timestamp.nullable(),
    message: z
      .strictObject({
        id,
        created_at: timestamp,
        application: z.string(),
        /** As in the table of banks; null: nobody knows the sender. */
        bank: z.string().nullable(),
        /** Its first 500 characters. */
        text: z.string(),
        amount: rub.nullable(),
        outcome: z.enum(NOTIFICATION_OUTCOMES),
        reason: z.string(),
      })
      .nullable(),
  }),
});

export const listCabinetChoices = call({
  ...cabinetRoutes.listCabinetChoices,
  summary: 'Реквизиты, которые можно выбрать для кабинета',
  params: idParams,
  ok: 200,
  response: z.array(choice),
});

export const createCabinet = call({
  ...cabinetRoutes.createCabinet,
  summary: 'Создать кабинет',
  body: cabinetBody,
  ok: 201,
  response: cabinet,
});

export const updateCabinet = call({
  ...cabinetRoutes.updateCabinet,
  summary: 'Изменить кабинет',
  params: idParams,
  body: cabinetBody,
  ok: 200,
  response: cabinet,
});

export const toggleCabinet = call({
  ...cabinetRoutes.toggleCabinet,
  summary: 'Включить или выключить кабинет',
  params: idParams,
  body: z.strictObject({ is_active: z.boolean() }),
  ok: 200,
  response: cabinet,
});

/** Cannot be undone, by anyone. */
export const blockCabinet = call({
  ...cabinetRoutes.blockCabinet,
  summary: 'Заблокировать кабинет навсегда',
  params: idParams,
  ok: 200,
  response: cabinet,
});

export const resetCabinetDeals = call({
  ...cabinetRoutes.resetCabinetDeals,
  summary: 'Сбросить счётчик сделок реквизитов кабинета',
  params: idParams,
  ok: 200,
  response: cabinet,
});

export const resetCabinetSum = call({
  ...cabinetRoutes.resetCabinetSum,
  summary: 'Сбросить сумму сделок реквизитов кабинета',
  params: idParams,
  ok: 200,
  response: cabinet,
});
