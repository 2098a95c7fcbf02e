import type { Call } from '@kantor/contract/wire/call.ts';
import { CALLS, MERCHANT_CALLS } from '@kantor/contract/wire/calls.ts';
import { createApiKey, listApiKeys } from '@kantor/contract/wire/api-keys.ts';
import { openMerchantAppeal } from '@kantor/contract/wire/merchant-appeals.ts';
import { createMerchantPayout } from '@kantor/contract/wire/merchant-payouts.ts';
import { describe, expect } from 'vitest';
import { newId } from '../../src/kernel/ids.ts';
import type { RawAnswer } from '../support/test-client.ts';
import { test } from '../support/fixtures.ts';
import { png } from '../support/uploads.ts';

// A body is UTF-8, or it is refused: a name in another encoding would be kept as question marks.

const takesJson = ({ method, upload }: Call) => method !== 'GET' && upload === undefined;
const named = (calls: readonly Call[]) =>
  calls.filter(takesJson).map((call) => [`${call.method} ${call.path}`, call] as const);

/** 'Пётр' of windows-1251 in a body of JSON. */
const CP1251 = Buffer.concat([Buffer.from('{"name":"'), Buffer.from([0xcf, 0xb8, 0xf2, 0xf0]), Buffer.from('"}')]);
const id = newId(new Date());

/** A part of a form whose parts are set apart by `x`. */
const part = (head: string, content: Buffer) => [
  Buffer.from(`--x\r\nContent-Disposition: form-data; ${head}\r\n\r\n`),
  content,
  Buffer.from('\r\n'),
];

const expectMalformed = ({ status, body }: RawAnswer) => {
  expect(status).toBe(400);
  expect(body).toMatchObject({ code: 'malformed', detail: 'Текст запроса должен быть в кодировке UTF-8' });
};

describe('a body that is no UTF-8 is refused', () => {
  test.for(named(CALLS))('%s', async ([, call], { merchant }) => {
    expectMalformed(await merchant.raw(call, { params: { id }, body: CP1251 }));
  });

  test.for(named(MERCHANT_CALLS))('of a merchant server: %s', async ([, call], { merchant }) => {
    expectMalformed(await merchant.api.raw(call, { params: { id }, body: CP1251 }));
  });

  test.for([
    'application/json; charset=windows-1251',
    'application/json;charset="koi8-r"',
    'application/json; charset=utf-16',
  ])('also when it says so itself: %s', async (type, { merchant }) => {
    const body = Buffer.from('{"name":"API"}');
    expectMalformed(await merchant.raw(createApiKey, { body, headers: { 'content-type': type } }));
    expectMalformed(await merchant.api.raw(createMerchantPayout, { body, headers: { 'content-type': type } }));
  });

  test('as the text of a form', async ({ kantor, trader, merchant }) => {
    await kantor.createRequisite(trader.id);
    const params = { id: (await merchant.order('1500')).id };
    const send = (parts: Buffer[][], type = 'multipart/form-data; boundary=x') => {
      const body = Buffer.concat([...parts.flat(), Buffer.from('--x--\r\n')]);
      const headers = { 'content-type': type, 'idempotency-key': newId(kantor.clock()) };
      return merchant.api.raw(openMerchantAppeal, { params, body, headers });
    };
    const sound = part('name="amount"', Buffer.from('1500'));
    const file = part('name="file"; filename="a.png"', Buffer.from(await (await png('a.png')).arrayBuffer()));
    expectMalformed(await send([part('name="amount"', CP1251), file]));
    for (const charset of ['iso-8859-1', 'windows-1251', 'utf-16le', 'utf-8']) {
      const head = `name="amount"\r\nContent-Type: text/plain; charset=${charset}`;
      expectMalformed(await send([part(head, CP1251), file]));
    }
    expectMalformed(await send([sound, file], 'multipart/form-data; charset=windows-1251; boundary=x'));
    expect((await send([sound, file])).status).toBe(201);
  });
});

test('a body in UTF-8 may say so, and may begin with a byte order mark', async ({ merchant }) => {
  const name = 'Магазин';
  const body = Buffer.from(`\uFEFF${JSON.stringify({ name })}`);
  for (const type of ['application/json', 'application/json; charset=utf-8', 'application/json;charset="UTF8"']) {
    expect((await merchant.raw(createApiKey, { body, headers: { 'content-type': type } })).status).toBe(201);
  }
  const { results } = await merchant.call(listApiKeys);
  expect(results.filter((key) => key.name === name)).toHaveLength(4);
});
