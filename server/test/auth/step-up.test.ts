import { createApiKey, setServerWithdrawals } from '@kantor/contract/wire/api-keys.ts';
import { getMe, login, logout, refresh, stepUp } from '@kantor/contract/wire/auth.ts';
import { connectCabinet, createCabinet, getCabinetQr } from '@kantor/contract/wire/cabinets.ts';
import { createPayout } from '@kantor/contract/wire/payouts.ts';
import { createMerchantPayout } from '@kantor/contract/wire/merchant-payouts.ts';
import { createRequisite, updateRequisite } from '@kantor/contract/wire/requisites.ts';
import { getWebhookEndpoint, rotateWebhookSecret } from '@kantor/contract/wire/webhooks.ts';
import {
  createTraderWallet,
  createTraderWithdrawal,
  createWallet,
  createWithdrawal,
} from '@kantor/contract/wire/withdrawals.ts';
import { STEP_UP_HEADER, type StepUpPurpose } from '@kantor/contract/plain/step-up.ts';
import * as accountRoutes from '@kantor/contract/plain/account-routes.ts';
import * as cabinetRoutes from '@kantor/contract/plain/cabinet-routes.ts';
import * as fundsRoutes from '@kantor/contract/plain/funds-routes.ts';
import * as dayRoutes from '@kantor/contract/plain/day-routes.ts';
import * as batchRoutes from '@kantor/contract/plain/batch-routes.ts';
import * as matchRoutes from '@kantor/contract/plain/match-routes.ts';
import * as postingsRoutes from '@kantor/contract/plain/postings-routes.ts';
import * as webhookRoutes from '@kantor/contract/plain/webhook-routes.ts';
import * as payoutRoutes from '@kantor/contract/plain/payout-routes.ts';
import * as requisiteRoutes from '@kantor/contract/plain/requisite-routes.ts';
import * as actions from '@kantor/contract/plain/platform-actions.ts';
import * as platform from '@kantor/contract/plain/platform-routes.ts';
import * as testRoutes from '@kantor/contract/plain/test-routes.ts';
import * as routes from '@kantor/contract/plain/routes.ts';
import { sql } from 'kysely';
import { describe, expect, vi } from 'vitest';
import { DAY, MINUTE } from '../../src/kernel/clock.ts';
import { freshKantorTest } from '../support/fixtures.ts';
import type { Kantor } from '../support/kantor.ts';
import { PASSWORD } from '../support/people.ts';
import { createTestClient } from '../support/test-client.ts';

const ADDRESS = 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t';
const PAYOUT = { amount: 10, fio: 'Имя', is_sbp: true, phone: '+79995554433' };
const REQUISITE = { bank_type: 1, name: 'Основная', fio: 'Иван К.', phone: '+79991234567', is_sbp: true };
const UNKNOWN = '01980000-0000-7000-8000-000000000000';

/** A session whose password was given some minutes ago. */
async function oldSession(kantor: Kantor, username: string, age = 10 * MINUTE + 1) {
  let pair = await kantor.guest.call(login, { body: { username, password: PASSWORD } });
  let at = kantor.clock();
  kantor.pass(age);
  // An access token lives as long as a step-up.
  const person = createTestClient(kantor.app, routes.API_BASE, async () => {
    if (kantor.clock().getTime() - at.getTime() > 9 * MINUTE) {
      pair = await kantor.guest.call(refresh, { body: { refresh: pair.refresh } });
      at = kantor.clock();
    }
    return pair.access;
  });
  const prove = async (purpose: StepUpPurpose, password = PASSWORD) =>
    (await person.call(stepUp, { body: { purpose, password } })).token;
  return { ...person, refresh: () => pair.refresh, prove };
}

const test = freshKantorTest
  .extend('merchant', ({ kantor }) => kantor.createMerchant())
  .extend('trader', ({ kantor }) => kantor.createTrader());

const withToken = (token: string) => ({ [STEP_UP_HEADER]: token });

describe('A call whose effect outlives the session', () => {
  test('is let in within ten minutes of the sign-in', async ({ kantor, merchant }) => {
    const session = await oldSession(kantor, merchant.username, 10 * MINUTE);
    await session.call(createApiKey, { body: { name: 'Магазин' } });
    kantor.pass(1);
    expect(await session.refusal(createApiKey, { body: { name: 'Магазин' } })).toMatchObject({
      status: 403,
      code: 'password_required',
      problem: {
        detail: 'Введите пароль ещё раз, чтобы продолжить',
        purpose: 'keys',
        methods: ['password'],
      },
    });
  });

  test('is refused later: of a merchant', async ({ kantor, merchant }) => {
    const { raw } = await oldSession(kantor, merchant.username);
    const calls = [
      [createApiKey, { name: 'Магазин' }, 'keys'],
      [createWallet, { wallet_to_withdraw: ADDRESS }, 'wallets'],
      [createWithdrawal, { amount_in_usdt: 10, wallet_id: UNKNOWN }, 'withdrawals'],
      [rotateWebhookSecret, {}, 'webhooks'],
      [createPayout, PAYOUT, 'payouts'],
      [setServerWithdrawals, { is_on: true }, 'withdrawals'],
    ] as const;
    for (const [call, body, purpose] of calls)
      expect(await raw(call, { body })).toMatchObject({ status: 403, body: { code: 'password_required', purpose } });
    expect((await raw(getMe)).status).toBe(200);
    expect((await raw(getWebhookEndpoint)).status).toBe(200);
  });

  test('is refused later: of a trader', async ({ kantor, trader }) => {
    const body = { device_name: 'Кабинет', phone: '', bank_detail: null };
    const { id } = await trader.call(createCabinet, { body });
    const { raw } = await oldSession(kantor, trader.username);
    const params = { id };
    const calls = [
      [getCabinetQr, { params }, 'phones'],
      [connectCabinet, { params, body: { application: 'sms_gateway' } }, 'phones'],
      [createTraderWallet, { body: { wallet_to_withdraw: ADDRESS } }, 'wallets'],
      [createTraderWithdrawal, { body: { amount_in_usdt: 10, wallet_id: UNKNOWN } }, 'withdrawals'],
      [createRequisite, { body: REQUISITE }, 'requisites'],
    ] as const;
    for (const [call, input, purpose] of calls)
      expect(await raw(call, input)).toMatchObject({ status: 403, body: { code: 'password_required', purpose } });
    expect((await sql`select from pairing_token`.execute(kantor.db)).rows).toHaveLength(0);
    expect((await sql`select from device`.execute(kantor.db)).rows).toHaveLength(0);
  });

  test('is one of a requisite only where its bank data change', async ({ kantor, trader }) => {
    const { id } = await trader.call(createRequisite, { body: REQUISITE });
    const session = await oldSession(kantor, trader.username);
    const params = { id };
    // Its name, its limits and its schedule are no bank data.
    const renamed = { ...REQUISITE, name: 'Запасная', max_amount: 5000 };
    expect(await session.call(updateRequisite, { params, body: renamed })).toMatchObject({ name: 'Запасная' });
    for (const change of [{ bank_type: 2 }, { fio: 'Пётр К.' }, { phone: '+79991234568' }, { bank_account: '4081' }]) {
      const body = { ...renamed, ...change };
      expect(await session.raw(updateRequisite, { params, body })).toMatchObject({
        status: 403,
        body: { code: 'password_required', purpose: 'requisites' },
      });
    }
    const { rows } = await sql`select payee_version as version from requisite where id = ${id}`.execute(kantor.db);
    expect(rows).toEqual([{ version: 1 }]);
    const headers = withToken(await session.prove('requisites'));
    const body = { ...renamed, phone: '+79991234568' };
    expect(await session.call(updateRequisite, { params, body, headers })).toMatchObject({ phone: '+79991234568' });
  });

  test('is none of a merchant’s server: its key makes payouts without', async ({ kantor }) => {
    const merchant = await kantor.createMerchant({ payoutEnable: true });
    await kantor.fund(merchant.id, '100');
    kantor.pass(DAY);
    const recipient = { method: 'sbp', fio: 'Имя', phone: '+79995554433' } as const;
    const body = { amount: 10, external_id: '1', ...recipient };
    expect(await merchant.api.call(createMerchantPayout, { body })).toMatchObject({ status: 'OPEN' });
  });

  test('is told what is wrong with it before it is asked for a password', async ({ kantor, merchant }) => {
    const { raw } = await oldSession(kantor, merchant.username);
    expect(await raw(createApiKey, { body: { name: '' } })).toMatchObject({ status: 400, body: { code: 'invalid' } });
  });
});

test('Every call of these kinds needs a step-up', () => {
  const deeds = Object.entries(actions).map(([name, { carryOut }]) => [`${name}, by the platform`, carryOut] as const);
  const all = [
    testRoutes,
    routes,
    accountRoutes,
    batchRoutes,
    dayRoutes,
    cabinetRoutes,
    fundsRoutes,
    matchRoutes,
    postingsRoutes,
    webhookRoutes,
    payoutRoutes,
    requisiteRoutes,
    platform,
  ].flatMap((each) => Object.entries<unknown>(each));
  const needing = [...all, ...deeds].flatMap(([name, route]) => {
    if (typeof route !== 'object' || route === null || !('stepUp' in route)) return [];
    return [`${name}: ${String(route.stepUp)}${'stepUpFor' in route ? `, for ${String(route.stepUpFor)}` : ''}`];
  });
  expect(needing.toSorted()).toEqual([
    'acceptProposal, by the platform: withdrawals',
    'addMember, by the platform: members',
    'adjustAccount, by the platform: withdrawals',
    'approveBatch: payouts',
    'changePassword: password',
    'closeWithdrawal, by the platform: withdrawals',
    'closeWithdrawals, by the platform: withdrawals',
    'connectCabinet: phones',
    'createApiKey: keys',
    'createInvitation: members',
    'createPayout: payouts',
    'createRequisite: requisites',
    'createTraderWallet: wallets',
    'createTraderWithdrawal: withdrawals',
    'createWallet: wallets',
    'createWithdrawal: withdrawals',
    'depositByHand, by the platform: withdrawals',
    'getCabinetQr: phones',
    'inviteMember, by the platform: members',
    'removeMember, by the platform: members',
    'removeMember: members',
    'removePasskey: password',
    'removeTotp: password',
    'replaceRecoveryCodes: password',
    'restoreSecondFactor, by the platform: members',
    'resumeBatch: payouts',
    'reverseOrder, by the platform: withdrawals',
    'rotateEndpointSecret: webhooks',
    'rotateWebhookSecret: webhooks',
    'setBatchSettings: payouts',
    'setMemberRole, by the platform: members',
    'setMemberRole: members',
    'setPassword, by the platform: members',
    'setServerWithdrawals: withdrawals',
    'setStaffPassword, by the platform: members',
    'startBatch: payouts',
    'startPasskey: password',
    'startTelegram: alerts',
    'startTotp: password',
    'updateRequisite: requisites, for other bank data',
  ]);
});

describe('The token of a step-up', () => {
  test('lets in the calls of its purpose for ten minutes', async ({ kantor, merchant }) => {
    // An access token lives ten minutes.
    const session = await oldSession(kantor, merchant.username, 10 * MINUTE);
    const headers = withToken(await session.prove('keys'));
    for (const pause of [0, 4 * MINUTE, 5 * MINUTE, MINUTE]) {
      kantor.pass(pause);
      await session.call(createApiKey, { body: { name: 'Магазин' }, headers });
    }
  });

  test('is good for no other purpose, no other session, and once another took its place for nothing', async ({
    kantor,
    merchant,
  }) => {
    const session = await oldSession(kantor, merchant.username, 2 * MINUTE);
    const other = await oldSession(kantor, merchant.username, 10 * MINUTE + 1);
    const token = await session.prove('keys');
    const make = (from: typeof session, given: string) =>
      from.raw(createApiKey, { body: { name: 'Магазин' }, headers: withToken(given) });
    const refused = { status: 403, body: { code: 'password_required' } };
    expect(await make(other, token)).toMatchObject(refused);
    expect(await session.raw(rotateWebhookSecret, { body: {}, headers: withToken(token) })).toMatchObject(refused);
    expect(await make(session, `${token}x`)).toMatchObject(refused);
    expect(await make(session, '')).toMatchObject(refused);
    expect((await make(session, token)).status).toBe(201);
    const next = await session.prove('keys');
    expect(await make(session, token)).toMatchObject(refused);
    expect((await make(session, next)).status).toBe(201);
  });

  test('lapses', async ({ kantor, merchant }) => {
    const session = await oldSession(kantor, merchant.username, 2 * MINUTE);
    kantor.pass(2 * MINUTE);
    const token = await session.prove('keys');
    kantor.pass(10 * MINUTE + 1);
    expect(await session.raw(createApiKey, { body: { name: 'Магазин' }, headers: withToken(token) })).toMatchObject({
      status: 403,
      body: { code: 'password_required' },
    });
  });

  test('ends with its session, also where a server remembers the session', async ({ kantor, merchant }) => {
    const session = await oldSession(kantor, merchant.username);
    const headers = withToken(await session.prove('keys'));
    await sql`update session set revoked_at = ${kantor.clock()} where account_id = ${merchant.id}`.execute(kantor.db);
    expect((await session.raw(getMe)).status).toBe(200);
    expect((await session.raw(createApiKey, { body: { name: 'Магазин' }, headers })).status).toBe(401);
    expect((await session.raw(stepUp, { body: { purpose: 'keys', password: PASSWORD } })).status).toBe(401);
    await kantor.guest.call(logout, { body: { refresh: session.refresh() } });
    expect((await session.raw(getMe)).status).toBe(401);
  });
});

describe('A wrong password', () => {
  test('gives no token, ends no session, and is counted: the eleventh try waits a quarter of an hour', async ({
    kantor,
    merchant,
  }) => {
    vi.useFakeTimers({ toFake: ['Date'] });
    const session = await oldSession(kantor, merchant.username, MINUTE);
    const attempt = (password: string) => session.raw(stepUp, { body: { purpose: 'keys', password } });
    for (let n = 0; n < 9; n += 1)
      expect(await attempt('wrong')).toMatchObject({
        status: 403,
        body: { code: 'wrong_password', detail: 'Неверный пароль' },
      });
    expect((await attempt(PASSWORD)).status).toBe(200);
    for (let n = 0; n < 10; n += 1) expect((await attempt('wrong')).status).toBe(403);
    expect(await attempt(PASSWORD)).toMatchObject({ status: 429, body: { code: 'rate_limited' } });
    // Neither the person's other sessions nor their sign-ins are in its way.
    const other = await oldSession(kantor, merchant.username, 0);
    expect((await other.raw(stepUp, { body: { purpose: 'keys', password: PASSWORD } })).status).toBe(200);
    vi.useRealTimers();
  });
});
