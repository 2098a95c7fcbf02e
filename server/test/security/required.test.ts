import { getMe, login, stepUp, switchAccount } from '@kantor/contract/wire/auth.ts';
import { CALLS } from '@kantor/contract/wire/calls.ts';
import { listOrders } from '@kantor/contract/wire/orders.ts';
import { API_BASE } from '@kantor/contract/plain/routes.ts';
import {
  addPasskey,
  confirmTotp,
  getSecurity,
  listSignIns,
  removeTotp,
  startPasskey,
  startTotp,
} from '@kantor/contract/wire/security.ts';
import { sql } from 'kysely';
import { describe, expect } from 'vitest';
import { SECOND } from '../../src/kernel/clock.ts';
import { PLATFORM_ACCOUNT } from '../../src/kernel/platform.ts';
import { freshKantorTest } from '../support/fixtures.ts';
import { PASSWORD } from '../support/people.ts';
import { authenticatorApp, setUpTotp } from '../support/second-factors.ts';

const test = freshKantorTest
  .extend('operator', ({ kantor }) => kantor.createOperator())
  .override('options', { secondFactor: 'required' });

const missing = {
  status: 403,
  body: {
    code: 'second_factor_missing',
    detail: 'Настройте второй фактор в разделе «Безопасность», чтобы продолжить',
  },
};

describe('One of the platform’s people without a second factor', () => {
  test('may set one up, and nothing else', async ({ kantor, operator }) => {
    const token = await operator.token();
    const open: string[] = [];
    for (const { method, path, right } of CALLS) {
      if (right === 'public') continue;
      const url = API_BASE + path.replace(':id', '01980000-0000-7000-8000-000000000000');
      const answer = await kantor.request<{ code?: string }>(url, {
        method,
        token,
        ...(method !== 'GET' && { body: {} }),
      });
      if (answer.body?.code !== 'second_factor_missing' && answer.body?.code !== 'forbidden') open.push(path);
    }
    const setUp = [switchAccount, getMe, getSecurity, startTotp, confirmTotp, startPasskey, addPasskey];
    expect(open).toEqual(setUp.map(({ path }) => path));
    expect(await operator.raw(listOrders)).toMatchObject(missing);
    expect(await operator.raw(listSignIns)).toMatchObject(missing);
    expect((await operator.call(getSecurity)).second_factor_required).toBe(true);
    expect((await operator.raw(stepUp, { body: { purpose: 'password', password: PASSWORD } })).status).toBe(200);
  });

  test('may work as soon as it is set up, and signs in with it from then on', async ({ kantor, operator }) => {
    const { secret, setup } = await operator.call(startTotp);
    expect(await operator.raw(listOrders)).toMatchObject(missing);
    const app = authenticatorApp(secret, kantor);
    await operator.call(confirmTotp, { body: { setup, code: app.code() } });
    expect((await operator.raw(listOrders)).status).toBe(200);
    expect((await operator.call(getSecurity)).second_factor_required).toBe(false);
    const body = { username: operator.username, password: PASSWORD };
    expect(await kantor.guest.raw(login, { body })).toMatchObject({ body: { code: 'second_factor_required' } });
  });

  test('keeps the last one', async ({ kantor, operator }) => {
    await setUpTotp(kantor, operator);
    expect(await operator.refusal(removeTotp)).toMatchObject({ status: 409, code: 'last_factor' });
    expect((await operator.call(getSecurity)).totp).not.toBeNull();
    expect((await operator.call(getSecurity)).recovery_codes_left).toBe(10);
  });
});

test('Traders and merchants need none', async ({ kantor }) => {
  for (const person of [await kantor.createTrader(), await kantor.createMerchant()]) {
    expect((await person.raw(listOrders)).status).toBe(200);
    expect((await person.call(getSecurity)).second_factor_required).toBe(false);
  }
});

test('Whoever is one of the platform’s people needs it in their other accounts, too', async ({ kantor }) => {
  const trader = await kantor.createTrader();
  expect((await trader.raw(getMe)).status).toBe(200);
  await sql`
    insert into member (person_id, account_id, account_role, role, created_at)
    values (${trader.personId}, ${PLATFORM_ACCOUNT}, 'operator', 'owner', ${kantor.clock()})`.execute(kantor.ownerDb);
  kantor.pass(5 * SECOND + 1);
  expect(await trader.raw(listOrders)).toMatchObject(missing);
});

describe('Where it is off', () => {
  test.override('options', {});
  test('nobody must have one', async ({ operator }) => {
    expect((await operator.raw(listOrders)).status).toBe(200);
  });
});
