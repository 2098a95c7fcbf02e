import { z } from 'zod';
import { ALERT_CHANNELS, ALERT_KINDS, REPORT_LANGUAGES } from '../plain/alerts.ts';
import * as accountRoutes from '../plain/account-routes.ts';
import { call, empty, id, idParams, timestamp } from './call.ts';

const time = z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/, 'Укажите время, например 23:00');

const choice = z.strictObject({
  kind: z.enum(ALERT_KINDS),
  is_on: z.boolean(),
  sounds: z.boolean(),
  /** Of reports: where they go. */
  channels: z.array(z.enum(ALERT_CHANNELS)).max(ALERT_CHANNELS.length).optional(),
});

/** Of the day in Moscow. */
const hour = z.number().int().min(0).max(23, 'Час — от 0 до 23');

/** Every day in Moscow; it may go past midnight. */
const quietHours = z
  .strictObject({ from: time, to: time })
  .refine(({ from, to }) => from !== to, { path: ['to'], message: 'Конец совпадает с началом' });

const base64url = (bytes: number) =>
  z
    .base64url('Браузер прислал ключ не в том виде')
    .refine((text) => Math.floor((text.replaceAll('=', '').length * 3) / 4) === bytes, {
      message: 'Браузер прислал ключ не той длины',
    });

/** Beyond the specification. */
export const getAlerts = call({
  ...accountRoutes.getAlerts,
  summary: 'Оповещения: что, когда и куда',
  ok: 200,
  response: z.strictObject({
    /** Those that the person may be called for. */
    kinds: z.array(choice),
    quiet_hours: quietHours.nullable(),
    /** At which reports come. */
    report_hour: hour,
    /** For the browser's subscription (VAPID), base64url. */
    push_key: z.string(),
    /** Browsers that are called, those of this account. */
    browsers: z.array(
      z.strictObject({ id, browser: z.string().nullable(), since: timestamp, is_current: z.boolean() }),
    ),
    telegram: z.strictObject({
      /** The bot's name; null: this server has no bot, or has not reached it yet. */
      bot: z.string().nullable(),
      /** The chat that is called. */
      linked: z.strictObject({ id, since: timestamp }).nullable(),
    }),
  }),
});

export const chooseAlerts = call({
  ...accountRoutes.chooseAlerts,
  summary: 'Выбрать, о чём и когда оповещать',
  body: z.strictObject({
    kinds: z
      .array(choice)
      .max(ALERT_KINDS.length)
      .refine((kinds) => new Set(kinds.map(({ kind }) => kind)).size === kinds.length, 'Каждое оповещение — один раз'),
    quiet_hours: quietHours.nullable(),
    /** Absent: it stays what it is. */
    report_hour: hour.optional(),
    /** In which reports come: what the person reads the screens in. */
    report_language: z.enum(REPORT_LANGUAGES).optional(),
  }),
  ok: 200,
  response: empty,
});

export const addPushBrowser = call({
  ...accountRoutes.addPushBrowser,
  summary: 'Оповещать этот браузер',
  body: z.strictObject({
    endpoint: z.string().min(10).max(1000, 'Слишком длинный адрес'),
    p256dh: base64url(65),
    auth: base64url(16),
  }),
  ok: 200,
  response: z.strictObject({ id }),
});

export const startTelegram = call({
  ...accountRoutes.startTelegram,
  summary: 'Код, который свяжет чат с ботом',
  ok: 200,
  response: z.strictObject({ url: z.url(), expires_at: timestamp }),
  refusals: { no_telegram: 409 },
});

export const removeAlertChannel = call({
  ...accountRoutes.removeAlertChannel,
  summary: 'Больше не оповещать этот браузер или чат',
  params: idParams,
  ok: 200,
  response: empty,
});

export const testAlerts = call({
  ...accountRoutes.testAlerts,
  summary: 'Пробное оповещение на все устройства',
  ok: 200,
  /** So many browsers and chats are called. */
  response: z.strictObject({ sent: z.number().int() }),
});
