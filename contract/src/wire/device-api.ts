import { z } from 'zod';
import * as routes from '../plain/device-routes.ts';
import { MAX_MESSAGE_LENGTH, MAX_NOTIFICATIONS } from '../plain/limits.ts';
import { type Call, id, problem, text, timestamp } from './call.ts';

/** One call of a phone: everything that crosses the wire. None has parameters, and who calls is no person. */
export type DeviceCall = Pick<Call, 'method' | 'path' | 'summary' | 'ok' | 'response'> & { readonly body: z.ZodType };
const deviceCall = <const C extends DeviceCall>(definition: C): C => definition;

/** Controls but tabs and ends of lines, and what turns the direction of writing round. */
const UNSEEN = /(?![\t\n\r])\p{Cc}|[\u202A-\u202E\u2066-\u2069]/gu;

/**
 * A text that anybody who can write to a phone may have written. It is cleaned and cut to so many UTF-16 units, never
 * refused: the phone would only send it again, and messages behind it would have to wait.
 */
const foreign = (longest: number) =>
  z.string().transform((text) => text.replaceAll(UNSEEN, '').trim().slice(0, longest).toWellFormed());

/** A bank's message. */
export const foreignText = foreign(MAX_MESSAGE_LENGTH);
/** A title, the name of a SIM card. */
export const foreignName = foreign(255);
/**
 * The sender: `900`, `ru.sberbankmobile`. It is a bank's as a whole or not at all, so nothing is taken off: `900 ` can be
 * bought, and what nobody sees leaves a sign behind.
 */
export const foreignSender = z.string().transform((text) => {
  const isSeen = text.replaceAll(UNSEEN, '').trim() !== '';
  return isSeen ? text.replaceAll(UNSEEN, '\uFFFD').slice(0, 255).toWellFormed() : '';
});
/** The receiver, as the phone calls it. */
export const foreignPhone = foreign(64);

/** ISO 8601 with a zone. */
const phoneTime = z.codec(z.iso.datetime({ offset: true }), z.date(), {
  decode: (value) => new Date(value),
  encode: (date) => date.toISOString(),
});

/** Redeems the token of a QR code, once and within ten minutes. The key is never shown again. */
export const pairDevice = deviceCall({
  ...routes.pairDevice,
  summary: 'Подключить телефон по QR-коду',
  body: z.strictObject({ token: text(128) }),
  ok: 201,
  response: z.strictObject({
    device_id: id,
    key: z.string(),
    cabinet: z.strictObject({ id, device_name: z.string(), phone: z.string() }),
    /** The server's clock. */
    server_time: timestamp,
  }),
});

export const sendPing = deviceCall({
  ...routes.sendPing,
  summary: 'Сообщить, что телефон на связи',
  body: z.strictObject({
    text: foreign(500).default(''),
    /** The phone's charge, in per cent. */
    battery: z.number().int().min(0).max(100).optional(),
  }),
  ok: 200,
  response: z.strictObject({ server_time: timestamp }),
});

/** One message of a bank. */
export const phoneMessage = z.strictObject({
  /** The phone's own name of the message: a repeat changes nothing. */
  message_id: text(128),
  /** The number of the SIM card, or of the text's sender. */
  phone: foreignPhone.default(''),
  /** The application's package, or the sender of an SMS. */
  application: foreignSender,
  text: foreignText,
  /** When it reached the phone, by the phone's clock. */
  time: phoneTime,
});

export const sendNotifications = deviceCall({
  ...routes.sendNotifications,
  summary: 'Передать сообщения банков',
  body: z.strictObject({
    /** The phone's clock at sending: what it is wrong by is taken off each time below. */
    sent_at: phoneTime,
    /** Each is read by itself as `phoneMessage`: a malformed one does not hold up the others. */
    notifications: z.array(z.unknown()).min(1).max(MAX_NOTIFICATIONS),
  }),
  ok: 200,
  response: z.strictObject({
    /** The ids that are now kept, new and repeated: the phone may forget these. */
    accepted: z.array(z.string()),
    /** Messages that will never be kept, by their index in the batch from 0, and what is wrong with their fields. */
    rejected: z.array(z.strictObject({ index: z.number().int(), errors: z.record(z.string(), z.array(z.string())) })),
    server_time: timestamp,
  }),
});

/** The refusal of a call whose counter was not above the last one (409 `replayed`): the phone goes on from here. */
export const replayedProblem = problem.extend({ last_counter: z.number().int() });

/** Every call of a phone. */
export const DEVICE_CALLS: readonly DeviceCall[] = [pairDevice, sendPing, sendNotifications];
