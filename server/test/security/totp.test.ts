import { getMe, login, refresh, stepUp } from '@kantor/contract/wire/auth.ts';
import {
  confirmTotp,
  getSecurity,
  removeTotp,
  replaceRecoveryCodes,
  startTotp,
} from '@kantor/contract/wire/security.ts';
import { sql } from 'kysely';
import { describe, expect, vi } from 'vitest';
import { buildApi } from '../../src/app/build-api.ts';
import { transaction } from '../../src/db/tx.ts';
import { MINUTE } from '../../src/kernel/clock.ts';
import { checkFactor, createFactorContext } from '../../src/modules/second-factor/index.ts';
import { freshKantorTest } from '../support/fixtures.ts';
import { JWT_SECRET } from '../support/kantor.ts';
import { PASSWORD } from '../support/people.ts';
import { authenticatorApp, setUpTotp, STEP_MS } from '../support/second-factors.ts';
import { createTestClient } from '../support/test-client.ts';
import { API_BASE } from '@kantor/contract/plain/routes.ts';

const test = freshKantorTest
  .extend('merchant', ({ kantor }) => kantor.createMerchant())
  .extend(
    'signIn',
    ({ kantor, merchant }) =>
      (factor: { code?: string; recovery_code?: string } = {}) =>
        kantor.guest.raw(login, { body: { username: merchant.username, password: PASSWORD, ...factor } }),
  );

const in403 = (code: string, more: object = {}) => ({ status: 403, body: { code, ...more } });

describe('An authenticator application', () => {
  test('is on with its first code, and then asked for at each sign-in', async ({ kantor, merchant, signIn }) => {
    expect((await signIn()).status).toBe(200);
    const { secret, setup, qr } = await merchant.call(startTotp);
    expect(secret).toMatch(/^[2-7A-Z]{32}$/);
    expect(qr).toMatch(/^data:image\/png;base64,/);
    // Nothing is on yet.
    expect((await signIn()).status).toBe(200);
    const app = authenticatorApp(secret, kantor);
    expect(await merchant.raw(confirmTotp, { body: { setup, code: '000000' } })).toMatchObject({
      status: 400,
      body: { errors: { code: ['Код не подошёл. Проверьте время на телефоне'] } },
    });
    const { recovery_codes: codes } = await merchant.call(confirmTotp, { body: { setup, code: app.code() } });
    expect(codes).toHaveLength(10);
    expect(new Set(codes).size).toBe(10);
    expect(await signIn()).toMatchObject(in403('second_factor_required', { methods: ['code', 'recovery_code'] }));
    kantor.pass(STEP_MS);
    const signedIn = await signIn({ code: app.code() });
    expect(signedIn.status).toBe(200);
    expect(await merchant.call(getSecurity)).toMatchObject({
      totp: { since: expect.any(String) as string },
      recovery_codes_left: 10,
      second_factor_required: false,
    });
  });

  test('begins in one session and within a quarter of an hour', async ({ kantor, merchant }) => {
    const { secret, setup } = await merchant.call(startTotp);
    const app = authenticatorApp(secret, kantor);
    const other = kantor.clientWith(await kantor.signIn(merchant.username));
    const over = { status: 409, code: 'setup_over' };
    expect(await other.refusal(confirmTotp, { body: { setup, code: app.code() } })).toMatchObject(over);
    expect(await merchant.refusal(confirmTotp, { body: { setup: 'AAAA', code: app.code() } })).toMatchObject(over);
    kantor.pass(15 * MINUTE + 1);
    expect(await merchant.refusal(confirmTotp, { body: { setup, code: app.code() } })).toMatchObject(over);
  });

  test('takes a code once, and none of a step before one that it took', async ({ kantor, merchant, signIn }) => {
    const app = await setUpTotp(kantor, merchant);
    const code = app.code();
    expect((await signIn({ code })).status).toBe(200);
    expect(await signIn({ code })).toMatchObject(
      in403('code_used', { detail: 'Код уже использован. Дождитесь следующего' }),
    );
    expect(await signIn({ code: app.code(-1) })).toMatchObject(in403('code_used'));
    // The next one is taken early: the clock of the phone may be ahead.
    expect((await signIn({ code: app.code(1) })).status).toBe(200);
    kantor.pass(STEP_MS);
    expect(await signIn({ code: app.code() })).toMatchObject(in403('code_used'));
    expect(await signIn({ code: app.code(3) })).toMatchObject(in403('wrong_code'));
  });

  test('takes a code once also at the same moment', async ({ kantor, merchant, signIn }) => {
    const app = await setUpTotp(kantor, merchant);
    const answers = await Promise.all([1, 2, 3, 4].map(() => signIn({ code: app.code() })));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
  });

  test('takes a code once, also where two servers have both found it right', async ({ kantor, merchant }) => {
    const app = await setUpTotp(kantor, merchant);
    const secret = new TextEncoder().encode(JWT_SECRET);
    const { db, clock } = kantor;
    const context = createFactorContext({ db, clock, secret, relyingParty: undefined });
    const check = () => checkFactor(context, merchant.personId, { code: app.code() }, 'sign_in');
    const [one, other] = [await check(), await check()];
    const spend = ({ spend: work }: typeof one) => transaction(db, (tx) => work(tx, clock()));
    await spend(one);
    await expect(spend(other)).rejects.toMatchObject({ code: 'code_used' });
  });

  test('is replaced by another one, whose codes alone count', async ({ kantor, merchant, signIn }) => {
    const former = await setUpTotp(kantor, merchant);
    const next = await setUpTotp(kantor, merchant);
    expect(next.codes).toEqual([]);
    expect(await signIn({ code: former.code() })).toMatchObject(in403('wrong_code'));
    expect((await signIn({ code: next.code() })).status).toBe(200);
    expect((await signIn({ recovery_code: former.codes[0] ?? '' })).status).toBe(200);
  });

  test('is switched off with the recovery codes, which would stand for nothing', async ({
    kantor,
    merchant,
    signIn,
  }) => {
    await setUpTotp(kantor, merchant);
    await merchant.call(removeTotp);
    expect((await signIn()).status).toBe(200);
    expect(await merchant.call(getSecurity)).toMatchObject({ totp: null, recovery_codes_left: 0 });
    expect((await merchant.refusal(removeTotp)).status).toBe(404);
    expect(await merchant.refusal(replaceRecoveryCodes)).toMatchObject({ status: 409, code: 'no_factor' });
  });

  test('is not asked of the others', async ({ kantor, merchant }) => {
    await setUpTotp(kantor, merchant);
    const other = await kantor.createMerchant();
    expect((await other.call(getMe)).role).toBe('merchant');
  });
});

test('A wrong code is counted: the sixth try waits, also of the right code', async ({ kantor, merchant, signIn }) => {
  vi.useFakeTimers({ toFake: ['Date'] });
  const app = await setUpTotp(kantor, merchant);
  for (let n = 0; n < 5; n += 1) expect(await signIn({ code: '000000' })).toMatchObject(in403('wrong_code'));
  expect(await signIn({ code: app.code() })).toMatchObject({
    status: 429,
    body: {
      code: 'rate_limited',
      detail: expect.stringMatching(/^Слишком много неверных кодов/) as string,
    },
  });
  // Wrong passwords are another count.
  expect(await signIn()).toMatchObject(in403('second_factor_required'));
  vi.useRealTimers();
});

test('A wrong password tells nothing of a second factor', async ({ kantor, merchant }) => {
  const app = await setUpTotp(kantor, merchant);
  const body = { username: merchant.username, password: 'wrong', code: app.code() };
  expect(await kantor.guest.raw(login, { body })).toMatchObject({ status: 401, body: { code: 'bad_credentials' } });
  // Nor does it spend the code.
  const right = { ...body, password: PASSWORD };
  expect((await kantor.guest.raw(login, { body: right })).status).toBe(200);
});

describe('A recovery code', () => {
  test('lets in once, however it is typed', async ({ kantor, merchant, signIn }) => {
    const { codes } = await setUpTotp(kantor, merchant);
    const [first = '', second = ''] = codes;
    expect((await signIn({ recovery_code: ` ${first.toUpperCase().replaceAll('-', ' ')} ` })).status).toBe(200);
    expect(await signIn({ recovery_code: first })).toMatchObject(
      in403('code_used', { detail: 'Этот запасной код уже использован' }),
    );
    const answers = await Promise.all([1, 2, 3].map(() => signIn({ recovery_code: second })));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect((await merchant.call(getSecurity)).recovery_codes_left).toBe(8);
  });

  test('ends with those that take its place, and is nobody else’s', async ({ kantor, merchant, signIn }) => {
    const { codes } = await setUpTotp(kantor, merchant);
    const other = await kantor.createMerchant();
    const theirs = await setUpTotp(kantor, other);
    expect(await signIn({ recovery_code: theirs.codes[0] ?? '' })).toMatchObject(in403('wrong_code'));
    const { recovery_codes: next } = await merchant.call(replaceRecoveryCodes);
    expect(await signIn({ recovery_code: codes[0] ?? '' })).toMatchObject(in403('wrong_code'));
    expect((await signIn({ recovery_code: next[0] ?? '' })).status).toBe(200);
  });
});

test('A dump of the database and another server’s secret sign nobody in', async ({ kantor, merchant }) => {
  const app = await setUpTotp(kantor, merchant);
  const { rows } = await sql<{ dump: string }>`
    select (select string_agg(totp::text, ',') from totp) || (select string_agg(c::text, ',') from recovery_code c) as dump`.execute(
    kantor.db,
  );
  const dump = rows[0]?.dump ?? '';
  const { Secret } = await import('otpauth');
  expect(dump).not.toContain(app.secret);
  expect(dump).not.toContain(Secret.fromBase32(app.secret).hex.toLowerCase());
  for (const code of app.codes) expect(dump).not.toContain(code);
  const settings = { ...kantor.settings, jwtSecret: 'another secret, which is as long as it must be' };
  const elsewhere = await buildApi({ db: kantor.db, settings, clock: kantor.clock });
  const guest = createTestClient(elsewhere, API_BASE);
  const credentials = { username: merchant.username, password: PASSWORD };
  for (const factor of [{ code: app.code() }, { recovery_code: app.codes[0] ?? '' }])
    expect(await guest.raw(login, { body: { ...credentials, ...factor } })).toMatchObject(in403('wrong_code'));
  await elsewhere.close();
});

describe('A step-up of whoever has a second factor', () => {
  test('takes a code, not the password', async ({ kantor, merchant }) => {
    const app = await setUpTotp(kantor, merchant);
    const { access, refresh: former } = await kantor.guest.call(login, {
      body: { username: merchant.username, password: PASSWORD, code: app.code() },
    });
    expect(access).toBeTruthy();
    kantor.pass(10 * MINUTE + 1);
    const pair = await kantor.guest.call(refresh, { body: { refresh: former } });
    const session = kantor.clientWith(pair.access);
    const methods = ['code', 'recovery_code'];
    expect(await session.raw(removeTotp)).toMatchObject(
      in403('password_required', {
        purpose: 'password',
        methods,
        detail: 'Подтвердите вторым фактором, чтобы продолжить',
      }),
    );
    const prove = (factor: object) => session.raw(stepUp, { body: { purpose: 'password', ...factor } });
    expect(await prove({ password: PASSWORD })).toMatchObject(in403('password_required', { methods }));
    expect(await prove({})).toMatchObject(in403('password_required', { methods }));
    expect(await prove({ code: '000000' })).toMatchObject(in403('wrong_code'));
    const code = app.code();
    const { token } = await session.call(stepUp, { body: { purpose: 'password', code } });
    expect(await prove({ code })).toMatchObject(in403('code_used'));
    const headers = { 'kantor-step-up': token };
    expect((await session.raw(removeTotp, { headers })).status).toBe(204);
  });

  test('locks nobody else out by wrong codes', async ({ kantor, merchant, signIn }) => {
    vi.useFakeTimers({ toFake: ['Date'] });
    const app = await setUpTotp(kantor, merchant);
    const thief = kantor.clientWith(await merchant.token());
    for (let n = 0; n < 5; n += 1)
      expect((await thief.raw(stepUp, { body: { purpose: 'keys', code: '000000' } })).status).toBe(403);
    expect((await thief.raw(stepUp, { body: { purpose: 'keys', code: app.code() } })).status).toBe(429);
    expect((await signIn({ code: app.code() })).status).toBe(200);
    vi.useRealTimers();
  });
});
