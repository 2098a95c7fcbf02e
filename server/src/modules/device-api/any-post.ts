import { foreignName, foreignSender, foreignText } from '@kantor/contract/wire/device-api.ts';
import { ANY_APP_FIELDS, ANY_APP_IGNORED, ANY_APP_PING, type AnyAppField } from '@kantor/contract/plain/forwarders.ts';
import { z } from 'zod';
import { SECOND } from '../../kernel/clock.ts';

// Posts of an application that anybody may have set up. Many put a message into a template as it is, and a message may hold
// what ends its field: a sender named `900&title=a`, or `900","from":"`. So each meaning is there once and nothing else is; a
// sender is not unescaped; and a name of eleven signs, as long as an SMS's may be, cannot add a field that is taken.

/** A post in our words, or why it is none. */
export type AnyPost =
  | { kind: 'ping' }
  | { kind: 'message'; sender: string; isNotification: boolean; title: string; text: string; time: Date | undefined }
  | { kind: 'refused'; why: string };

interface Posted {
  /** Behind the `?`, as it came. */
  query: string;
  contentType: string | undefined;
  text: string;
}

const refused = (why: string): AnyPost => ({ kind: 'refused', why });

/** A field as it was written, and as it is read. */
interface Field {
  name: string;
  written: string;
  value: string;
}

/** The meaning of a field by its name, whatever its case and with or without `_` and `-`. */
const MEANINGS = new Map<string, AnyAppField | 'ignored'>([
  ...(Object.entries(ANY_APP_FIELDS) as [AnyAppField, readonly string[]][]).flatMap(([field, names]) =>
    names.map((name) => [name, field] as const),
  ),
  ...ANY_APP_IGNORED.map((name) => [name, 'ignored'] as const),
]);
const meaningOf = (name: string) => MEANINGS.get(name.toLowerCase().replaceAll(/[_-]/g, ''));

/** Reads a post: a text with its fields in the address, a form, or JSON. Never throws; takes time linear in the post. */
export function readAnyPost({ query, contentType = '', text }: Posted): AnyPost {
  if (query !== '') {
    const fields = readPairs(query);
    if (fields === undefined) return refused('адрес не разобрать: значения должны быть закодированы');
    // Whatever a name cuts off the address, the last field is gone with it.
    if (fields.at(-1)?.name !== 'end') return refused('в конце адреса нужно &end=1');
    return readFields([...fields.slice(0, -1), { name: 'text', written: '', value: text }], { isEncoded: true });
  }
  if (/^application\/x-www-form-urlencoded\b/i.test(contentType)) {
    const fields = readPairs(text);
    return fields === undefined ? refused('форму не разобрать') : readFields(fields, { isEncoded: true });
  }
  const fields = readJsonFields(text);
  return fields === undefined
    ? refused('тело — не JSON из одного уровня, и полей нет в адресе')
    : readFields(fields, { isEncoded: false });
}

/** Percent-encoding of what no encoder touches: somebody has written it into a template. */
const ODD_ENCODING = /%(?:2[de]|3\d|4[1-9a-f]|5[0-9af]|6[1-9a-f]|7[0-9ae])/i;

function readFields(fields: readonly Field[], { isEncoded }: { isEncoded: boolean }): AnyPost {
  const found = new Map<AnyAppField, Field>();
  for (const field of fields) {
    const meaning = meaningOf(field.name);
    // In an address or a form, a name of eleven signs can add a field of one that is taken.
    if (meaning === undefined || (meaning === 'ignored' && isEncoded))
      return refused(`поле «${field.name.slice(0, 20)}» нам незнакомо: уберите его`);
    if (meaning === 'ignored') continue;
    if (found.has(meaning)) return refused(`поле «${field.name.slice(0, 20)}» повторяется`);
    found.set(meaning, field);
  }
  const [app, from] = [found.get('app'), found.get('from')];
  const sender = app ?? from;
  const text = found.get('text')?.value;
  if (sender === undefined || text === undefined) return refused('нужны отправитель (from или app) и текст (text)');
  if (app && from) return refused('отправитель назван дважды: оставьте from или app');
  if (isEncoded && !found.has('title')) return refused('нужно поле title, хотя бы пустое');
  if (isEncoded ? ODD_ENCODING.test(sender.written) : sender.written.includes('\\'))
    return refused('отправитель записан не так, как его пишет приложение');
  const written = found.get('time')?.value;
  const time = written === undefined ? undefined : readTime(written);
  if (isEncoded && written !== undefined && time === undefined) return refused('время time не разобрать');
  if (sender.value === ANY_APP_PING || text.trim() === ANY_APP_PING) return { kind: 'ping' };
  return {
    kind: 'message',
    sender: foreignSender.parse(sender.value),
    isNotification: app !== undefined,
    title: foreignName.parse(found.get('title')?.value ?? ''),
    text: foreignText.parse(text),
    time,
  };
}

/** `a=1&b=2`; a `+` of a sender stays one, as a name that has it is no name with a space. */
function readPairs(written: string): Field[] | undefined {
  const fields: Field[] = [];
  for (const pair of written.split('&')) {
    const [, name = '', value = ''] = /^([^=]+)=([\s\S]*)$/.exec(pair) ?? [];
    const isSender = ['app', 'from'].includes(meaningOf(name) ?? '');
    const decoded = decode(isSender ? value : value.replaceAll('+', ' '));
    if (name === '' || decoded === undefined) return undefined;
    fields.push({ name, written: value, value: decoded });
  }
  return fields;
}

function decode(value: string): string | undefined {
  try {
    return decodeURIComponent(value);
  } catch {
    return undefined;
  }
}

const FIELD = /\s*"([\w-]{1,40})"\s*:\s*(?:"((?:[^"\\]|\\.)*)"|(-?\d[\d.eE+-]{0,30}|true|false|null))\s*/y;

/** The fields of a JSON object of one level, in their order and with repeats. */
function readJsonFields(body: string): Field[] | undefined {
  const text = body.trim();
  if (!text.startsWith('{') || !text.endsWith('}')) return undefined;
  const fields: Field[] = [];
  let at = 1;
  for (;;) {
    FIELD.lastIndex = at;
    const [all, name = '', written, bare = ''] = FIELD.exec(text) ?? [];
    if (all === undefined) return undefined;
    const value = written === undefined ? bare : unescape(written);
    if (value === undefined) return undefined;
    fields.push({ name, written: written ?? bare, value });
    at += all.length;
    if (text[at] !== ',') break;
    at += 1;
  }
  return at === text.length - 1 ? fields : undefined;
}

/** The text of a JSON string; ends of lines may stand in it as they are, since templates put them there. */
function unescape(written: string): string | undefined {
  try {
    const escaped = written.replaceAll('\r', String.raw`\r`).replaceAll('\n', String.raw`\n`);
    return JSON.parse(`"${escaped.replaceAll('\t', String.raw`\t`)}"`) as string;
  } catch {
    return undefined;
  }
}

const EPOCH_SECONDS = /^\d{10}$/;
const EPOCH_MILLISECONDS = /^\d{13}$/;

/** ISO 8601 with a zone, seconds or milliseconds since 1970; without a zone a time is nobody's. */
function readTime(written: string): Date | undefined {
  if (EPOCH_SECONDS.test(written)) return new Date(Number(written) * SECOND);
  if (EPOCH_MILLISECONDS.test(written)) return new Date(Number(written));
  const { success, data } = z.iso.datetime({ offset: true }).safeParse(written);
  return success ? new Date(data) : undefined;
}
