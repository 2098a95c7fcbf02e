import { MERCHANT_CALLS } from '@kantor/contract/calls.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Kantor, startKantor } from './harness.ts';

let kantor: Kantor;
beforeAll(async () => {
  kantor = await startKantor();
});
afterAll(() => kantor.close());

const description = async () => (await kantor.send('/merchant/v1/openapi.json')).body;

test('the description names every call of the merchant API, with a summary of its own', async () => {
  const { paths } = await description();
  const described = Object.entries<object>(paths).flatMap(([path, methods]) =>
    Object.keys(methods).map((method) => `${method.toUpperCase()} ${path}`),
  );
  const declared = MERCHANT_CALLS.map(({ method, path }) => `${method} ${path.replace(':id', '{id}')}`);
  expect(described.toSorted()).toEqual(declared.toSorted());
  expect(new Set(MERCHANT_CALLS.map(({ summary }) => summary)).size).toBe(declared.length);
});

test('a call is described with what is sent and what is answered', async () => {
  const { paths } = await description();
  const create = paths['/orders'].post;
  expect(create.parameters).toMatchObject([{ name: 'Idempotency-Key', in: 'header', required: true }]);
  const { schema } = create.requestBody.content['application/json'];
  expect(schema.required).toEqual(['amount', 'method', 'external_id']);
  expect(schema.properties.amount).toMatchObject({ type: 'string', example: '1500.00' });
  const answer = create.responses['201'].content['application/json'].schema;
  expect(answer.properties.requisite.properties.fio).toEqual({ type: 'string' });
});

test('a list is described with its pages and filters', async () => {
  const { get } = (await description()).paths['/orders'];
  const fields = get.parameters.map(({ name, in: where }: Record<string, string>) => `${where} ${name}`);
  expect(fields).toEqual(['query page', 'query page_size', 'query status', 'query external_id']);
  expect(get.parameters[1].schema).toMatchObject({ type: 'integer', maximum: 100, default: 30 });
});

test('a form is described with its fields and its file', async () => {
  const { post } = (await description()).paths['/orders/{id}/appeals'];
  expect(post.parameters.map(({ name }: { name: string }) => name)).toEqual(['id', 'Idempotency-Key']);
  const { schema } = post.requestBody.content['multipart/form-data'];
  expect(Object.keys(schema.properties)).toEqual(['amount', 'file']);
  expect(schema.required).toEqual(['amount', 'file']);
});

test('refusals are described by their codes', async () => {
  const { paths } = await description();
  const { responses } = paths['/payouts'].post;
  expect(Object.keys(responses)).toEqual(['201', '400', '401', '403', '409', '422']);
  expect(responses['403'].description).toContain('`payouts_disabled`');
  expect(responses['409'].description).toContain('`insufficient_funds`, `external_id_taken`');
  expect(responses['409'].content).toHaveProperty(['application/problem+json']);
  expect(Object.keys(paths['/banks'].get.responses)).toEqual(['200', '401']);
});

test('there is a page to read it', async () => {
  const page = await kantor.app.inject('/merchant/v1/docs/');
  expect([page.statusCode, page.headers['content-type']]).toEqual([200, 'text/html; charset=utf-8']);
  expect(page.headers['content-security-policy']).toContain("script-src 'self';");
});
