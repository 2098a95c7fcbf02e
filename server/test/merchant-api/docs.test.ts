import type { Route } from '@kantor/contract/plain/routes.ts';
import { listMerchantBanks } from '@kantor/contract/wire/merchant-account.ts';
import { openMerchantAppeal } from '@kantor/contract/wire/merchant-appeals.ts';
import { createMerchantOrder, listMerchantOrders } from '@kantor/contract/wire/merchant-orders.ts';
import { createMerchantPayout } from '@kantor/contract/wire/merchant-payouts.ts';
import { MERCHANT_API_BASE } from '@kantor/contract/plain/merchant-routes.ts';
import { createHmac } from 'node:crypto';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { MERCHANT_CALLS } from '@kantor/contract/wire/calls.ts';
import { WEBHOOK_MESSAGES } from '@kantor/contract/wire/webhook-messages.ts';
import { describe, expect } from 'vitest';
import { secretOf, showSecret, signedHeaders } from '../../src/modules/webhooks/secrets.ts';
import { kantorTest } from '../support/fixtures.ts';

/** The parts of a description that these tests read. */
interface Description {
  info: { description: string };
  paths: Record<string, Record<string, Operation>>;
  webhooks: Record<string, Record<string, Operation>>;
}
interface Operation {
  parameters: { name: string; in: string; schema: object; description?: string }[];
  requestBody: { content: Content };
  responses: Record<string, { description: string; content: Content }>;
}
type Content = Record<string, { schema: { required?: string[]; properties: Record<string, object> } }>;

const test = kantorTest.extend('description', { scope: 'file' }, async ({ kantor }) => {
  const { body } = await kantor.request<Description>(`${MERCHANT_API_BASE}/openapi.json`);
  return body;
});

/** The description of a call. */
const operation = ({ paths }: Description, { method, path }: Pick<Route, 'method' | 'path'>) => {
  const found = paths[path.replace(':id', '{id}')]?.[method.toLowerCase()];
  if (found === undefined) throw new Error(`${method} ${path} is not described`);
  return found;
};

test('the description names every call of the merchant API, with a summary of its own', async ({ description }) => {
  const described = Object.entries(description.paths).flatMap(([path, methods]) =>
    Object.keys(methods).map((method) => `${method.toUpperCase()} ${path}`),
  );
  const declared = MERCHANT_CALLS.map(({ method, path }) => `${method} ${path.replace(':id', '{id}')}`);
  expect(described.toSorted()).toEqual(declared.toSorted());
  expect(new Set(MERCHANT_CALLS.map(({ summary }) => summary)).size).toBe(declared.length);
});

test('a call is described with what is sent and what is answered', async ({ description }) => {
  const create = operation(description, createMerchantOrder);
  expect(create.parameters).toMatchObject([{ name: 'Idempotency-Key', in: 'header', required: true }]);
  const sent = create.requestBody.content['application/json']?.schema;
  expect(sent?.required).toEqual(['amount', 'method', 'external_id']);
  expect(sent?.properties['amount']).toMatchObject({ type: 'string', example: '1500.00' });
  expect(create.responses['201']?.content['application/json']?.schema.properties['requisite']).toMatchObject({
    properties: { fio: { type: 'string' } },
  });
});

test('a list is described with its pages and filters', async ({ description }) => {
  const { parameters, responses } = operation(description, listMerchantOrders);
  const fields = parameters.map(({ name, in: where }) => `${where} ${name}`);
  expect(fields).toEqual(['query page', 'query page_size', 'query status', 'query external_id']);
  expect(parameters[1]?.schema).toMatchObject({ type: 'integer', maximum: 100, default: 30 });
  expect(parameters[3]?.description).toContain('Ваш номер');
  const count = responses['200']?.content['application/json']?.schema.properties['count'];
  expect(count).toEqual({ type: 'integer' });
});

test('a form is described with its fields and its file', async ({ description }) => {
  const { parameters, requestBody } = operation(description, openMerchantAppeal);
  expect(parameters.map(({ name }) => name)).toEqual(['id', 'Idempotency-Key']);
  const form = requestBody.content['multipart/form-data']?.schema;
  expect(Object.keys(form?.properties ?? {})).toEqual(['amount', 'comment', 'file']);
  expect(form?.required).toEqual(['amount', 'file']);
});

test('the document is one text, for its page too, and is not sent twice', async ({ kantor }) => {
  const ask = (path: string, headers = {}) => kantor.app.inject({ url: `${MERCHANT_API_BASE}/${path}`, headers });
  const { rawPayload, headers } = await ask('openapi.json');
  for (const path of ['docs/json', 'docs/yaml']) expect((await ask(path)).rawPayload).toEqual(rawPayload);
  expect(await ask('openapi.json', { 'if-none-match': headers.etag })).toMatchObject({ statusCode: 304, payload: '' });
});

test('refusals are described by their codes', async ({ description }) => {
  const { responses } = operation(description, createMerchantPayout);
  expect(Object.keys(responses)).toEqual([
    '201',
    '400',
    '401',
    '403',
    '408',
    '409',
    '413',
    '415',
    '422',
    '429',
    '431',
    '500',
    '503',
  ]);
  expect(responses['403']?.description).toContain('`payouts_disabled`');
  expect(responses['409']?.description).toContain('`insufficient_funds`, `external_id_taken`');
  expect(responses['409']?.content).toHaveProperty(['application/problem+json']);
  expect(Object.keys(operation(description, listMerchantBanks).responses)).toEqual([
    '200',
    '400',
    '401',
    '403',
    '408',
    '429',
    '431',
    '500',
    '503',
  ]);
});

test('there is a page to read it', async ({ kantor }) => {
  const page = await kantor.app.inject(`${MERCHANT_API_BASE}/docs/`);
  expect([page.statusCode, page.headers['content-type']]).toEqual([200, 'text/html; charset=utf-8']);
  expect(page.headers['content-security-policy']).toContain("script-src 'self';");
});

test('the description has the guide, and every webhook with its headers and body', async ({ description }) => {
  const { info, webhooks } = description;
  expect(info.description).toContain('## Вебхуки');
  expect(Object.keys(webhooks)).toEqual(['order', 'appeal', 'payout', 'withdrawal']);
  const order = webhooks['order']?.['post'];
  expect(order?.parameters.map(({ name }) => name)).toEqual(['webhook-id', 'webhook-timestamp', 'webhook-signature']);
  const { type, data } = order?.requestBody.content['application/json']?.schema.properties ?? {};
  expect(type).toMatchObject({ enum: expect.arrayContaining(['order.closed']) });
  expect(data).toHaveProperty(['properties', 'external_id']);
});

describe('the guide for a merchant’s programmer', () => {
  const guide = readFile(new URL('../../../docs/merchant-api.md', import.meta.url), 'utf8');

  async function example() {
    const text = await guide;
    const part = (name: string) => new RegExp(`^${name} +(.+)$`, 'm').exec(text)?.[1] ?? '';
    return {
      secret: part('secret'),
      body: part('body'),
      id: part('id'),
      timestamp: part('timestamp'),
      signature: part('signature'),
    };
  }

  test('has an example whose signature is right, of a message as it is sent', async () => {
    const { secret, body, id, timestamp, signature } = await example();
    const key = Buffer.from(secret.replace('whsec_', ''), 'base64');
    expect(key).toHaveLength(32);
    const right = createHmac('sha256', key).update(`${id}.${timestamp}.${body}`).digest('base64');
    expect(signature).toBe(`v1,${right}`);
    const message = WEBHOOK_MESSAGES.order.parse(JSON.parse(body));
    expect(message.timestamp.getTime()).toBe(Number(timestamp) * 1000);
    const sent = signedHeaders({ id, at: message.timestamp, body }, [key]);
    expect(sent).toEqual({ 'webhook-id': id, 'webhook-timestamp': timestamp, 'webhook-signature': signature });
  });

  test('has a check for Node that lets in what we sign, and nothing else', async () => {
    const { secret, body, id, timestamp, signature } = await example();
    const code = /```js\n([\s\S]+?)```/.exec(await guide)?.[1] ?? '';
    const folder = await mkdtemp(join(tmpdir(), 'kantor-guide-'));
    const file = join(folder, 'check.mjs');
    await writeFile(file, code);
    const { isGenuine } = await import(pathToFileURL(file).href);
    await rm(folder, { recursive: true });

    const now = Number(timestamp) * 1000;
    const headers = { 'webhook-id': id, 'webhook-timestamp': timestamp, 'webhook-signature': signature };
    expect(isGenuine(headers, body, secret, now)).toBe(true);
    expect(isGenuine(headers, Buffer.from(body), secret, now + 300_000)).toBe(true);
    expect(isGenuine(headers, body, secret, now + 301_000)).toBe(false);
    expect(isGenuine(headers, body, secret, now - 301_000)).toBe(false);
    expect(isGenuine(headers, body.replace('1500.00', '9500.00'), secret, now)).toBe(false);
    expect(isGenuine({ ...headers, 'webhook-id': 'other' }, body, secret, now)).toBe(false);
    expect(isGenuine({ ...headers, 'webhook-timestamp': 'x' }, body, secret, now)).toBe(false);
    expect(isGenuine({ ...headers, 'webhook-signature': 'v1,AAAA' }, body, secret, now)).toBe(false);
    expect(isGenuine({}, body, secret, now)).toBe(false);

    // While a secret is replaced, with the old one and with the new.
    const [old, fresh] = [1, 2].map((version) =>
      secretOf(Buffer.from('server'), { merchantId: id, version, lastRawVersion: 0 }),
    );
    const both = signedHeaders({ id, at: new Date(now), body }, [fresh, old] as Buffer[]);
    for (const each of [old, fresh]) expect(isGenuine(both, body, showSecret(each as Buffer), now)).toBe(true);
    expect(isGenuine(both, body, secret, now)).toBe(false);
  });

  test('names the codes of all refusals of the merchant API', async () => {
    const named = new Set([...(await guide).matchAll(/`([a-z_]+)`/g)].map(([, code]) => code));
    const codes = MERCHANT_CALLS.flatMap(({ refusals = {} }) => Object.keys(refusals));
    expect(codes.filter((code) => !named.has(code))).toEqual([]);
  });
});
