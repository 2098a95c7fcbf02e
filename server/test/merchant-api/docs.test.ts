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
import { ORDER_STATUSES } from '@kantor/contract/plain/statuses.ts';
import { refusalsOf } from '@kantor/contract/wire/refusals.ts';
import { WEBHOOK_MESSAGES } from '@kantor/contract/wire/webhook-messages.ts';
import { describe, expect } from 'vitest';
import { secretOf, showSecret, signedHeaders } from '../../src/modules/webhooks/secrets.ts';
import { kantorTest } from '../support/fixtures.ts';

/** The parts of a description that these tests read. */
interface Description {
  info: { description: string };
  paths: Record<string, Record<string, Operation>>;
  webhooks: Record<string, Record<string, Operation>>;
  components: { schemas: Record<string, Schema>; responses: Record<string, Answer> };
}
interface Operation {
  operationId: string;
  parameters: { name: string; in: string; schema: object; description?: string }[];
  requestBody: { content: Content };
  responses: Record<string, Answer & Reference>;
}
interface Reference {
  $ref?: string;
}
interface Answer {
  description: string;
  content: Content;
}
interface Schema extends Reference {
  required?: string[];
  properties: Record<string, object>;
  additionalProperties?: unknown;
  allOf?: [Reference, { properties: { code: { enum: string[] } } }];
}
type Content = Record<string, { schema: Schema }>;

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

/** What stands under a name, or in place. */
function schemaOf({ components }: Description, content: Content | undefined, type = 'application/json') {
  const schema = content?.[type]?.schema;
  return schema?.$ref === undefined ? schema : components.schemas[schema.$ref.replace('#/components/schemas/', '')];
}
const refusalOf = ({ components }: Description, { responses }: Operation, status: number) =>
  components.responses[responses[status]?.$ref?.replace('#/components/responses/', '') ?? ''];

test('the description names every call of the merchant API, with a summary of its own', async ({ description }) => {
  const described = Object.entries(description.paths).flatMap(([path, methods]) =>
    Object.keys(methods).map((method) => `${method.toUpperCase()} ${path}`),
  );
  const declared = MERCHANT_CALLS.map(({ method, path }) => `${method} ${path.replace(':id', '{id}')}`);
  expect(described.toSorted()).toEqual(declared.toSorted());
  expect(new Set(MERCHANT_CALLS.map(({ summary }) => summary)).size).toBe(declared.length);
});

test('a call is described with what is sent, which is closed, and what is answered, which may grow', async ({
  description,
}) => {
  const create = operation(description, createMerchantOrder);
  expect(create.operationId).toBe('createOrder');
  expect(create.parameters).toMatchObject([{ name: 'Idempotency-Key', in: 'header', required: true }]);
  const sent = schemaOf(description, create.requestBody.content);
  expect(sent).toMatchObject({ required: ['amount', 'method', 'external_id'], additionalProperties: false });
  expect(sent?.properties['amount']).toMatchObject({
    type: 'string',
    example: '1500.00',
    pattern: String.raw`^(0|[1-9]\d{0,13})(\.\d{1,2})?$`,
  });
  const answered = schemaOf(description, create.responses['201']?.content);
  expect(answered).not.toHaveProperty('additionalProperties');
  expect(answered?.properties['requisite']).toMatchObject({ properties: { fio: { type: 'string' } } });
});

test('every shape stands once, under its name; the recipient of a payout is a phone or an account', async ({
  description,
}) => {
  const { schemas } = description.components;
  expect(Object.keys(schemas)).toEqual(expect.arrayContaining(['Order', 'Payout', 'Appeal', 'Balance', 'Problem']));
  const inPlace = Object.values(description.paths)
    .flatMap((methods) => Object.values(methods))
    .flatMap(({ responses }) => Object.values(responses))
    .filter(({ content }) => content?.['application/json']?.schema.properties !== undefined);
  expect(inPlace).toEqual([]);
  expect(schemas['CreatePayout']).toMatchObject({ oneOf: [{ required: ['phone'] }, { required: ['bank_account'] }] });
});

test('a list is described with its pages and filters', async ({ description }) => {
  const { parameters, responses } = operation(description, listMerchantOrders);
  const fields = parameters.map(({ name, in: where }) => `${where} ${name}`);
  expect(fields).toEqual(
    [
      'page',
      'page_size',
      'cursor',
      'status',
      'created_from',
      'created_to',
      'updated_since',
      'external_id',
      'payer_id',
    ].map((name) => `query ${name}`),
  );
  expect(parameters[1]?.schema).toMatchObject({ type: 'integer', maximum: 100, default: 30 });
  expect(parameters[3]).toMatchObject({ explode: false, schema: { type: 'array', items: { enum: ORDER_STATUSES } } });
  const list = schemaOf(description, responses['200']?.content);
  expect(list?.properties['count']).toMatchObject({ type: ['integer', 'null'] });
  expect(list?.properties['results']).toMatchObject({ items: { $ref: '#/components/schemas/Order' } });
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

test('every refusal of a call is described by its code, and no other', async ({ description }) => {
  const create = operation(description, createMerchantPayout);
  const codes = (status: number) =>
    refusalOf(description, create, status)?.content['application/problem+json']?.schema.allOf?.[1].properties.code.enum;
  for (const [code, status] of Object.entries(refusalsOf(createMerchantPayout))) expect(codes(status)).toContain(code);
  expect(codes(403)).toEqual(['address_refused', 'scope_missing', 'payouts_disabled']);
  expect(codes(415)).toEqual(['media_type']);
  const statuses = [...new Set(Object.values(refusalsOf(createMerchantPayout)))].map(String);
  expect(Object.keys(create.responses).toSorted()).toEqual(['201', ...statuses].toSorted());
  expect(operation(description, listMerchantBanks).responses).not.toHaveProperty('404');
});

test('there is a page to read it', async ({ kantor }) => {
  const page = await kantor.app.inject(`${MERCHANT_API_BASE}/docs/`);
  expect([page.statusCode, page.headers['content-type']]).toEqual([200, 'text/html; charset=utf-8']);
  expect(page.headers['content-security-policy']).toContain("script-src 'self';");
});

test('the description has the guide, and every webhook with its headers and body', async ({ description }) => {
  const { info, webhooks } = description;
  expect(info.description).toContain('## Вебхуки');
  expect(Object.keys(webhooks)).toEqual(['order', 'appeal', 'payout', 'withdrawal', 'report']);
  const report = schemaOf(description, webhooks['report']?.['post']?.requestBody.content)?.properties ?? {};
  expect(report).toMatchObject({ type: { enum: ['report.day'] }, data: { $ref: '#/components/schemas/DayReport' } });
  const order = webhooks['order']?.['post'];
  expect(order?.parameters.map(({ name }) => name)).toEqual(['webhook-id', 'webhook-timestamp', 'webhook-signature']);
  const { type, data } = schemaOf(description, order?.requestBody.content)?.properties ?? {};
  expect(type).toMatchObject({ enum: expect.arrayContaining(['order.closed']) });
  expect(data).toMatchObject({ $ref: '#/components/schemas/Order' });
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
      secretOf(Buffer.from('server'), { endpointId: id, version, lastRawVersion: 0 }),
    );
    const both = signedHeaders({ id, at: new Date(now), body }, [fresh, old] as Buffer[]);
    for (const each of [old, fresh]) expect(isGenuine(both, body, showSecret(each as Buffer), now)).toBe(true);
    expect(isGenuine(both, body, secret, now)).toBe(false);
  });

  test('names the codes of all refusals of the merchant API', async () => {
    const named = new Set([...(await guide).matchAll(/`([a-z_]+)`/g)].map(([, code]) => code));
    const codes = MERCHANT_CALLS.flatMap((call) => Object.keys(refusalsOf(call)));
    expect(codes.filter((code) => !named.has(code))).toEqual([]);
  });
});
