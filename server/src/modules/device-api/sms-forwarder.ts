import { SMS_FORWARDER_FIELDS, SMS_FORWARDER_FIRST_FIELDS } from '@kantor/contract/plain/forwarders.ts';
import { foreignName, foreignSender, foreignText } from '@kantor/contract/wire/device-api.ts';
import { z } from 'zod';
import type { Forwarded, ReadPost } from './forwarded.ts';
import { MAX_SMS_NAME_LENGTH } from '../bank-messages/index.ts';
import { heardAt } from './rules.ts';
import { hmac, isSame } from './signature.ts';

// SmsForwarder (https://github.com/pppscn/SmsForwarder): a webhook with our template (contract/plain/forwarders.ts). Its
// sign is HMAC-SHA256 of the millisecond of sending and the key, and covers nothing else: messages of one millisecond have
// one sign, and are told apart by their bytes.
//
// The first template wrote the sender without escaping: a sender named `900","a":"` became application `900`. A post is
// therefore read as the template writes it, field by field, and anything else is refused.

/** The application's user of the system, of a message that is no application's. */
const NO_APPLICATION = '0';

const posted = z.object({
  from: foreignSender,
  uid: z.string().default(NO_APPLICATION),
  title: foreignName,
  text: foreignText,
  received: z.string(),
});

/** The trader's name for the task that sends a heartbeat every minute. */
const PING_TASK = 'kantor-ping';
const PACKAGE = /^[a-z]\w*(?:\.\w+)+$/i;
/** The application puts the scheme of a notification's link behind its title. */
const SCHEME = /#####[\s\S]*$/;

/** What the application signs stands at the end, where no outsider writes. */
const PROOF = /"timestamp"\s*:\s*"(\d{1,14})"\s*,\s*"sign"\s*:\s*"([^"\\]{1,200})"\s*\}\s*$/;

export const readSmsForwarder: ReadPost = ({ text, key, now }) => {
  const [, timestamp, sign] = PROOF.exec(text) ?? [];
  if (timestamp === undefined || sign === undefined) return undefined;
  if (!isSame(hmac(key, `${timestamp}\n${key}`), decode(sign))) return undefined;
  const sentAt = new Date(Number(timestamp));
  const fields = readFields(text);
  if (fields === undefined) return { sentAt, content: { kind: 'unsafe' } };
  // The bytes name the message: with the key, so that nobody who reads the name can try texts until one fits.
  const messageId = `sms-forwarder:${sentAt.getTime()}:${hmac(key, text).toString('base64url', 0, 16)}`;
  return { sentAt, isOldTemplate: fields.isOld, content: readMessage(fields.values, { messageId, sentAt, now }) };
};

const FIELD = /\s*"(\w+)"\s*:\s*"((?:[^"\\]|\\.)*)"\s*/y;

/**
 * The fields of a post, each once and in the template's order. Undefined: no template of ours wrote them. In the first one
 * a backslash in the sender is the sender's own, and may spell any name (`\u003900` is `900`).
 */
function readFields(body: string): { values: Record<string, string>; isOld: boolean } | undefined {
  const [values, names]: [Record<string, string>, string[]] = [{}, []];
  const text = body.trim();
  let at = 1;
  if (!text.startsWith('{') || !text.endsWith('}')) return undefined;
  for (;;) {
    FIELD.lastIndex = at;
    const [all, name = '', written = ''] = FIELD.exec(text) ?? [];
    if (all === undefined) return undefined;
    names.push(name);
    const value = unescape(written);
    if (value === undefined || (name === 'from' && names.length === 1 && written.includes('\\'))) return undefined;
    values[name] = value;
    at += all.length;
    if (text[at] !== ',') break;
    at += 1;
  }
  const isOld = same(names, SMS_FORWARDER_FIRST_FIELDS);
  if (at !== text.length - 1 || !(isOld || same(names, SMS_FORWARDER_FIELDS))) return undefined;
  return { values, isOld };
}

const same = (names: readonly string[], expected: readonly string[]) => names.join() === expected.join();

/** The text of a JSON string; undefined when it is none. */
function unescape(written: string): string | undefined {
  try {
    return JSON.parse(`"${written}"`) as string;
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

function readMessage(
  values: Record<string, string>,
  { messageId, sentAt, now }: { messageId: string; sentAt: Date; now: Date },
): Forwarded['content'] {
  const { from, uid, title, text, received } = posted.parse(values);
  if (from === PING_TASK) return { kind: 'ping', text: text || 'SmsForwarder на связи' };
  const isNotification = uid !== NO_APPLICATION || (PACKAGE.test(from) && from.length > MAX_SMS_NAME_LENGTH);
  const time = readTime(received) ?? sentAt;
  const heading = isNotification ? title.replace(SCHEME, '').trim() : '';
  return {
    kind: 'message',
    message: {
      messageId,
      // An SMS has the SIM card that received it as its title.
      phone: isNotification ? '' : title,
      application: from || 'SMS',
      isNotification,
      text: [heading, text].filter(Boolean).join('\n'),
      // A repeat is not signed anew: what it waited is part of its age.
      heardAt: heardAt(now, { sentAt: sentAt > now ? sentAt : now, time }),
      phoneTime: time,
    },
  };
}

/** `2026-11-20T09:00:00+0000`, without the colon of ISO 8601. */
function readTime(received: string): Date | undefined {
  const iso = received.replace(/([+-]\d{2})(\d{2})$/, '$1:$2');
  const { success, data } = z.iso.datetime({ offset: true }).safeParse(iso);
  return success ? new Date(data) : undefined;
}
