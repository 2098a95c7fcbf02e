import { getMe, login, refresh } from '@kantor/contract/wire/auth.ts';
import { API_BASE } from '@kantor/contract/plain/routes.ts';
import {
  changePassword,
  endOtherSignIns,
  endSignIn,
  getSecurity,
  listSignIns,
} from '@kantor/contract/wire/security.ts';
import { sql } from 'kysely';
import { describe, expect } from 'vitest';
import { DAY, MINUTE, SECOND } from '../../src/kernel/clock.ts';
import { nameBrowser } from '../../src/modules/auth/browser-name.ts';
import { isLeaked } from '../../src/modules/people/leaked-passwords.ts';
import { freshKantorTest } from '../support/fixtures.ts';
import { PASSWORD } from '../support/people.ts';

const FIREFOX = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:140.0) Gecko/20100101 Firefox/140.0';
const CHROME =
  'Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Mobile Safari/537.36';

const test = freshKantorTest
  .extend('merchant', ({ kantor }) => kantor.createMerchant())
  .extend('open', ({ kantor, merchant }) => async (userAgent: string, address: string, password = PASSWORD) => {
    const answer = await kantor.app.inject({
      method: 'POST',
      url: `${API_BASE}${login.path}`,
      payload: { username: merchant.username, password },
      headers: { 'user-agent': userAgent },
      remoteAddress: address,
    });
    const pair = answer.json<{ access: string; refresh: string }>();
    return { ...kantor.clientWith(pair.access), ...pair };
  });

describe('The sign-ins in force', () => {
  test('say when, from where and with what, the last seen first', async ({ kantor, open }) => {
    const startedAt = kantor.clock();
    const desk = await open(FIREFOX, '192.0.2.1');
    kantor.pass(MINUTE);
    await open(CHROME, '198.51.100.7');
    const expected = (id: unknown, address: string, browser: string, started_at: Date, last_seen_at: Date) => ({
      id,
      address,
      browser,
      started_at: started_at.toISOString(),
      last_seen_at: last_seen_at.toISOString(),
    });
    const id = expect.any(String) as unknown;
    const phoneAt = kantor.clock();
    expect((await desk.call(listSignIns)).results).toEqual([
      { ...expected(id, '198.51.100.7', 'Chrome, Android', phoneAt, phoneAt), is_current: false },
      { ...expected(id, '192.0.2.1', 'Firefox, Windows', startedAt, startedAt), is_current: true },
    ]);
    kantor.pass(MINUTE);
    await kantor.app.inject({
      method: 'POST',
      url: `${API_BASE}${refresh.path}`,
      payload: { refresh: desk.refresh },
      headers: { 'user-agent': FIREFOX.replace('140.0', '141.0') },
      remoteAddress: '203.0.113.9',
    });
    expect((await desk.call(listSignIns)).results[0]).toEqual({
      ...expected(id, '203.0.113.9', 'Firefox, Windows', startedAt, kantor.clock()),
      is_current: true,
    });
  });

  test('are those that can still be refreshed', async ({ kantor, open }) => {
    await open(FIREFOX, '192.0.2.1');
    kantor.pass(31 * DAY);
    const now = await open(FIREFOX, '192.0.2.1');
    expect((await now.call(listSignIns)).results).toHaveLength(1);
  });

  test('end one by one, their person’s alone', async ({ kantor, merchant, open }) => {
    const desk = await open(FIREFOX, '192.0.2.1');
    const phone = await open(CHROME, '198.51.100.7');
    const { results } = await desk.call(listSignIns);
    const params = { id: results.find(({ is_current: isCurrent }) => !isCurrent)?.id ?? '' };
    const other = await kantor.createMerchant();
    expect((await other.refusal(endSignIn, { params })).status).toBe(404);
    expect((await phone.raw(getMe)).status).toBe(200);
    await desk.call(endSignIn, { params });
    expect((await phone.raw(getMe)).status).toBe(401);
    expect(await kantor.guest.raw(refresh, { body: { refresh: phone.refresh } })).toMatchObject({
      status: 401,
      body: { code: 'sign_in_ended', detail: 'Этот вход завершён в разделе «Безопасность». Войдите снова' },
    });
    expect((await desk.refusal(endSignIn, { params })).status).toBe(404);
    expect((await merchant.raw(getMe)).status).toBe(200);
  });

  test('all end but this one', async ({ kantor, open }) => {
    const desk = await open(FIREFOX, '192.0.2.1');
    const [phone, tablet] = await Promise.all([open(CHROME, '198.51.100.7'), open(CHROME, '198.51.100.8')]);
    const stranger = await kantor.createMerchant();
    await stranger.call(getMe);
    expect(await desk.call(endOtherSignIns)).toEqual({ ended: 2 });
    for (const { raw } of [phone, tablet]) expect((await raw(getMe)).status).toBe(401);
    for (const { raw } of [desk, stranger]) expect((await raw(getMe)).status).toBe(200);
    expect((await desk.call(listSignIns)).results).toMatchObject([{ is_current: true }]);
  });
});

describe('A password', () => {
  const NEXT = 'плавучий якорь семь';

  test('is changed by its person: the other sign-ins end, and say why', async ({ kantor, open }) => {
    const desk = await open(FIREFOX, '192.0.2.1');
    const phone = await open(CHROME, '198.51.100.7');
    kantor.pass(5 * SECOND);
    await desk.call(changePassword, { body: { password: NEXT } });
    expect((await desk.raw(getMe)).status).toBe(200);
    expect((await phone.raw(getMe)).status).toBe(401);
    expect(await kantor.guest.raw(refresh, { body: { refresh: phone.refresh } })).toMatchObject({
      status: 401,
      body: { code: 'password_changed' },
    });
    expect((await desk.call(getSecurity)).password_changed_at).toBe(kantor.clock().toISOString());
    expect((await open(FIREFOX, '192.0.2.1')).access).toBeUndefined();
    expect((await open(FIREFOX, '192.0.2.1', NEXT)).access).toBeTruthy();
  });

  test('takes the present one, once the sign-in is ten minutes old', async ({ kantor, open }) => {
    const desk = await open(FIREFOX, '192.0.2.1');
    kantor.pass(10 * MINUTE + 1);
    const { access } = await kantor.guest.call(refresh, { body: { refresh: desk.refresh } });
    const body = { password: NEXT };
    expect(await kantor.clientWith(access).refusal(changePassword, { body })).toMatchObject({
      status: 403,
      code: 'password_required',
      problem: { purpose: 'password' },
    });
  });

  test.for([
    ['123456789', 'Не короче 10 символов'],
    ['1234567890', 'Этот пароль есть в списках утёкших. Придумайте другой'],
    ['QWERTYUIOP', 'Этот пароль есть в списках утёкших. Придумайте другой'],
    ['Password123', 'Этот пароль есть в списках утёкших. Придумайте другой'],
    ['name', 'Не короче 10 символов'],
  ])('%s is refused: %s', async ([password = '', sentence], { open, kantor }) => {
    const desk = await open(FIREFOX, '192.0.2.1');
    const before = await sql`select password_hash from person`.execute(kantor.db);
    expect(await desk.refusal(changePassword, { body: { password } })).toMatchObject({
      status: 400,
      problem: { errors: { password: [sentence] } },
    });
    expect(await sql`select password_hash from person`.execute(kantor.db)).toEqual(before);
  });

  test('is not its person’s name', async ({ open, kantor, merchant }) => {
    const desk = await open(FIREFOX, '192.0.2.1');
    await sql`update person set username = 'merchant-of-tests' where id = ${merchant.personId}`.execute(kantor.db);
    kantor.pass(6 * SECOND);
    expect(await desk.refusal(changePassword, { body: { password: 'Merchant-Of-Tests' } })).toMatchObject({
      problem: { errors: { password: ['Пароль не должен быть именем'] } },
    });
  });

  test('needs no signs of any kind', async ({ open }) => {
    const desk = await open(FIREFOX, '192.0.2.1');
    await desk.call(changePassword, { body: { password: 'длинныйпарольбезцифр' } });
  });
});

test('The list of leaked passwords is searched from end to end', () => {
  for (const word of ['1234567890', 'qwertyuiop', 'basketball', 'manchester', 'q1w2e3r4t5'])
    expect(isLeaked(word)).toBe(true);
  for (const word of [PASSWORD, 'k7m2p-x9w4t-h3nqa-e8rvy', '', 'плавучий якорь']) expect(isLeaked(word)).toBe(false);
});

describe('A browser', () => {
  test.each([
    [FIREFOX, 'Firefox, Windows'],
    [CHROME, 'Chrome, Android'],
    [
      'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Safari/605.1.15',
      'Safari, macOS',
    ],
    [
      'Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Mobile/15E148 Safari/604.1',
      'Safari, iOS',
    ],
    [
      'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/138.0.0.0 YaBrowser/25.8.0.0 Safari/537.36',
      'Яндекс Браузер, Windows',
    ],
    [
      'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36 Edg/140.0.0.0',
      'Edge, Linux',
    ],
    ['curl/8.5.0', null],
    [null, null],
  ])('of %s is %s', (userAgent, name) => {
    expect(nameBrowser(userAgent)).toBe(name);
  });
});
