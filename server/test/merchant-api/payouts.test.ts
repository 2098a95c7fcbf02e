import type { WireBody } from '@kantor/contract/wire/call.ts';
import {
  cancelMerchantPayout,
  createMerchantPayout,
  getMerchantPayout,
  listMerchantPayouts,
} from '@kantor/contract/wire/merchant-payouts.ts';
import {
  confirmPayout,
  createPayout,
  getPayout,
  takePayout,
  uploadPayoutPhoto,
} from '@kantor/contract/wire/payouts.ts';
import { sql } from 'kysely';
import { describe, expect } from 'vitest';
import { verify } from '../../src/modules/verification/index.ts';
import { atOnce } from '../support/at-once.ts';
import { kantorTest } from '../support/fixtures.ts';
import { usdt } from '../support/money.ts';
import { png } from '../support/uploads.ts';

let numbers = 0;
const RECIPIENT = { fio: 'Пётр Петров', phone: '+79995554433', bank_account: '40817810000000000042' };

/** A payout of 5 000 RUB unless the test says otherwise, under a key of its own. */
const payout = (changes: Partial<WireBody<typeof createMerchantPayout>> = {}, key = `payout-${(numbers += 1)}`) => ({
  body: { amount: '5000.00', method: 'sbp' as const, external_id: key, ...RECIPIENT, ...changes },
  headers: { 'idempotency-key': key },
});

const test = kantorTest
  .extend('merchant', async ({ kantor }) => {
    const merchant = await kantor.createMerchant({ payoutEnable: true });
    await kantor.fund(merchant.id, '1000');
    return merchant;
  })
  .extend(
    'enablePayouts',
    ({ kantor, merchant }) =>
      (on: boolean) =>
        sql`update account set payout_enable = ${on} where id = ${merchant.id}`.execute(kantor.db),
  )
  .extend('countPayouts', ({ kantor }) => async () => {
    const { rows } = await sql<{ n: bigint }>`select count(*) as n from payout`.execute(kantor.db);
    return Number(rows[0]?.n);
  })
  /** A trader takes the payout and does it, with a receipt. */
  .extend('doPayout', ({ kantor }) => async (id: string) => {
    const trader = await kantor.createTrader({ balance: '0', payoutEnable: true });
    await trader.call(takePayout, { params: { id } });
    await trader.call(uploadPayoutPhoto, { params: { id }, file: await png('чек.png') });
    await trader.call(confirmPayout, { params: { id } });
  });

describe('a payout of a merchant server', () => {
  test('is open, sets aside its amount and the fee, and is the same payout on the screen', async ({
    kantor,
    merchant,
  }) => {
    const created = await merchant.api.call(
      createMerchantPayout,
      payout({ amount: '5000.50', external_id: 'client-7' }),
    );
    const params = { id: created.id };
    expect(created).toEqual({
      id: expect.any(String),
      external_id: 'client-7',
      status: 'OPEN',
      human_status: 'Открыт',
      amount: '5000.50',
      conversion_rate: '100.0000',
      amount_in_usdt: '50.005000',
      fee_in_usdt: '2.500250',
      method: 'sbp',
      ...RECIPIENT,
      recipient_bank: null,
      photo: null,
      created_at: kantor.clock().toISOString(),
      closed_at: null,
      settlement: null,
      contest_until: null,
      contest_reason: null,
      decision_reason: null,
      payer_id: null,
      metadata: {},
    });
    expect(await kantor.balances(merchant.id)).toMatchObject({ available: usdt('947.49475'), held: usdt('52.50525') });
    expect(await merchant.api.call(getMerchantPayout, { params })).toEqual(created);
    expect(await merchant.call(getPayout, { params })).toMatchObject({ amount: '5000.50', is_sbp: true, ...RECIPIENT });
  });

  test('done shows its receipt; cancelled gives the money back', async ({ kantor, merchant, doPayout }) => {
    const [done, cancelled] = [
      await merchant.api.call(createMerchantPayout, payout()),
      await merchant.api.call(createMerchantPayout, payout({ method: 'c2c' })),
    ];
    await doPayout(done.id);
    const read = await merchant.api.call(getMerchantPayout, { params: { id: done.id } });
    expect(read).toMatchObject({ status: 'DONE', human_status: 'Выполнен', photo: { name: 'чек.png' } });
    expect(read.closed_at).not.toBeNull();
    expect((await kantor.app.inject(read.photo?.url ?? '')).headers['content-type']).toBe('image/png');
    expect(await merchant.api.call(cancelMerchantPayout, { params: { id: cancelled.id } })).toEqual({
      ...cancelled,
      status: 'CANCELLED',
      human_status: 'Отменён',
      closed_at: kantor.clock().toISOString(),
    });
    expect(await kantor.balances(merchant.id)).toMatchObject({ available: usdt('947.5'), held: 0n });
    expect(await verify(kantor.db)).toEqual([]);
  });

  test('in work, done or cancelled is cancelled no more', async ({ kantor, merchant, doPayout }) => {
    const [done, cancelled] = [
      await merchant.api.call(createMerchantPayout, payout()),
      await merchant.api.call(createMerchantPayout, payout()),
    ];
    await doPayout(done.id);
    await merchant.api.call(cancelMerchantPayout, { params: { id: cancelled.id } });
    const before = await kantor.balances(merchant.id);
    for (const { id } of [done, cancelled]) {
      expect(await merchant.api.refusal(cancelMerchantPayout, { params: { id } })).toMatchObject({
        status: 409,
        code: 'payout_status',
      });
    }
    expect(await kantor.balances(merchant.id)).toEqual(before);
  });

  test.for([
    ['no recipient', { fio: '' }, 'fio'],
    ['neither phone nor account', { phone: '', bank_account: '' }, 'phone'],
    ['no number', { external_id: undefined }, 'external_id'],
    ['a long number', { external_id: 'x'.repeat(129) }, 'external_id'],
    ['NUL in the number', { external_id: 'a\u0000' }, 'external_id'],
    ['nothing to pay', { amount: '0' }, 'amount'],
    ['three places', { amount: '1.005' }, 'amount'],
    ['an exponent', { amount: '1e3' }, 'amount'],
    ['an unknown method', { method: 'cash' }, 'method'],
    ['an unknown field', { trader: '1' }, 'trader'],
  ] as const)('%s is refused by name', async ([_what, changes, field], { merchant, countPayouts }) => {
    const before = await countPayouts();
    const { body, headers } = payout({}, 'wrong');
    const refused = await merchant.api.raw(createMerchantPayout, { headers, body: { ...body, ...changes } });
    expect([refused.status, Object.keys(refused.body.errors ?? {})]).toEqual([400, [field]]);
    expect(await countPayouts()).toBe(before);
  });

  test('by phone needs no account, and by account no phone', async ({ merchant }) => {
    const byAccount = payout({ method: 'c2c', phone: undefined });
    expect(await merchant.api.call(createMerchantPayout, byAccount)).toMatchObject({
      phone: '',
      bank_account: RECIPIENT.bank_account,
    });
    await merchant.api.call(createMerchantPayout, payout({ bank_account: undefined }));
  });

  test('for more than the balance and the fee is refused, and leaves nothing', async ({
    kantor,
    merchant,
    countPayouts,
  }) => {
    const before = [await countPayouts(), await kantor.balances(merchant.id)];
    // 95 240 RUB and 5 % are 1 000.02 USDT.
    expect(await merchant.api.refusal(createMerchantPayout, payout({ amount: '95240' }))).toMatchObject({
      status: 409,
      code: 'insufficient_funds',
    });
    expect([await countPayouts(), await kantor.balances(merchant.id)]).toEqual(before);
  });

  test('at a rate that is too old is refused', async ({ kantor, merchant }) => {
    const { rows } = await sql<{ staleAt: Date }>`select stale_at as "staleAt" from rate`.execute(kantor.db);
    await sql`update rate set stale_at = confirmed_at + interval '1 ms'`.execute(kantor.db);
    kantor.pass(1);
    expect(await merchant.api.refusal(createMerchantPayout, payout())).toMatchObject({
      status: 409,
      code: 'rate_stale',
    });
    await sql`update rate set stale_at = ${rows[0]?.staleAt}`.execute(kantor.db);
    await merchant.api.call(createMerchantPayout, payout());
  });

  test('has a number of its own among the merchant’s', async ({ kantor, merchant }) => {
    const first = await merchant.api.call(createMerchantPayout, payout({ external_id: 'twice' }));
    const before = await kantor.balances(merchant.id);
    expect(
      await merchant.api.refusal(createMerchantPayout, payout({ external_id: 'twice', amount: '1' })),
    ).toMatchObject({
      status: 409,
      code: 'external_id_taken',
    });
    expect(await kantor.balances(merchant.id)).toEqual(before);
    const other = await kantor.createMerchant({ payoutEnable: true });
    await kantor.fund(other.id, '100');
    await other.api.call(createMerchantPayout, payout({ external_id: 'twice' }));
    const find = (query: { external_id: string; page?: number }) => merchant.api.call(listMerchantPayouts, { query });
    expect(await find({ external_id: 'twice' })).toEqual({ count: 1, results: [first], next_cursor: null });
    expect(await find({ external_id: 'twice', page: 2 })).toEqual({ count: 1, results: [], next_cursor: null });
    expect(await find({ external_id: 'thrice' })).toEqual({ count: 0, results: [], next_cursor: null });
  });

  test('is listed newest first by pages, with those made on the screen', async ({ merchant }) => {
    const first = await merchant.api.call(createMerchantPayout, payout());
    await merchant.call(createPayout, { body: { amount: 10, fio: 'С экрана', is_sbp: true, phone: '+79995554433' } });
    const last = await merchant.api.call(createMerchantPayout, payout());
    const { count, results } = await merchant.api.call(listMerchantPayouts);
    expect(count).toBe(3);
    expect([results[0], results[2]]).toEqual([last, first]);
    expect(results[1]).toMatchObject({ external_id: null, fio: 'С экрана', method: 'sbp' });
    expect(await merchant.api.call(listMerchantPayouts, { query: { page: 2, page_size: 2 } })).toEqual({
      count: 3,
      results: [first],
      next_cursor: null,
    });
  });
});

describe('where payouts are not enabled', () => {
  test('nothing is created, read, listed or cancelled', async ({ merchant, enablePayouts }) => {
    const { id } = await merchant.api.call(createMerchantPayout, payout());
    await enablePayouts(false);
    for (const refused of [
      await merchant.api.refusal(createMerchantPayout, payout()),
      await merchant.api.refusal(listMerchantPayouts),
      await merchant.api.refusal(getMerchantPayout, { params: { id } }),
      await merchant.api.refusal(cancelMerchantPayout, { params: { id } }),
    ])
      expect(refused).toMatchObject({ status: 403, code: 'payouts_disabled' });
    await enablePayouts(true);
    expect((await merchant.api.call(getMerchantPayout, { params: { id: id } })).status).toBe('OPEN');
  });
});

describe('an Idempotency-Key of a payout', () => {
  test('is required', async ({ merchant }) => {
    const { id } = await merchant.api.call(createMerchantPayout, payout());
    for (const refused of [
      await merchant.api.raw(createMerchantPayout, { body: payout().body }),
      await merchant.api.raw(cancelMerchantPayout, { params: { id } }),
    ])
      expect([refused.status, Object.keys(refused.body.errors ?? {})]).toEqual([400, ['Idempotency-Key']]);
  });

  test('gives the first answer again and does nothing more', async ({ kantor, merchant, countPayouts, doPayout }) => {
    const request = payout({}, 'again');
    const first = await merchant.api.call(createMerchantPayout, request);
    await doPayout(first.id);
    const before = [await countPayouts(), await kantor.balances(merchant.id)];
    expect(await merchant.api.call(createMerchantPayout, request)).toEqual(first);
    expect([await countPayouts(), await kantor.balances(merchant.id)]).toEqual(before);
    const { id } = await merchant.api.call(createMerchantPayout, payout());
    const cancellation = { params: { id }, headers: { 'idempotency-key': 'cancel-again' } };
    const cancelled = await merchant.api.call(cancelMerchantPayout, cancellation);
    expect(await merchant.api.call(cancelMerchantPayout, cancellation)).toEqual(cancelled);
  });

  test('with another request is refused', async ({ merchant }) => {
    const request = payout({}, 'one');
    const { id } = await merchant.api.call(createMerchantPayout, request);
    const { body, headers } = request;
    for (const refused of [
      await merchant.api.refusal(createMerchantPayout, { headers, body: { ...body, fio: 'Другой' } }),
      await merchant.api.refusal(cancelMerchantPayout, { headers, params: { id } }),
    ])
      expect(refused).toMatchObject({ status: 422, code: 'idempotency_mismatch' });
    expect((await merchant.api.call(getMerchantPayout, { params: { id } })).status).toBe('OPEN');
  });

  test('sent many times at once makes one payout and one cancellation', async ({ kantor, merchant, countPayouts }) => {
    const before = await countPayouts();
    const request = payout({}, 'storm');
    const made = await atOnce(Array.from({ length: 20 }, () => merchant.api.call(createMerchantPayout, request)));
    expect(await countPayouts()).toBe(before + 1);
    expect(new Set(made.answers.map(({ id }) => id)).size).toBe(1);
    for (const { code } of made.refusals) expect(code).toBe('idempotency_running');
    const cancellation = { params: { id: made.answers[0]?.id ?? '' }, headers: { 'idempotency-key': 'storm-cancel' } };
    await atOnce(Array.from({ length: 20 }, () => merchant.api.call(cancelMerchantPayout, cancellation)));
    expect(await kantor.balances(merchant.id)).toMatchObject({ available: usdt('1000'), held: 0n });
    expect(await verify(kantor.db)).toEqual([]);
  });

  test('of a refused payout may be tried again', async ({ kantor, merchant }) => {
    const request = payout({ amount: '100000' }, 'poor');
    expect((await merchant.api.refusal(createMerchantPayout, request)).status).toBe(409);
    await kantor.fund(merchant.id, '10000');
    await merchant.api.call(createMerchantPayout, request);
  });
});
