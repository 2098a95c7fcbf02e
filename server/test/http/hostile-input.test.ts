import { rolesThatMay } from '@kantor/contract/plain/rights.ts';
import type { Call } from '@kantor/contract/wire/call.ts';
import { CALLS, MERCHANT_CALLS } from '@kantor/contract/wire/calls.ts';
import { describe, expect } from 'vitest';
import type { TestClient } from '../support/test-client.ts';
import { test } from './fixture.ts';

// The names that every object of JavaScript has are fields like others: a schema that does not know them refuses them.

const NAMES = ['__proto__', 'constructor', 'toString', 'hasOwnProperty'];
const BODY = '{"__proto__":null,"constructor":1,"toString":{"a":1},"hasOwnProperty":[]}';
const QUERY = NAMES.map((name) => `${name}=1`).join('&');

const named = (calls: readonly Call[]) => calls.map((call) => [`${call.method} ${call.path}`, call] as const);
const takesJson = ({ method, upload }: Call) => method !== 'GET' && upload === undefined;

async function expectNamesRefused(client: TestClient, call: Call, id: string) {
  const params = { id };
  const inQuery = await client.raw(call, { params, query: QUERY });
  expect([inQuery.status, Object.keys(inQuery.body.errors ?? {})]).toEqual([400, expect.arrayContaining(NAMES)]);
  if (!takesJson(call)) return;
  const inBody = await client.raw(call, { params, body: BODY });
  expect([inBody.status, Object.keys(inBody.body.errors ?? {})]).toEqual([400, expect.arrayContaining(NAMES)]);
}

describe("names of Object's own are refused like any unknown field", () => {
  test.for(named(CALLS))('%s', async ([, call], { kantor, people, objects }) => {
    const [role] = rolesThatMay(call.right);
    const person = role === undefined ? kantor.guest : people[role];
    await expectNamesRefused(person, call, Object.values(objects)[0] ?? '');
  });

  test.for(named(MERCHANT_CALLS))('of a merchant server: %s', async ([, call], { merchant, objects }) => {
    await expectNamesRefused(merchant.api, call, Object.values(objects)[0] ?? '');
  });

  test.for(NAMES)('as an id, %s is the id of nothing', async (id, { people }) => {
    for (const call of CALLS.filter(
      ({ path, right }) => path.includes(':id') && rolesThatMay(right).includes('trader'),
    )) {
      const { status, body } = await people.trader.raw(call, {
        params: { id },
        body: takesJson(call) ? {} : undefined,
      });
      expect([call.path, status, body.code]).toEqual([call.path, 404, 'not_found']);
    }
  });
});
