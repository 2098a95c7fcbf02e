import { API_BASE, login } from '@kantor/contract/plain/routes.ts';
import { expect } from 'vitest';
import { createOwner } from '../../src/modules/people/index.ts';
import { kantorTest as test } from '../support/fixtures.ts';
import { floodSignIns, type SendSignIn } from './signin-flood.ts';

test('Under a flood of wrong sign-ins everyone gets in at a browser that has signed in before', async ({ kantor }) => {
  const people = Array.from({ length: 5 }, (_, n) => ({ username: `flooded-${n}`, password: `password ${n}` }));
  // Their passwords cost what they cost.
  for (const person of people) await createOwner(kantor.db, { ...person, role: 'trader', at: kantor.clock() });
  const send: SendSignIn = async ({ address, cookie, ...payload }) => {
    const { statusCode, cookies } = await kantor.app.inject({
      method: 'POST',
      url: API_BASE + login.path,
      payload,
      remoteAddress: address,
      ...(cookie !== undefined && { headers: { cookie: `kantor_browser=${cookie}` } }),
    });
    return { status: statusCode, cookie: cookies[0]?.value };
  };
  const { right, wrong } = await floodSignIns({ send, people, wrong: 400, atOnce: 100 });
  expect(right).toEqual(people.map(() => 200));
  // The flood is a flood: what comes beyond the queue is turned away, and nobody guesses on.
  expect(wrong[503]).toBeGreaterThan(0);
  expect(wrong[200]).toBeUndefined();
  expect(wrong[500]).toBeUndefined();
});
