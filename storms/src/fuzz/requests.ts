import { randomUUID } from 'node:crypto';
import { type DeviceKey, signedHeaders } from '@kantor/contract/device.ts';
import { DEVICE_API_BASE } from '@kantor/contract/plain/device-routes.ts';
import { MERCHANT_API_BASE } from '@kantor/contract/plain/merchant-routes.ts';
import { API_BASE } from '@kantor/contract/plain/routes.ts';
import type { Call } from '@kantor/contract/wire/call.ts';
import { CALLS, MERCHANT_CALLS } from '@kantor/contract/wire/calls.ts';
import { DEVICE_CALLS } from '@kantor/contract/wire/device-api.ts';
import { EVENT_STREAM } from '@kantor/contract/wire/events.ts';
import { pick, type Random } from '@kantor/demo/random.ts';
import { z } from 'zod';
import { jsonHeaders, type RawRequest } from '../harness/raw.ts';
import { type Schema, schemaOf } from '../harness/schema.ts';
import { HOSTILE_NAMES, hostileText, hostileValue, spoiledValue } from './values.ts';

type FuzzedCall = Pick<Call, 'method' | 'path' | 'body' | 'query' | 'upload'>;

export interface Target {
  base: string;
  call: FuzzedCall;
  /** Undefined for a body that is none of JSON, or none at all. */
  body: Schema | undefined;
  query: Schema | undefined;
}

const target = (base: string, call: FuzzedCall): Target => ({
  base,
  call,
  body: call.body && schemaOf(call.body),
  query: call.query && schemaOf(call.query instanceof z.ZodPipe ? (call.query.in as z.ZodType) : call.query),
});

/** Every call of the contract but the stream, which does not end. A new call is fuzzed by itself. */
const TARGETS: readonly Target[] = [
  ...CALLS.filter(({ type }) => type !== EVENT_STREAM).map((call) => target(API_BASE, call)),
  ...MERCHANT_CALLS.map((call) => target(MERCHANT_API_BASE, call)),
  ...DEVICE_CALLS.map((call) => target(DEVICE_API_BASE, call)),
];

export interface FuzzPeople {
  /** By the API's base. */
  tokens: Record<string, readonly string[]>;
  /** Ids of what is there. */
  ids: readonly string[];
  phone: DeviceKey & { counter: number };
}

const BROKEN_PATHS = ['%', '%zz', '%00', '%ff', '%c0%ae', '..', '.', '..%2f..', ';', ':id', '*', '?', '#', '%2e%2e%2f'];
const ODD_ADDRESSES = [
  '//x',
  '/%00',
  '/assets/../../x',
  '/%2e%2e/',
  '/api',
  '/api/v1',
  '/merchant/v1/docs/%zz',
  '*',
  '/live/..',
];

/** What HTTP lets stand in an address. */
const sendable = (text: string) =>
  text.replaceAll(/[^\u0021-\u007e]/g, (sign) => {
    try {
      return encodeURIComponent(sign);
    } catch {
      return '%EF%BF%BD';
    }
  });

function idOf({ ids }: FuzzPeople, random: Random): string {
  const kind = random();
  if (kind < 0.5) return pick(random, ids);
  if (kind < 0.65) return randomUUID();
  if (kind < 0.8) return pick(random, BROKEN_PATHS);
  if (kind < 0.84) return 'a'.repeat(pick(random, [199, 201, 500, 3000]));
  return sendable(hostileText(random).slice(0, 300)).replaceAll('/', '%2F');
}

function queryOf(schema: Schema | undefined, random: Random): string {
  if (random() < 0.3) return '';
  if (random() < 0.1)
    return `?${pick(random, ['%zz', '&&&&', '=', 'a[]=1', 'page[x]=1', '__proto__[x]=1', 'page=1&page=2', 'x'.repeat(9000)])}`;
  const value = spoiledValue(schema ?? { type: 'object', properties: {} }, random);
  const fields = typeof value === 'object' && value !== null ? Object.entries(value) : [];
  const write = (field: unknown) => sendable(typeof field === 'string' ? field : JSON.stringify(field)).slice(0, 6000);
  return `?${fields.map(([name, field]) => `${write(name).replaceAll('&', '%26')}=${write(field)}`).join('&')}`;
}

/** JSON as it is sent: at times cut off, doubled or in another coding. */
function spoiledText(value: unknown, random: Random): Uint8Array {
  const text = JSON.stringify(value) ?? '';
  const kind = random();
  if (kind < 0.03) return Buffer.from(text.slice(0, Math.floor(text.length * random())));
  if (kind < 0.05) return Buffer.from(`\uFEFF${text}`);
  if (kind < 0.07) return Buffer.from(text, 'utf16le');
  if (kind < 0.09) return Buffer.concat([Buffer.from(text), Buffer.from([0xff, 0xc0, 0x00])]);
  if (kind < 0.11)
    return Buffer.from(text.replace('{', `{"${pick(random, HOSTILE_NAMES).replaceAll('\u0000', '')}":1,`));
  if (kind < 0.12) return Buffer.from('['.repeat(20_000));
  if (kind < 0.13) return Buffer.from(`"${'x'.repeat(70_000)}"`);
  return Buffer.from(text);
}

const CONTENT_TYPES = [
  'text/plain',
  'application/json; charset=latin1',
  'application/xml',
  'multipart/form-data',
  '',
  'x',
];

/** A form with a file that is none, often torn. */
export function spoiledForm(upload: string, fields: unknown, random: Random): { type: string; body: Uint8Array } {
  const boundary = 'storm';
  const name = pick(random, [upload, upload, 'other', '__proto__', '']);
  const filename = sendable(hostileText(random)).replaceAll('"', '') || 'a.png';
  const parts = Object.entries(typeof fields === 'object' && fields !== null ? fields : {}).map(
    ([field, value]) =>
      `--${boundary}\r\nContent-Disposition: form-data; name="${sendable(field)}"\r\n\r\n${String(value)}\r\n`,
  );
  const file = `--${boundary}\r\nContent-Disposition: form-data; name="${name}"; filename="${filename}"\r\nContent-Type: image/png\r\n\r\n${hostileText(random)}\r\n`;
  const end = random() < 0.8 ? `--${boundary}--\r\n` : '';
  return { type: `multipart/form-data; boundary=${boundary}`, body: Buffer.from(parts.join('') + file + end) };
}

/** A request out of the contract and the numbers that `random` gives: the same at every run. */
export function fuzzedRequest(people: FuzzPeople, random: Random): RawRequest & { target: Target | undefined } {
  if (random() < 0.02) {
    return { target: undefined, method: pick(random, ['GET', 'POST', 'OPTIONS']), path: pick(random, ODD_ADDRESSES) };
  }
  const chosen = pick(random, TARGETS);
  const { base, call, body, query } = chosen;
  const path = base + call.path.replaceAll(/:\w+/g, () => idOf(people, random)) + queryOf(query, random);
  const method = random() < 0.02 ? pick(random, ['PUT', 'DELETE', 'OPTIONS', 'HEAD', 'PATCH']) : call.method;
  const tokens = people.tokens[base] ?? [];
  const token = random() < 0.05 || tokens.length === 0 ? undefined : pick(random, tokens);
  const headers: Record<string, string> = jsonHeaders(token);
  if (random() < 0.95) headers['idempotency-key'] = random() < 0.9 ? randomUUID() : sendable(hostileText(random));
  if (random() < 0.03) headers['content-type'] = pick(random, CONTENT_TYPES);
  if (random() < 0.02) headers['authorization'] = `Bearer ${sendable(hostileText(random))}`;
  if (method === 'GET' || method === 'HEAD') return { target: chosen, method, path, headers };
  if (call.upload !== undefined) {
    const form = spoiledForm(call.upload, spoiledValue(body ?? { type: 'object' }, random), random);
    return { target: chosen, method, path, headers: { ...headers, 'content-type': form.type }, body: form.body };
  }
  const value = body === undefined && random() < 0.8 ? {} : spoiledValue(body ?? {}, random);
  const text = spoiledText(random() < 0.03 ? hostileValue(random) : value, random);
  if (base === DEVICE_API_BASE && random() < 0.9) {
    people.phone.counter += 1;
    Object.assign(headers, signedHeaders(people.phone, people.phone.counter, path, text));
  }
  return { target: chosen, method, path, headers, body: text };
}
