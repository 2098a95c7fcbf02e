import { foreignName, foreignSender, foreignText } from '@kantor/contract/wire/device-api.ts';
import { z } from 'zod';
import { SECOND } from '../../kernel/clock.ts';
import { type Forwarded, readForeign, type ReadPost } from './forwarded.ts';
import { heardAt } from './rules.ts';
import { HEX_SHA256, hmac, isSame } from './signature.ts';

// SMS Gateway for Android (https://docs.sms-gate.app/features/webhooks): webhooks of the events `sms:received` and
// `system:ping`, signed with HMAC-SHA256 of the body and the second of signing. A repeat is signed anew.

const event = z.object({ event: z.string(), id: z.string().min(1).max(100) });

const received = z.object({
  payload: z.object({
    message: foreignText,
    /** Older versions call the sender `phoneNumber`. */
    sender: foreignSender.optional(),
    phoneNumber: foreignSender.optional(),
    recipient: foreignName.nullish(),
    simNumber: z.number().int().nullish(),
    receivedAt: z.iso.datetime({ offset: true }).optional(),
  }),
});

const SECONDS = /^\d{1,11}$/;

export const readSmsGateway: ReadPost = ({ headers, body, text, key, now }) => {
  const signature = headers['x-signature'];
  const timestamp = headers['x-timestamp'];
  if (typeof signature !== 'string' || !HEX_SHA256.test(signature)) return undefined;
  if (typeof timestamp !== 'string' || !SECONDS.test(timestamp)) return undefined;
  if (!isSame(hmac(key, body, timestamp), Buffer.from(signature, 'hex'))) return undefined;
  const sentAt = new Date(Number(timestamp) * SECOND);
  return { sentAt, content: readEvent(text, sentAt, now) };
};

function readEvent(text: string, sentAt: Date, now: Date): Forwarded['content'] {
  const { event: name, id } = readForeign(event, text);
  if (name === 'system:ping') return { kind: 'ping', text: 'SMS Gateway на связи' };
  // Other events that were registered for this address are accepted, so that they do not come again and again.
  if (name !== 'sms:received') return { kind: 'other' };
  const { payload } = readForeign(received, text);
  const sim = payload.simNumber ? `SIM ${payload.simNumber}` : '';
  const time = payload.receivedAt === undefined ? sentAt : new Date(payload.receivedAt);
  return {
    kind: 'message',
    message: {
      messageId: `sms-gateway:${id.toWellFormed().replaceAll('\u0000', '')}`,
      phone: payload.recipient || sim,
      application: payload.sender || payload.phoneNumber || 'SMS',
      text: payload.message,
      isNotification: false,
      heardAt: heardAt(now, { sentAt, time }),
      phoneTime: time,
    },
  };
}
