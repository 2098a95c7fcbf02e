import { foreignName, foreignText } from '@kantor/contract/wire/device-api.ts';
import { z } from 'zod';
import { type Forwarded, readForeign, type ReadPost } from './forwarded.ts';
import { heardAt } from './rules.ts';
import { hmac, isSame } from './signature.ts';

// SmsForwarder (https://github.com/pppscn/SmsForwarder): a webhook with our template (contract/device-api.ts). Its sign is
// HMAC-SHA256 of the millisecond of sending and the key, and covers nothing else: one moment is therefore one message, and
// another message with the same sign is refused (forwarders.ts).

const signed = z.object({ timestamp: z.string().regex(/^\d{1,14}$/), sign: z.string().max(200) });

const posted = z.object({
  from: foreignName,
  title: foreignName.default(''),
  text: foreignText,
  received: z.string().optional(),
});

/** The trader's name for the task that sends a heartbeat every minute. */
const PING_TASK = 'kantor-ping';
const PACKAGE = /^[a-z]\w*(?:\.\w+)+$/i;
/** The application puts the scheme of a notification's link behind its title. */
const SCHEME = /#####[\s\S]*$/;

export const readSmsForwarder: ReadPost = ({ text, key, now }) => {
  const proof = readSign(text);
  if (proof === undefined) return undefined;
  const { timestamp, sign } = proof;
  if (!isSame(hmac(key, `${timestamp}\n${key}`), decode(sign))) return undefined;
  const sentAt = new Date(Number(timestamp));
  return { sentAt, content: readMessage(text, sentAt, now) };
};

function readSign(text: string): z.output<typeof signed> | undefined {
  try {
    return readForeign(signed, text);
  } catch {
    return undefined;
  }
}

/** Base64 as it stands in an address. */
function decode(sign: string): Buffer {
  try {
    return Buffer.from(decodeURIComponent(sign), 'base64');
  } catch {
    return Buffer.alloc(0);
  }
}

function readMessage(body: string, sentAt: Date, now: Date): Forwarded['content'] {
  const { from, title, text, received } = readForeign(posted, body);
  if (from === PING_TASK) return { kind: 'ping', text: text || 'SmsForwarder на связи' };
  const isNotification = PACKAGE.test(from);
  const time = readTime(received) ?? sentAt;
  const heading = isNotification ? title.replace(SCHEME, '').trim() : '';
  return {
    kind: 'message',
    message: {
      messageId: `sms-forwarder:${sentAt.getTime()}`,
      // An SMS has the SIM card that received it as its title.
      phone: isNotification ? '' : title,
      application: from || 'SMS',
      text: [heading, text].filter(Boolean).join('\n'),
      heardAt: heardAt(now, { sentAt, time }),
      phoneTime: time,
    },
  };
}

/** `2026-11-20T09:00:00+0000`, without the colon of ISO 8601. */
function readTime(received: string | undefined): Date | undefined {
  const iso = received?.replace(/([+-]\d{2})(\d{2})$/, '$1:$2');
  const { success, data } = z.iso.datetime({ offset: true }).safeParse(iso);
  return success ? new Date(data) : undefined;
}
