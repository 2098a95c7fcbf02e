import { idempotencyKey } from '@kantor/contract/client.ts';
import { DEVICE_API_BASE } from '@kantor/contract/plain/device-routes.ts';
import { listMerchantOrders, MERCHANT_API_BASE } from '@kantor/contract/plain/merchant-routes.ts';
import { API_BASE } from '@kantor/contract/plain/routes.ts';
import { createApiKey, revokeApiKey } from '@kantor/contract/wire/api-keys.ts';
import { getMe, login, refresh } from '@kantor/contract/wire/auth.ts';
import { blockCabinet } from '@kantor/contract/wire/cabinets.ts';
import { confirmOrder, getOrder, listOrders } from '@kantor/contract/wire/orders.ts';
import { createPayout, takePayout, uploadPayoutPhoto } from '@kantor/contract/wire/payouts.ts';
import { createWallet } from '@kantor/contract/wire/withdrawals.ts';
import { sql } from 'kysely';
import { describe, expect, test as plainTest } from 'vitest';
import { createFailureLog } from '../../src/kernel/failures.ts';
import { MINUTE, SECOND } from '../../src/kernel/clock.ts';
import { createAuditReport } from '../../src/modules/audit/index.ts';
import { RECIPIENT } from '../payouts/fixture.ts';
import { atOnce } from '../support/at-once.ts';
import { createTestClock, NOON } from '../support/clock.ts';
import { kantorTest } from '../support/fixtures.ts';
import { collectLog } from '../support/log.ts';
import { PASSWORD } from '../support/people.ts';
import { pairPhone } from '../support/phone.ts';
import { png } from '../support/uploads.ts';

const logged = collectLog();
const test = kantorTest.extend('options', { scope: 'file' }, { log: logged.log });

const linesOf = (requestId: string) => logged.lines().filter((line) => line['request_id'] === requestId);
const named = (event: string) => logged.lines().filter((line) => line['event'] === event);
/** Nothing that a person typed or a key says; values of rows, ids of objects and texts of banks neither. */
const TYPED = {
  wrongPassword: 'a-wrong-password-42',
  nameField: 'my-password-in-the-name-field',
  search: 'poisk-4929',
  bankText: 'Зачисление 1777.00р СЧЁТ4321 от Сидор Ц. Код 482913',
  externalId: 'order-of-anna-77',
  idempotencyKey: 'key-of-anna-7788',
  wallet: 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t',
  fileName: 'чек-Анны.png',
  requisiteName: 'карта-жены',
  account: '40817810000000004242',
};

describe('a run of everything', () => {
  test('says what happened, and nothing of what was typed, sent or kept', async ({ kantor }) => {
    const [trader, merchant] = [
      await kantor.createTrader({ payoutEnable: true }),
      await kantor.createMerchant({ payoutEnable: true }),
    ];
    await kantor.fund(merchant.id, '1000');
    const signIn = (username: string, password: string) =>
      kantor.guest.raw<{ access: string; refresh: string }>(login, { body: { username, password } });

    await signIn(trader.username, TYPED.wrongPassword);
    await signIn(TYPED.nameField, 'x');
    const first = (await signIn(trader.username, PASSWORD)).body;
    const second = await kantor.guest.call(refresh, { body: { refresh: first.refresh } });
    kantor.pass(MINUTE);
    await kantor.guest.raw(refresh, { body: { refresh: first.refresh } });

    const cabinetId = await kantor.createCabinet(trader.id, { hasPhone: false });
    const phone = await pairPhone(kantor, trader, cabinetId);
    await kantor.createRequisite(trader.id, {
      cabinetId,
      name: TYPED.requisiteName,
      bankAccount: TYPED.account,
      fio: 'Сидорова Анна',
    });
    await phone.notify([phone.message('m-0')]);
    const order = await merchant.order('1777', { external_id: TYPED.externalId });
    await trader.raw(listOrders, { query: `id=${TYPED.search}` });
    await trader.raw(getOrder, { params: { id: order.id } });

    // A message that the database refuses, in words and in a detail that repeat it.
    await sql`
      create function refuse_text() returns trigger language plpgsql as $$ begin
        raise exception 'refused: %', new.text using detail = new.text, hint = new.text, errcode = '22023';
      end $$`.execute(kantor.ownerDb);
    await sql`create trigger refuse_text before insert on notification for each row execute function refuse_text()`.execute(
      kantor.ownerDb,
    );
    await phone.notify([phone.message('m-1', TYPED.bankText)]);
    await sql`drop trigger refuse_text on notification`.execute(kantor.ownerDb);
    await trader.raw(confirmOrder, { params: { id: order.id } });

    const { id: payoutId } = await merchant.call(createPayout, {
      body: { amount: 5000, is_sbp: true, ...RECIPIENT },
      headers: idempotencyKey(TYPED.idempotencyKey),
    });
    await trader.call(takePayout, { params: { id: payoutId } });
    await trader.call(uploadPayoutPhoto, { params: { id: payoutId }, file: await png(TYPED.fileName) });
    await merchant.raw(createWallet, { body: { wallet_to_withdraw: TYPED.wallet } });
    await kantor.guest.raw(login, { body: `{"username": "${TYPED.nameField}", "password": "${TYPED.wrongPassword}` });

    await sql`alter table orders rename to moved_away`.execute(kantor.ownerDb);
    const failed = await trader.raw(listOrders, {
      query: `id=${TYPED.search}`,
      headers: { 'x-request-id': 'failed-request' },
    });
    await sql`alter table moved_away rename to orders`.execute(kantor.ownerDb);
    expect([failed.status, failed.body.request_id]).toEqual([500, 'failed-request']);
    expect(linesOf('failed-request')).toEqual([
      expect.objectContaining({
        level: 'error',
        event: 'request',
        method: 'GET',
        route: API_BASE + listOrders.path,
        status: 500,
        duration_ms: expect.any(Number) as number,
        time: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/) as string,
        reason: 'internal',
        error: expect.objectContaining({
          code: '42P01',
          message: expect.stringContaining('does not exist') as string,
          stack: expect.stringMatching(/ at .*orders\/store/) as string,
        }) as object,
      }),
    ]);
    expect(named('phone_message_failed')).toEqual([
      expect.objectContaining({ cabinet_id: cabinetId, error: expect.objectContaining({ code: '22023' }) as object }),
    ]);

    const made = { access: first.access, refresh: first.refresh, next: second.access, last: second.refresh };
    const keys = { merchantKey: merchant.key, phoneKey: phone.key, order: order.id, payout: payoutId };
    const secrets = { ...TYPED, ...RECIPIENT, ...made, ...keys, PASSWORD, trader: trader.username, payer: 'Сидор' };
    const text = logged.text().toLowerCase();
    expect(Object.entries(secrets).filter(([, secret]) => text.includes(secret.toLowerCase()))).toEqual([]);
    expect(named('request').length).toBeGreaterThan(15);
  });

  test('tells security events by ids', async ({ kantor }) => {
    const [trader, merchant] = [await kantor.createTrader(), await kantor.createMerchant()];
    const cabinetId = await kantor.createCabinet(trader.id, { hasPhone: false });
    const workers = [1, 2].map(() => createAuditReport({ ...kantor, log: logged.log }));
    const report = () => atOnce(workers.map((worker) => worker()));
    await pairPhone(kantor, trader, cabinetId);
    await trader.call(blockCabinet, { params: { id: cabinetId } });
    const { id } = await merchant.call(createApiKey, { body: { name: TYPED.search } });
    await merchant.call(revokeApiKey, { params: { id } });
    await trader.call(getMe);
    for (const command of ['set-password', 'block', 'unblock']) {
      kantor.pass(SECOND);
      await kantor.cli(command, trader.username);
    }
    await kantor.cli('create-trader', TYPED.nameField.slice(0, 20));
    await report();
    await report();
    const said = logged.lines().filter(({ event }) => String(event).startsWith('security.'));
    const about = (...ids: string[]) =>
      said
        .filter((line) => ids.some((each) => [line['user_id'], line['cabinet_id']].includes(each)))
        .map(({ event }) => event);
    const ofTrader = ['signed_in', 'phone_paired', 'phone_blocked', 'password_set', 'user_blocked', 'user_unblocked'];
    expect(about(trader.id, trader.personId, cabinetId)).toEqual(ofTrader.map((event) => `security.${event}`));
    expect(about(merchant.id, merchant.personId)).toEqual([
      'security.signed_in',
      'security.api_key_created',
      'security.api_key_revoked',
    ]);
    expect(named('security.operator_action')).toEqual([expect.objectContaining({ action: 'create-trader' })]);
    expect(logged.text()).not.toContain(trader.username);
    for (const event of ['sign_in_refused', 'token_theft', 'wallet_added']) {
      expect(named(`security.${event}`).length).toBeGreaterThan(0);
    }
  });
});

describe('the id of a request', () => {
  test('is taken when it is well formed, made otherwise, and stands in answer, problem and log', async ({ kantor }) => {
    for (const [given, isTaken] of [
      ['balancer-0001', true],
      ['short', false],
      ['with spaces in it', false],
      ['<script>alert(1)</script>', false],
      ['x'.repeat(65), false],
    ] as const) {
      const { headers, body } = await kantor.guest.raw(getMe, { headers: { 'x-request-id': given } });
      const id = String(headers['x-request-id']);
      expect([id === given, body.request_id]).toEqual([isTaken, id]);
      expect(id).toMatch(/^[\w-]{8,64}$/);
      expect(linesOf(id)).toMatchObject([{ event: 'request', level: 'info', status: 401, reason: 'unauthorized' }]);
    }
  });

  test('is in the answers of the APIs of merchants and phones too; health checks are no lines', async ({ kantor }) => {
    for (const url of [MERCHANT_API_BASE + listMerchantOrders.path, `${DEVICE_API_BASE}/none`, `${API_BASE}/none/`]) {
      const { headers, body } = await kantor.request<{ request_id: string }>(url);
      expect(headers['x-request-id']).toBe(body.request_id);
    }
    const broken = await kantor.app.inject({
      method: 'POST',
      url: MERCHANT_API_BASE + listMerchantOrders.path,
      headers: { 'content-type': 'application/json' },
      payload: '{',
    });
    expect(broken.json()).toMatchObject({ code: 'malformed', request_id: broken.headers['x-request-id'] });
    const before = logged.lines().length;
    expect((await kantor.request('/live')).headers['x-request-id']).toBeDefined();
    await kantor.request('/ready');
    expect(logged.lines().length).toBe(before);
  });
});

plainTest(
  'a failure that repeats itself is a line at once, then one a minute with its count, and one at the end',
  () => {
    const { clock, pass } = createTestClock(NOON);
    const { log, lines } = collectLog();
    const failures = createFailureLog(log, 'job_failed', clock);
    const fail = (times: number, error: Error) => {
      for (let turn = 0; turn < times; turn += 1) failures.failed(error);
    };
    fail(360, new TypeError('secret'));
    fail(5, new RangeError('secret'));
    pass(MINUTE);
    fail(2, new TypeError('secret'));
    failures.succeeded();
    failures.succeeded();
    expect(
      lines().map(({ event, repeated, error }) => [event, repeated, (error as { type: string } | undefined)?.type]),
    ).toEqual([
      ['job_failed', undefined, 'TypeError'],
      ['job_failed', undefined, 'RangeError'],
      ['job_failed', 359, 'TypeError'],
      ['job_failed_recovered', 5, undefined],
    ]);
    expect(JSON.stringify(lines())).not.toContain('secret');
  },
);
